"""Which observation hook is read before a turn."""

import uuid
from dataclasses import dataclass
from typing import Any

from apps.chat.models import Conversation


@dataclass(frozen=True)
class Hook:
    """The workspace's hook and what this goal asks it with."""

    url: str
    asked: dict[str, Any]


def hook_of(conversation_id: uuid.UUID) -> Hook | None:
    """The hook to read; None where the workspace has none, or the goal came without anything to ask it with."""
    goals = Conversation.objects.values_list("team__goal__workspace__observation_url", "team__goal__observation")
    url, asked = goals.get(id=conversation_id)
    return Hook(url, asked) if url and asked else None
