"""Who waits for whom by the slots of agents, and whether that closes a circle in which nobody ever goes on. Pure.

A running task holds a slot of its agent and may wait in its call for tasks that it handed on; those need slots too.
"""

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class WaitGraph:
    """Tasks and agents by any keys. A task stands in `running` or in `queued`; what is in neither waits for no slot."""

    slots: Mapping[Hashable, int]  # of each agent, taken ones counted in
    running: Mapping[Hashable, Hashable]  # a task, and the agent whose slot it holds
    queued: Mapping[Hashable, Hashable]  # a task, and the agent of whom it needs a slot
    handed_on: Mapping[Hashable, frozenset[Hashable]]  # a task, and the open tasks that it may wait for

    def with_task(self, task: Hashable, agent: Hashable, by: Hashable) -> "WaitGraph":
        """The same after one more task was handed on to an agent."""
        more = self.handed_on.get(by, frozenset()) | {task}
        return replace(self, queued={**self.queued, task: agent}, handed_on={**self.handed_on, by: more})


def circle_through(graph: WaitGraph, task: Hashable) -> tuple[Hashable, ...]:
    """Give the agents of a circle that keeps a task from ever going on, the first once more at its end; () for none."""
    stuck = _stuck_tasks(graph)
    agents: list[Hashable] = []
    seen: dict[Hashable, int] = {}
    at: Hashable | None = task if task in stuck else None
    while at is not None and at not in seen:
        seen[at] = len(agents)
        agents.append(graph.running.get(at, graph.queued.get(at)))
        at = _waits_for(graph, at, stuck)
    return () if at is None else _closed(agents[seen[at] :])


def _stuck_tasks(graph: WaitGraph) -> frozenset[Hashable]:
    """The tasks that are left when all that can end has ended: each gives its slot back, and others go on."""
    free = Counter(dict(graph.slots))
    free.subtract(graph.running.values())
    left = {*graph.running, *graph.queued}
    while ending := [task for task in left if _can_end(graph, task, left, free)]:
        for task in ending:
            if task in graph.running:
                free[graph.running[task]] += 1
        left.difference_update(ending)
    return frozenset(left)


def _can_end(graph: WaitGraph, task: Hashable, left: set[Hashable], free: Mapping[Hashable, int]) -> bool:
    if task in graph.queued and free.get(graph.queued[task], 0) <= 0:
        return False
    return not graph.handed_on.get(task, frozenset()) & left


def _waits_for(graph: WaitGraph, task: Hashable, stuck: frozenset[Hashable]) -> Hashable | None:
    """What a stuck task waits for: who holds the slot that it needs, or one that it handed on."""
    if task in graph.queued:
        holders = (one for one, agent in graph.running.items() if agent == graph.queued[task] and one in stuck)
        return next(holders, None)
    return next((one for one in graph.handed_on.get(task, frozenset()) if one in stuck), None)


def _closed(agents: list[Hashable]) -> tuple[Hashable, ...]:
    """Each agent once where it stands twice in a row, for what it waits for and what it does, and the first again."""
    once = [agent for at, agent in enumerate(agents) if at == 0 or agent != agents[at - 1]]
    return (*(once[:-1] if len(once) > 1 and once[-1] == once[0] else once), once[0])
