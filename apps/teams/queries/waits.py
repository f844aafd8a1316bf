"""The slots that tasks of a workspace hold and need, for who would hand one more on."""

import uuid
from collections import defaultdict
from collections.abc import Hashable, Mapping

from apps.agents.queries.workload import slots_of
from apps.teams.domain.states import OPEN_TASK, AttemptState, TaskState
from apps.teams.domain.waits import WaitGraph, circle_through
from apps.teams.models import Attempt, Task

_UNBEGUN = (TaskState.PLANNED, TaskState.READY)


def circle_of_waits(workspace_id: uuid.UUID, task_id: uuid.UUID, agent_id: uuid.UUID) -> tuple[uuid.UUID, ...]:
    """Give the agents that would wait for each other's slots if a running task handed work on to an agent.

    () where it may. An agent's connections count together, so a circle over one of several may stay unseen; no work is
    refused that could be done.
    """
    graph = _graph(workspace_id, agent_id).with_task("new", agent_id, task_id)
    return tuple(agent for agent in circle_through(graph, "new") if isinstance(agent, uuid.UUID))


def _graph(workspace_id: uuid.UUID, agent_id: uuid.UUID) -> WaitGraph:
    calls = Attempt.objects.filter(state=AttemptState.RUNNING, task__team__goal__workspace_id=workspace_id)
    running: dict[Hashable, Hashable] = dict(calls.values_list("task_id", "agent_id"))
    handed = Task.objects.filter(state__in=OPEN_TASK, team__goal__workspace_id=workspace_id).exclude(delegated_by=None)
    queued: dict[Hashable, Hashable] = {}
    handed_on: Mapping[Hashable, set[Hashable]] = defaultdict(set)
    for task, by, state, owner in handed.values_list("id", "delegated_by", "state", "owner__agent"):
        handed_on[by].add(task)
        if state in _UNBEGUN:
            queued[task] = owner
    agents = {one for one in (*running.values(), *queued.values(), agent_id) if isinstance(one, uuid.UUID)}
    slots = dict[Hashable, int](slots_of(agents).items())
    return WaitGraph(slots, running, queued, {by: frozenset(few) for by, few in handed_on.items()})
