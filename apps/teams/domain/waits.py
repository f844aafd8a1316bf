"""Who waits for whom, and whether that closes a circle in which nobody ever goes on. Pure.

Whoever waits is a task or a room. A task waits for a slot of its agent, and holds it while its call runs; at work it
waits for the tasks that it handed on, planned for those that it comes after, and where a team does it, for that
team's room; a room waits for its tasks. What else waits, and why it closes no circle, stands in docs/waits.md.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from apps.core.sentences import sentence


@dataclass(frozen=True)
class WaitGraph:
    """By any keys: whoever waits, and the connections of agents, which have slots. Who has ended is not in it."""

    slots: Mapping[Hashable, int]  # of each connection, taken ones counted in
    running: Mapping[Hashable, Hashable]  # a task, and the connection whose slot it holds
    queued: Mapping[Hashable, Hashable]  # a task, and the connection of which it needs a slot
    needs: Mapping[Hashable, frozenset[Hashable]]  # who waits, and those that must all have ended before it can

    def queueing(self, task: Hashable, line: Hashable, needed_by: Hashable | None) -> "WaitGraph":
        """The same once a task waits for a slot of a connection, and somebody for the task."""
        running = {one: held for one, held in self.running.items() if one != task}
        more = {} if needed_by is None else {needed_by: self.needs.get(needed_by, frozenset()) | {task}}
        return replace(self, running=running, queued={**self.queued, task: line}, needs={**self.needs, **more})

    def beginning(self, task: Hashable) -> "WaitGraph":
        """The same once a task that waits for a slot holds it."""
        queued = {one: line for one, line in self.queued.items() if one != task}
        return replace(self, running={**self.running, task: self.queued[task]}, queued=queued)

    def with_slots(self, line: Hashable, slots: int) -> "WaitGraph":
        """The same where a connection has so many slots, those that are held counted in."""
        return replace(self, slots={**self.slots, line: slots})


def circle_through(graph: WaitGraph, waiter: Hashable) -> tuple[Hashable, ...]:
    """Give who waits for whom in a circle that keeps `waiter` from ever going on, the first once more at its end.

    () where there is none.
    """
    stuck = _stuck(graph)
    path: list[Hashable] = []
    seen: dict[Hashable, int] = {}
    at: Hashable | None = waiter if waiter in stuck else None
    while at is not None and at not in seen:
        seen[at] = len(path)
        path.append(at)
        at = _waits_for(graph, at, stuck)
    return () if at is None else (*path[seen[at] :], at)


def _stuck(graph: WaitGraph) -> frozenset[Hashable]:
    """Those that are left when all that can end has ended: each gives its slot back, and others go on."""
    free = Counter(dict(graph.slots))
    free.subtract(graph.running.values())
    left = {*graph.running, *graph.queued, *graph.needs}
    while ending := [one for one in left if _can_end(graph, one, left, free)]:
        for one in ending:
            if one in graph.running:
                free[graph.running[one]] += 1
        left.difference_update(ending)
    return frozenset(left)


def _can_end(graph: WaitGraph, one: Hashable, left: set[Hashable], free: Mapping[Hashable, int]) -> bool:
    if one in graph.queued and free.get(graph.queued[one], 0) <= 0:
        return False
    return not graph.needs.get(one, frozenset()) & left


def _waits_for(graph: WaitGraph, one: Hashable, stuck: frozenset[Hashable]) -> Hashable | None:
    """What somebody who is stuck waits for: one that must end first, or who holds the slot that it needs."""
    needed = next((other for other in graph.needs.get(one, frozenset()) if other in stuck), None)
    if needed is not None or one not in graph.queued:
        return needed
    holders = (other for other, line in graph.running.items() if line == graph.queued[one] and other in stuck)
    return next(holders, None)


def path_in_words(names: Sequence[str]) -> str:
    """A path by the names of those on it: whoever stands twice in a row, for what it does and waits for, once."""
    once = [name for name, _ in groupby(names)]
    first, second, *rest = once if len(once) > 1 else [*once, *once]
    path = sentence("{first} waits for {second}", first=first, second=second)
    for name in rest:
        path = sentence("{path}, which waits for {name}", path=path, name=name)
    return path
