"""The HTML of messages: made before they are written where that is quick, else by a worker after the commit.

What shows messages renders none: a message without HTML is shown as plain words, and whoever shows it asks for more.
"""

import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from apps.chat.bells import ChatBell
from apps.chat.domain.states import MessageKind
from apps.chat.models import Message
from apps.core import prose
from apps.journal.actions import publish_topic
from apps.journal.bells import ring
from apps.journal.queries.compiled import CompiledQuery
from apps.teams.domain.states import MemberKind

SHORT = 10_000
"""Characters that are rendered together before their messages are written: some milliseconds, half a second at worst.
A longer message is rendered after.
"""
PATIENCE = 5.0  # seconds that a worker waits for its turn
LONGEST = 3.0  # seconds after which other rooms come first
AT_ONCE = 100  # messages of a room that are read in one go, the newest ones


def render_at_once(said: Sequence[tuple[Message, bool]]) -> list[Message]:
    """Put the HTML into messages that are about to be written, each with whether its lines are kept. Gives those of
    which it is still to be made.
    """
    for message, _ in said:
        if message.kind == MessageKind.NOTICE:  # is plain words for ever
            message.html, message.html_version = "", prose.VERSION
    for some in _together([one for one in said if not one[0].html_version and len(one[0].text) <= SHORT]):
        _render_all(some)
    return [message for message, _ in said if message.html_version != prose.VERSION]


def _together(said: Sequence[tuple[Message, bool]]) -> Iterator[list[tuple[Message, bool]]]:
    """As many in turn as have the characters of one that is rendered at once."""
    some: list[tuple[Message, bool]] = []
    for one in said:
        if some and sum(len(message.text) for message, _ in [*some, one]) > SHORT:
            yield some
            some = []
        some.append(one)
    if some:
        yield some


def _render_all(said: Sequence[tuple[Message, bool]]) -> None:
    with suppress(prose.Busy):
        rendered = prose.render_at_once([(message.text, keep_lines) for message, keep_lines in said])
        for (message, _), html in zip(said, rendered, strict=True):
            message.html, message.html_version = html, prose.VERSION


def render_later(conversation_id: uuid.UUID) -> None:
    """Have a worker render what of a room is not; pages look again when it is done."""
    ring(ChatBell.PROSE_DUE, conversation_id)


def render_room(conversation_id: uuid.UUID) -> None:
    """Render the messages of a room that are not rendered as this release does it, the newest first.

    What takes too long stays plain words. Where no child is free, whoever looks at the room rings again.
    """
    waiting = _WAITING.of(conversation_id)
    if not waiting:
        return
    with suppress(prose.Busy):
        if not _was_all_rendered(waiting):
            render_later(conversation_id)
    publish_topic(waiting[0].goal_id)


def _not_rendered(conversation_id: uuid.UUID) -> "QuerySet[Message]":
    """Each with `goal_id`."""
    waiting = Message.objects.filter(conversation=conversation_id).exclude(html_version=prose.VERSION)
    rows = waiting.annotate(goal_id=F("conversation__team__goal")).select_related("member")
    return rows.only("text", "kind", "member__kind").order_by("-number")[:AT_ONCE]


_WAITING: CompiledQuery[Any] = CompiledQuery(_not_rendered)


def _was_all_rendered(waiting: Sequence[Message]) -> bool:
    """Render what waits; False: some of the room still does."""
    until = time.monotonic() + LONGEST
    for message in waiting:
        if time.monotonic() > until:
            return False
        _render(message)
    return len(waiting) < AT_ONCE


def _render(message: Message) -> None:
    keep_lines = message.member is not None and message.member.kind == MemberKind.PERSON
    plain = message.kind == MessageKind.NOTICE
    html = "" if plain else prose.render(message.text, keep_lines=keep_lines, wait=PATIENCE)
    rows = Message.objects.filter(pk=message.pk).exclude(html_version=prose.VERSION)
    rows.update(html=html, html_version=prose.VERSION, html_at=timezone.now())
