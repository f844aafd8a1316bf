"""New messages, and what is made of their words before they are written: for all rooms of a transaction at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.agents import queries as agents
from apps.chat.actions import prose
from apps.chat.domain.states import MessageKind
from apps.chat.models import Message
from apps.core.updates import finish_rows, insert_rows, save_columns


@dataclass(frozen=True)
class UnwrittenMessage:
    """A message that is not written yet. `has_begun`: its goal's first turn was taken, for which its HTML may wait."""

    message: Message
    by_person: bool
    has_begun: bool


def insert_messages(new: Sequence[UnwrittenMessage]) -> None:
    """Save them, each with its HTML and, unless it is a notice, its vector. What is not rendered at once a worker
    renders later.
    """
    insert_rows([one.message for one in new])
    finish_rows(_finish, new)


def _finish(new: list[UnwrittenMessage]) -> None:
    messages = [one.message for one in new]
    sought = [one for one in messages if one.kind != MessageKind.NOTICE]  # as `search` leaves these out
    for message, vector in zip(sought, agents.embed([one.text for one in sought]), strict=True):
        message.vector = vector
    late = prose.render_at_once([(one.message, one.by_person) for one in new])
    for room in {one.message.conversation_id for one in new if one.has_begun and one.message in late}:
        prose.render_later(room)
    for message in messages:
        save_columns(message, "vector", "html", "html_version")
