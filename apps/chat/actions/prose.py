"""The HTML of messages: made before they are written where that is quick, else by a worker after the commit.

What shows messages renders none: a message without HTML is shown as plain words, and whoever shows it asks for more.
"""

import time
import uuid
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from apps.chat.bells import ChatBell
from apps.chat.domain.states import MessageKind
from apps.chat.models import Message
from apps.core import prose
from apps.journal.actions import publish_topic
from apps.journal.bells import ring
from apps.journal.queries.compiled import CompiledQuery
from apps.teams.domain.states import MemberKind
from apps.teams.queries.members import Seated

SHORT = 10_000
"""Characters that are rendered before the message is written: some milliseconds, half a second at worst."""
PATIENCE = 5.0  # seconds that a worker waits for its turn
LONGEST = 3.0  # seconds after which other rooms come first
MOST = 500  # messages of a room that are rendered in one go, the newest ones


def render_at_once(said: Sequence[Message], members: Sequence[Seated]) -> bool:
    """Put the HTML into messages of a room that are about to be written; False: of some it is still to be made."""
    people = {member.id for member in members if member.kind is MemberKind.PERSON}
    late = [one for one in said if not _was_rendered(one, keep_lines=one.member_id in people)]
    return not late


def _was_rendered(message: Message, *, keep_lines: bool) -> bool:
    if message.kind == MessageKind.NOTICE:  # is plain words for ever
        message.html_version = prose.VERSION
        return True
    if len(message.text) > SHORT:
        return False
    try:
        message.html = prose.render_at_once(message.text, keep_lines=keep_lines)
    except prose.Busy:
        return False
    message.html_version = prose.VERSION
    return True


def render_later(conversation_id: uuid.UUID) -> None:
    """Have a worker render what of a room is not; pages look again when it is done."""
    ring(ChatBell.PROSE_DUE, conversation_id)


def render_room(conversation_id: uuid.UUID) -> None:
    """Render the messages of a room that are not rendered as this release does it, the newest first.

    What takes too long stays plain words. Where no child is free, whoever looks at the room rings again.
    """
    found = _WAITING.values(conversation_id)
    if not found:
        return
    with suppress(prose.Busy):
        if not _render_all([key for key, _ in found]):
            render_later(conversation_id)
    publish_topic(found[0][1])


def _not_rendered(conversation_id: uuid.UUID) -> "QuerySet[Message, Any]":
    waiting = Message.objects.filter(conversation=conversation_id).exclude(html_version=prose.VERSION)
    return waiting.order_by("-number").values_list("pk", "conversation__team__goal_id")[:MOST]


_WAITING = CompiledQuery(_not_rendered)


def _render_all(keys: Sequence[uuid.UUID]) -> bool:
    until = time.monotonic() + LONGEST
    for key in keys:
        if time.monotonic() > until:
            return False
        _render(key)
    return len(keys) < MOST


def _render(key: uuid.UUID) -> None:
    message = next(iter(_TEXT.of(key)), None)
    if message is None:  # another worker was quicker
        return
    keep_lines = message.member is not None and message.member.kind == MemberKind.PERSON
    plain = message.kind == MessageKind.NOTICE
    html = "" if plain else prose.render(message.text, keep_lines=keep_lines, wait=PATIENCE)
    rows = Message.objects.filter(pk=key).exclude(html_version=prose.VERSION)
    rows.update(html=html, html_version=prose.VERSION, html_at=timezone.now())


def _with_member(key: uuid.UUID) -> "QuerySet[Message]":
    rows = Message.objects.filter(pk=key).exclude(html_version=prose.VERSION)
    return rows.select_related("member").only("text", "kind", "member__kind")


_TEXT = CompiledQuery(_with_member)
