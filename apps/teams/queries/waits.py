"""The slots that tasks of a workspace hold and need, and who waits for whom, for whoever would begin one more wait."""

import uuid
from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When

from apps.agents.queries.workload import slots_of
from apps.teams.domain.states import OPEN_TASK, AttemptState
from apps.teams.domain.waits import WaitGraph, circle_through, path_in_words
from apps.teams.models import Attempt, Task
from apps.teams.queries.connections import chosen, line_for


@dataclass(frozen=True)
class NewWait:
    """A task that would wait for a slot of an agent, in the name of `user`. `task` None: it is not there yet."""

    agent_id: uuid.UUID
    user: uuid.UUID | None
    handle: str
    needed_by: uuid.UUID | None
    task: uuid.UUID | None = None


def circle_of(workspace_id: uuid.UUID, new: NewWait) -> str:
    """Who would wait for whom in a circle if a task waited for a slot of an agent, in words; "" where it may."""
    line = line_for(new.agent_id, new.user)
    if line is None:  # it waits for a person, who connects the agent
        return ""
    key = new.task or "new"
    rows = _Rows()
    rows.read(workspace_id)
    rows.handles[key] = new.handle
    return rows.in_words(rows.graph([line]).queueing(key, line, new.needed_by), key)


def circle_of_beginning(attempt: Attempt) -> str:
    """The same if an attempt took its slot again while what its task handed on is open."""
    rows = _Rows()
    rows.read(attempt.task.team.goal.workspace_id)
    if attempt.task_id not in rows.queued:
        return ""
    return rows.in_words(rows.graph([]).beginning(attempt.task_id), attempt.task_id)


def circle_of_fewer_slots(workspace_id: uuid.UUID, line: uuid.UUID, slots: int) -> str:
    """The same if a connection had only so many slots: "" where all who wait for it could still go on."""
    rows = _Rows()
    rows.read(workspace_id)
    graph = rows.graph([line]).with_slots(line, slots)
    return next(filter(None, (rows.in_words(graph, task) for task in [*rows.queued, *rows.running])), "")


def has_open_parts(task_id: uuid.UUID) -> bool:
    """Whether a task has handed something on that is open."""
    return _with_parts().filter(pk=task_id).exists()


@dataclass
class _Rows:
    """What the graph is made of, and the agents of its tasks by their handles."""

    running: dict[Hashable, Hashable] = field(default_factory=dict)
    queued: dict[Hashable, Hashable] = field(default_factory=dict)
    needs: dict[Hashable, set[Hashable]] = field(default_factory=lambda: defaultdict(set))
    handles: dict[Hashable, str] = field(default_factory=dict)

    def read(self, workspace_id: uuid.UUID) -> None:
        """All that hold slots, and all that handed something on or were handed on: those will need one again."""
        for task, by, handle, state, line in _newest_attempts(workspace_id):
            self.handles[task] = handle
            if by is not None:
                self.needs[by].add(task)
            if line is not None:
                (self.running if state == AttemptState.RUNNING else self.queued)[task] = line

    def graph(self, lines: Iterable[uuid.UUID]) -> WaitGraph:
        """Of them all, with the slots of these connections too."""
        slots = slots_of({*self.running.values(), *self.queued.values(), *lines})
        needs = {by: frozenset(few) for by, few in self.needs.items()}
        return WaitGraph(dict(slots.items()), self.running, self.queued, needs)

    def in_words(self, graph: WaitGraph, key: Hashable) -> str:
        """The circle that keeps a task from going on, by the handles of agents; "" for none."""
        path = circle_through(graph, key)
        return path_in_words([f"@{self.handles[one]}" for one in path]) if path else ""


def _newest_attempts(workspace_id: uuid.UUID) -> "QuerySet[Attempt, tuple[Any, ...]]":
    """Of each open task the last attempt: who handed it on, its agent, its state, the connection of its slot."""
    rows = Attempt.objects.filter(task__team__goal__workspace_id=workspace_id, task__state__in=OPEN_TASK)
    waiting = Q(task__delegated_by__isnull=False) | Exists(_with_parts().filter(pk=OuterRef("task_id")))
    rows = rows.filter(Q(state=AttemptState.RUNNING) | waiting)
    newest = rows.order_by("task_id", "-number").distinct("task_id")
    line = Case(When(state=AttemptState.RUNNING, then=F("connection_id")), default=chosen())
    return newest.values_list("task_id", "task__delegated_by", "agent__handle", "state", line)


def _with_parts() -> "QuerySet[Task]":
    """The tasks that have handed something on which is open."""
    return Task.objects.filter(delegated__state__in=OPEN_TASK)
