"""New messages, and what is made of words before a transaction writes: for all its rooms at once.

Words that were written before and that nobody has rendered are rendered when a turn has read them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from apps.chat.actions import prose
from apps.chat.domain.states import MessageKind
from apps.chat.models import Message, MessageMeaning
from apps.core.updates import finish_rows, insert_rows, save_columns


@dataclass(frozen=True)
class UnfinishedMessage:
    """A message of whose words something is to be made. `has_begun`: its goal's first turn was taken, for which its
    HTML may wait; `is_new`: it is not written yet.
    """

    message: Message
    by_person: bool
    has_begun: bool = True
    is_new: bool = True


def insert_messages(new: Sequence[UnfinishedMessage]) -> None:
    """Save them, each with its HTML. What is not rendered at once a worker renders later, and makes what they mean."""
    insert_rows([one.message for one in new])
    insert_rows([MessageMeaning(message=one.message) for one in new if _is_sought(one.message)])
    finish_rows(_finish, new)


def _is_sought(message: Message) -> bool:
    """Whether a search may give it by its meaning."""
    return bool(message.text) and message.kind != MessageKind.NOTICE


def render_read(read: Sequence[UnfinishedMessage]) -> None:
    """Make the HTML of messages that a turn has read and nobody has rendered, when that of new ones is made."""
    finish_rows(_finish, [one for one in read if not one.message.html_version])


def _finish(said: list[UnfinishedMessage]) -> None:
    late = [*_render(said, is_new=True), *_render(said, is_new=False)]
    for room in {one.message.conversation_id for one in said if one.has_begun and one.message in late}:
        prose.render_later(room)
    for one in said:
        if one.is_new:
            save_columns(one.message, "html", "html_version")
        elif one.message not in late:
            one.message.html_at = timezone.now()
            save_columns(one.message, "html", "html_version", "html_at")


def _render(said: list[UnfinishedMessage], *, is_new: bool) -> list[Message]:
    """Render the new ones, or the others, and give those that are left: words that take too long leave none beside them
    bare, and what is new comes first.
    """
    return prose.render_at_once([(one.message, one.by_person) for one in said if one.is_new is is_new])
