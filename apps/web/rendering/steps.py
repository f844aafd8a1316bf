"""What an agent did on the way to what it sent, its calls of tools among it, as one line that is opened in place."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.safestring import SafeString

from apps.agents.domain.calls import Sign
from apps.chat.domain.states import MessageKind
from apps.chat.queries.message_views import MessageView
from apps.chat.queries.tree import TeamNode
from apps.journal.queries.recent import StreamEvent
from apps.teams.queries.facts import TaskFacts
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
class ShownStep:
    """One step: what the agent said that it was at, and when it did."""

    text: str
    at: datetime


def steps_of(message: MessageView, node: TeamNode) -> StepsFold | None:
    """The steps behind a result, a failure or an agent's own answer; None where there were none, or none was told.

    A result that is the answer below leaves them to it.
    """
    task = _task_of(message, node)
    if task is None:
        return None
    tries = [(one, one.started_at) for one in task.attempts if one.started_at and one.started_at <= message.at]
    spans = [min(one.ended_at or message.at, message.at) - begun for one, begun in tries]
    count = sum(one.steps for one, _ in tries)
    return StepsFold(task.id, count, sum(span.total_seconds() for span in spans)) if count else None


def _task_of(message: MessageView, node: TeamNode) -> TaskFacts | None:
    if message.kind in _TOLD_OF:
        return None if message.is_accepted else message.task
    if message.kind is not MessageKind.CONCLUSION:
        return None
    answers = [task for task in node.facts.tasks if task.is_answer and task.owner.handle == message.face.handle]
    return next((task for task in answers if task.round == message.round), None)


def step_rows(events: Sequence[StreamEvent]) -> SafeString:
    """The steps of a task in their order, of many the newest."""
    steps = [
        ShownStep(str(event.payload.get("text", "")), event.at)
        for event in events
        if event.payload.get("sign") != Sign.LIFE
    ]
    shown = steps[-MOST_STEPS:]
    return render("room/step_rows.html", steps=shown, more=len(steps) - len(shown))
