"""Events, messages and tries as JSON, for the inspector."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.safestring import SafeString

from apps.chat.queries.raw import RawEvent, RawPage
from apps.journal.queries import EventView
from apps.web.rendering.markup import render

MOST_CHARACTERS = 20_000  # of one text of JSON


@dataclass(frozen=True)
class RawText:
    """JSON as text. `more`: the characters that are left out at its end."""

    text: str
    more: int


@dataclass(frozen=True)
class RawRow:
    """An event with the texts that are shown of it; `about` is that of the message or the tries, if there is any."""

    event: EventView
    recorded: RawText
    message: RawText | None
    attempts: RawText | None


def raw_rows(page: RawPage, goal_id: UUID, team_id: UUID) -> SafeString:
    """The rows of a page, and what leads to those before them."""
    rows = [_row(one) for one in page.events]
    return render("room/raw_rows.html", rows=rows, page=page, goal_id=goal_id, team_id=team_id)


def _row(one: RawEvent) -> RawRow:
    event = one.event
    recorded = {
        "seq": event.seq,
        "at": event.at,
        "kind": event.kind,
        "actor": event.actor,
        "team": event.team_id,
        "payload": event.payload,
        "chain": event.chain,
    }
    message = _text(one.message) if one.message else None
    return RawRow(event, _text(recorded), message, _text(list(one.attempts)) if one.attempts else None)


def _text(value: Mapping[str, Any] | list[Any]) -> RawText:
    text = json.dumps(value, ensure_ascii=False, indent=2, default=str)
    return RawText(text[:MOST_CHARACTERS], max(len(text) - MOST_CHARACTERS, 0))
