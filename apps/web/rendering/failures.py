"""What failed, as a card: what happened at each try, and what may be done about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.utils.translation import gettext, gettext_noop

from apps.chat.queries.message_views import MessageView
from apps.chat.queries.tree import TeamNode
from apps.core.languages import say
from apps.teams.domain.states import AttemptState, TaskState
from apps.teams.queries.facts import AttemptFacts, TaskFacts
from apps.teams.queries.members import Face
from apps.web.rendering.work import REMEDIES

FAILED = (AttemptState.FAILED, AttemptState.LOST)
WAIT_MINUTES = 5


HEADLINES = {
    TaskState.FAILED: gettext_noop("{task} failed"),
    TaskState.SKIPPED: gettext_noop("{task} was skipped"),
    TaskState.CANCELLED: gettext_noop("{task} was taken back"),
}


@dataclass(frozen=True)
class FailedTry:
    """A try that gave nothing, or several after each other that ended alike: from `number` to `last`.

    `lasted`: seconds, of a single one.
    """

    number: int
    last: int
    lasted: float | None
    why: str


@dataclass(frozen=True)
class FailureCard:
    """A failure. `is_past`: it was tried again since, so that the card is folded.

    `tries`: those that failed, where there were several; `is_told`: the last of them says what the message says;
    `others`: members who might do it; `may_act`: whether the buttons would be answered by more than why not.
    """

    headline: str
    tries: tuple[FailedTry, ...]
    is_told: bool
    is_past: bool
    may_act: bool
    others: tuple[Face, ...]
    remedy: str
    wait_minutes: int = WAIT_MINUTES


def failure_card(message: MessageView, node: TeamNode) -> FailureCard:
    """The card of a message that tells of a failure in this team's room."""
    task = message.task
    if task is None:
        return FailureCard(
            gettext("Something failed"),
            (),
            is_told=False,
            is_past=False,
            may_act=False,
            others=(),
            remedy=_remedy(None),
        )
    handed_down = any(child.facts.executes == task.number for child in node.children)
    is_past = _is_past(task, message.at, node)
    tries = _tries(_failed_before(task, message.at))
    return FailureCard(
        headline=_headline(task),
        tries=tries,
        is_told=bool(tries) and tries[-1].why == message.text,
        is_past=is_past,
        may_act=task.state is TaskState.FAILED and not (is_past or handed_down or node.is_over),
        others=tuple(face for face in node.agents if face != task.owner),
        remedy=_remedy(task),
    )


def _headline(task: TaskFacts) -> str:
    return say(HEADLINES.get(task.state, HEADLINES[TaskState.FAILED])).format(task=task.title)


def _remedy(task: TaskFacts | None) -> str:
    return say(REMEDIES.get(task.state if task else TaskState.FAILED, REMEDIES[TaskState.FAILED]))


def _is_past(task: TaskFacts, told_at: datetime, node: TeamNode) -> bool:
    """Whether the task went on since, or another of the same title was given in its place."""
    again = any(attempt.started_at and attempt.started_at > told_at for attempt in task.attempts)
    instead = any(other.title == task.title and other.number > task.number for other in node.facts.tasks)
    return again or instead or task.is_open or task.state is TaskState.DONE


def _failed_before(task: TaskFacts, told_at: datetime) -> list[AttemptFacts]:
    return [one for one in task.attempts if one.state in FAILED and one.ended_at and one.ended_at <= told_at]


def _tries(failed: Sequence[AttemptFacts]) -> tuple[FailedTry, ...]:
    """Several tries, those that ended alike as one; none where there was one, which the message tells of."""
    if len(failed) < 2:
        return ()
    alike = [list(group) for _, group in groupby(map(_try, failed), key=lambda one: one.why)]
    return tuple(group[0] if len(group) == 1 else _folded(group) for group in alike)


def _folded(group: Sequence[FailedTry]) -> FailedTry:
    return FailedTry(group[0].number, group[-1].number, None, group[0].why)


def _try(one: AttemptFacts) -> FailedTry:
    known = one.started_at is not None and one.ended_at is not None
    lasted = (one.ended_at - one.started_at).total_seconds() if known else None  # type: ignore[operator]
    silent = gettext("The worker was lost.") if one.state is AttemptState.LOST else gettext("It gave no reason.")
    return FailedTry(one.number, one.number, lasted, one.failure or silent)
