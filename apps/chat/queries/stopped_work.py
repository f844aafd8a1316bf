"""What became of the agents that were at work in a part of a goal when it was stopped."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from apps.teams.queries.facts import TaskFacts
from apps.teams.queries.members import Face


@dataclass(frozen=True)
class StoppedWork:
    """Of a part that was stopped: how many agents were at work, who has not confirmed that they left it, and whether
    they are waited for still.
    """

    agents: int
    silent: tuple[Face, ...]
    is_waited_for: bool

    @property
    def confirmed(self) -> int:
        """How many have left it."""
        return self.agents - len(self.silent)


STOP_PATIENCE = timedelta(seconds=20)
"""So long agents that were told to stop are waited for, before their silence is said."""


def stopped_work(tasks: Iterable[TaskFacts], ended: datetime, now: datetime) -> StoppedWork | None:
    """Of these tasks, of a part that ended by being stopped; None: no agent was at work."""
    cut = [(task.owner, attempt.left_at) for task in tasks for attempt in task.attempts if attempt.was_cut_off(ended)]
    silent = {face.handle: face for face, left_at in cut if left_at is None}
    were = {face.handle for face, _ in cut}
    return StoppedWork(len(were), tuple(silent.values()), now < ended + STOP_PATIENCE) if were else None
