"""Work that becomes ready in a transaction, taken in that transaction by the worker that made it ready."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import cast

from django.db import transaction

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

    `read`: see `read_after_commit`; `begin`: makes the call of an attempt, of which something gives what was read;
    `let_begin`: lets what was begun go first; `taken`: the attempts whose calls have not begun.
    """

    worker: str
    try_slot: Callable[[], bool]
    release_slot: Callable[[], None]
    read: Read[Assignment]
    begin: Callable[[uuid.UUID, Callable[[], Assignment]], None]
    let_begin: Callable[[], None]
    taken: set[uuid.UUID] = field(default_factory=set)

    def take(self, attempt_id: uuid.UUID) -> None:
        """Its call begins when this transaction has committed, in the thread that commits: no other has to wake."""
        self.taken.add(attempt_id)
        read = read_after_commit(self.read, attempt_id)
        transaction.on_commit(partial(self._begin, attempt_id, read), robust=True)

    def _begin(self, attempt_id: uuid.UUID, read: Callable[[], Assignment]) -> None:
        self.taken.discard(attempt_id)
        self.begin(attempt_id, read)
        if not self.taken:
            self.let_begin()

    def let_go(self) -> None:
        """Nothing was taken after all: the transaction failed, or is tried again."""
        while self.taken:
            self.taken.pop()
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
        slots.take(attempt.id)
        log.unring(TeamsBell.ATTEMPT_READY, attempt.id)
    else:
        slots.release_slot()


def note_free_slot(log: Log, ended: Attempt) -> None:
    """A slot of its agent is free: have what comes next there started once this has committed, the goals in turn.

    An agent that had the attempt put back wants to be left alone.
    """
    if ended.state != AttemptState.READY and ended.connection_id is not None:
        log.ring(AgentsBell.LINE_OPEN, ended.connection_id)
