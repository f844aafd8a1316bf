"""What is said in rooms, who reads it, and goals to be given again."""

from apps.chat.models.conversations import Conversation, Finding, Mention, Message, MessageMeaning, Turn
from apps.chat.models.readers import ReadMark, SharedLink, Visit
from apps.chat.models.templates import GoalTemplate

__all__ = [
    "Conversation",
    "Finding",
    "GoalTemplate",
    "Mention",
    "Message",
    "MessageMeaning",
    "ReadMark",
    "SharedLink",
    "Turn",
    "Visit",
]
