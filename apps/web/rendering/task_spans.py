"""When the tasks of a goal were worked on and when they waited, in seconds since it was given."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from apps.chat.domain.timeline import Stretch, WorkSpan, gaps, steady
from apps.chat.queries.tree import Tree
from apps.core.ids import made_at
from apps.teams.domain.states import AttemptState, MemberKind, TaskState
from apps.teams.queries.facts import TaskFacts
from apps.web.rendering.board import BoardCard, board_cards
from apps.web.rendering.screens import Screen

NOW_FINENESS, WHOLE_FINENESS = 40, 20

_LOOKS = {
    AttemptState.RUNNING: "working",
    AttemptState.DONE: "done",
    AttemptState.FAILED: "failed",
    AttemptState.LOST: "failed",
    AttemptState.ASKED: "discussing",
}
_LEFT = {AttemptState.CANCELLED, AttemptState.LATE}


@dataclass(frozen=True)
class TimeScale:
    """The goal's time. `now`: seconds of it so far, which grow by steps; `whole`: seconds that are drawn, which grow by
    larger ones, since everything that is drawn then changes. What goes on is drawn to the end.
    """

    zero: datetime
    now: float
    whole: float
    is_over: bool

    @classmethod
    def of(cls, tree: Tree, now: datetime) -> "TimeScale":
        """To the end of the goal, or a little beyond now."""
        zero, root = tree.goal.created_at, tree.root
        until = (tree.goal.ended_at or root.last_event_at) if root.is_over else now
        length = max((until - zero).total_seconds(), 1.0)
        if root.is_over:
            return cls(zero, length, length, is_over=True)
        whole = steady(length, WHOLE_FINENESS)
        return cls(zero, min(steady(length, NOW_FINENESS), whole), whole, is_over=False)

    def seconds(self, moment: datetime | None) -> float:
        """Since the beginning; None: goes on."""
        return self.whole if moment is None else min(max((moment - self.zero).total_seconds(), 0.0), self.whole)

    def moment(self, seconds: float) -> datetime:
        """The moment so many seconds after the beginning."""
        return self.zero + timedelta(seconds=seconds)

    def percent(self, seconds: float) -> float:
        """Of what is drawn."""
        return round(100 * seconds / self.whole, 2)

    def goes_on(self, stretch: Stretch) -> bool:
        """Whether it has not ended."""
        return not self.is_over and stretch.end >= self.whole


@dataclass(frozen=True)
class TaskSpans:
    """A task with its span and its tries, in seconds since the goal was given. `by_person`: when somebody who took it
    over was at it; None: nobody, or nothing says since when.
    """

    card: BoardCard
    span: WorkSpan[UUID]
    tries: tuple[Stretch, ...]
    looks: tuple[str, ...]
    by_person: Stretch | None

    @property
    def busy(self) -> list[Stretch]:
        """When somebody was at it."""
        return [*self.tries, *([self.by_person] if self.by_person else ())]

    @property
    def waits(self) -> list[Stretch]:
        """When nobody was at it."""
        return [] if self.card.row.team is not None else gaps(self.span, self.busy)


def task_spans(tree: Tree, scale: TimeScale) -> dict[UUID, TaskSpans]:
    """Of every task of the goal, by its id."""
    inside = {
        (parent.id, node.facts.executes): [task.id for task in node.facts.tasks]
        for node in tree.nodes.values()
        if (parent := tree.parents.get(node.id))
    }
    numbers = {node.id: {task.number: task.id for task in node.facts.tasks} for node in tree.nodes.values()}
    cards = board_cards(tree, Screen())
    return {card.row.task.id: _spans_of(card, numbers[card.node.id], inside, scale) for card in cards}


def _spans_of(
    card: BoardCard,
    numbers: Mapping[int, UUID],
    inside: Mapping[tuple[UUID, int | None], list[UUID]],
    scale: TimeScale,
) -> TaskSpans:
    """`numbers`: the tasks of its team; `inside`: those of the team that carries a task of a team out."""
    task = card.row.task
    tried = [attempt for attempt in task.attempts if attempt.started_at]
    tries = tuple(Stretch(scale.seconds(one.started_at), scale.seconds(one.ended_at)) for one in tried)
    formed = [scale.seconds(card.row.team.facts.created_at)] if card.row.team else []
    begun = min([scale.seconds(made_at(task.id)), *formed, *(one.start for one in tries)])
    ended = scale.whole if task.is_open else max([scale.seconds(task.state_at), begun, *(one.end for one in tries)])
    span = WorkSpan(
        begun,
        ended,
        after=[numbers[number] for number in task.after if number in numbers],
        inside=inside.get((card.node.id, task.number), ()),
        beside=[key for key in numbers.values() if key != task.id],
    )
    looks = tuple(_LOOKS.get(one.state, "stopped") for one in tried)
    return TaskSpans(card, span, tries, looks, _by_person(task, scale))


def _by_person(task: TaskFacts, scale: TimeScale) -> Stretch | None:
    """From when it was taken over: of one that is done that is when its agent had to leave it."""
    if task.owner.kind != MemberKind.PERSON or task.state not in (TaskState.WORKING, TaskState.DONE):
        return None
    if task.state is TaskState.WORKING:
        return Stretch(scale.seconds(task.state_at), scale.whole)
    left = next((one for one in reversed(task.attempts) if one.ended_at), None)
    if left is None or left.state not in _LEFT:
        return None
    return Stretch(scale.seconds(left.ended_at), scale.seconds(task.state_at))
