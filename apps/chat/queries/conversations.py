"""One conversation with its team and goal."""

import uuid

from apps.chat.models import Conversation
from apps.journal.queries.compiled import CompiledQuery

_TALK = CompiledQuery(
    lambda one: Conversation.objects.filter(id=one).select_related("team__goal").defer("team__formation")
)


def conversation_with_team(conversation_id: uuid.UUID) -> Conversation:
    """The conversation, its team and its goal. Raises Conversation.DoesNotExist."""
    return _TALK.one(conversation_id)
