"""Conversations, and how the whole installation is doing, for whoever runs it."""

from apps.chat.admin.conversations import ConversationAdmin
from apps.chat.admin.messages import MessageAdmin, TurnAdmin

__all__ = ["ConversationAdmin", "MessageAdmin", "TurnAdmin"]
