"""Work that becomes ready in a transaction, taken in that transaction by the worker that made it ready."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import cast

from apps.agents.bells import AgentsBell
from apps.core.read_together import Read, read_after_commit
from apps.journal.actions import Log
from apps.teams.actions import attempts
from apps.teams.actions.held_lines import HeldLines, WorkReady, tell_lines
from apps.teams.bells import TeamsBell
from apps.teams.domain.states import AttemptState
from apps.teams.models import Attempt
from apps.teams.queries.work import Assignment


@dataclass
class ClaimedSlots:
    """A worker process that has room: its name, how it takes and gives back room for one call, and what it took.

    `read`: see `read_after_commit`; `taken`: by attempt, what gives what was read of it.
    """

    worker: str
    try_slot: Callable[[], bool]
    release_slot: Callable[[], None]
    read: Read[Assignment]
    taken: dict[uuid.UUID, Callable[[], Assignment]] = field(default_factory=dict)

    def let_go(self) -> None:
        """Nothing was taken after all: the transaction failed, or is tried again."""
        while self.taken:
            self.taken.popitem()
            self.release_slot()


def take_ready(log: Log, slots: ClaimedSlots | None) -> None:
    """At the end of the transaction, take the attempts that it made ready; nobody need be woken for those."""
    if slots is None:
        return
    slots.let_go()  # of a try that was undone
    for attempt in cast("list[Attempt]", log.rung(TeamsBell.ATTEMPT_READY)):
        tell_lines(log, WorkReady(attempt, partial(_take, log, attempt, slots)))


def _take(log: Log, attempt: Attempt, slots: ClaimedSlots, lines: HeldLines) -> None:
    if not slots.try_slot():
        return
    if attempts.take_attempt(log, attempt, slots.worker, lines):
        slots.taken[attempt.id] = read_after_commit(slots.read, attempt.id)
        log.unring(TeamsBell.ATTEMPT_READY, attempt.id)
    else:
        slots.release_slot()


def note_free_slot(log: Log, ended: Attempt) -> None:
    """A slot of its agent is free: have what comes next there started once this has committed, the goals in turn.

    An agent that had the attempt put back wants to be left alone.
    """
    if ended.state != AttemptState.READY and ended.connection_id is not None:
        log.ring(AgentsBell.LINE_OPEN, ended.connection_id)
