"""One conversation with its team and goal."""

import uuid

from apps.chat.models import Conversation
from apps.journal.queries.written import Written

_TALK = Written(lambda one: Conversation.objects.filter(id=one).select_related("team__goal").defer("team__formation"))


def talk(conversation_id: uuid.UUID) -> Conversation:
    """The conversation, its team and its goal. Raises Conversation.DoesNotExist."""
    return _TALK.one(conversation_id)
