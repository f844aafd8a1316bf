"""The events of a room as they are recorded, each beside the message or the tries at a task that it tells of.

What is nobody's business stays out, as elsewhere: what an agent calls its work, with which somebody could go on with
it, the names of worker processes, how agents are reached. Events hold no secrets.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from apps.chat.events import ChatEvent
from apps.chat.models import Message
from apps.chat.queries.tree import TeamNode
from apps.journal.queries.events import EventView, newest_events
from apps.teams.queries.tries import tries_of

PAGE = 30
Record = Mapping[str, Any]


@dataclass(frozen=True)
class RawEvent:
    """An event, and what it is about: a message, or the tries at a task, of which there may be none."""

    event: EventView
    message: Record | None
    attempts: Sequence[Record]


@dataclass(frozen=True)
class RawPage:
    """Events, the newest first. `before`: what leads to those before them; None: there are none."""

    events: tuple[RawEvent, ...]
    before: int | None


def raw_page(goal_id: UUID, node: TeamNode, before: int | None) -> RawPage:
    """The events of a team, for the goal's own also those of the goal; the caller has proved that it may be seen."""
    is_root = node.facts.parent_id is None
    found = newest_events(goal_id, node.id, with_teamless=is_root, before=before, limit=PAGE + 1)
    shown = found[:PAGE]
    said = _messages(node.talk.id, [event.seq for event in shown if event.kind == ChatEvent.MESSAGE_ADDED])
    tries: dict[str, list[Record]] = defaultdict(list)
    for one in tries_of(goal_id, {str(event.payload["task"]) for event in shown if _is_id(event.payload.get("task"))}):
        tries[str(one["task"])].append(one)
    events = tuple(RawEvent(one, said.get(one.seq), tries.get(str(one.payload.get("task")), [])) for one in shown)
    return RawPage(events, shown[-1].seq if len(found) > PAGE else None)


def _is_id(value: object) -> bool:
    try:
        return bool(UUID(str(value)))
    except ValueError:
        return False


_MESSAGE = ("id", "number", "round", "kind", "said_as", "text", "data", "task_number", "next_speaker", "voice")
_FATE = ("delivery", "read_in_turn", "deed", "deed_seq", "taken_back_at", "created_at")


def _messages(conversation_id: UUID, seqs: Sequence[int]) -> dict[int, Record]:
    rows = Message.objects.filter(conversation=conversation_id, event_seq__in=seqs).values(
        "event_seq", *_MESSAGE, *_FATE
    )
    return {row.pop("event_seq"): row for row in rows.values("event_seq", *_MESSAGE, *_FATE)}
