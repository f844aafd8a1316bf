"""What an agent did on the way to what it sent, its calls of tools among it, as one line that is opened in place."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.safestring import SafeString

from apps.chat.domain.states import MessageKind
from apps.chat.queries.message_views import MessageView
from apps.journal.queries.recent import StreamEvent
from apps.web.rendering.markup import render

MOST_STEPS = 300
"""Of a task the newest are read."""
_TOLD_OF = frozenset({MessageKind.RESULT, MessageKind.FAILURE})


@dataclass(frozen=True)
class StepsFold:
    """How many steps the tries at a task took until a message, and how long, in seconds."""

    task: UUID
    count: int
    seconds: float


@dataclass(frozen=True)
class StepRow:
    """One step: what the agent said that it was at, and when it did."""

    text: str
    at: datetime


def steps_of(message: MessageView) -> StepsFold | None:
    """The steps behind a result or a failure; None where there were none, or nobody told of any."""
    if message.kind not in _TOLD_OF or message.task is None:
        return None
    tries = [one for one in message.task.attempts if one.started_at and one.started_at <= message.at]
    count = sum(one.steps for one in tries)
    ends = [(one.started_at, min(one.ended_at or message.at, message.at)) for one in tries if one.started_at]
    return (
        StepsFold(message.task.id, count, sum((end - begin).total_seconds() for begin, end in ends)) if count else None
    )


def step_rows(events: Sequence[StreamEvent]) -> SafeString:
    """The steps of a task in their order, of many the newest."""
    shown = [StepRow(str(event.payload.get("text", "")), event.at) for event in events[-MOST_STEPS:]]
    return render("room/step_rows.html", steps=shown, more=len(events) - len(shown))
