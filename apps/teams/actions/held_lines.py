"""Connections of agents, which goals share: held at the end of a transaction, once for all of its goals.

First what happened over them is counted and busy ones are put off, then what became ready is taken by this worker.
"""

import uuid
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from apps.accounts.queries import read_authorities_ahead
from apps.agents import actions as agents
from apps.agents.queries.rows import Connection
from apps.core.read_once import read_for_all
from apps.journal.actions import Log
from apps.journal.bells import ring
from apps.journal.queries.compiled import CompiledQuery
from apps.teams.bells import TeamsBell
from apps.teams.models import Attempt
from apps.teams.queries.authority import origin_of
from apps.teams.queries.connections import chosen_among, given_columns
from apps.teams.queries.load import is_waited_for, loads_of, next_attempts


@dataclass
class HeldLine:
    """A connection whose row is held. `running`: its calls, those included that begin in this transaction.

    `usual_tokens`: the mean of what its agent's last ten calls that were done took.
    """

    connection: Connection
    running: int
    usual_tokens: int

    def take_slot(self) -> None:
        """One more call begins."""
        self.running += 1
        _begun()[self.connection.pk] += 1


def _begun() -> Counter[uuid.UUID]:
    """How many calls the transaction has begun over each line: those of attempts that it made are in no table yet."""
    return read_for_all(_begun, Counter)


@dataclass(frozen=True)
class HeldLines:
    """The lines that a transaction holds, by key, and which of them each attempt may go over."""

    lines: Mapping[uuid.UUID, HeldLine]
    chosen: Mapping[uuid.UUID, uuid.UUID]

    def of(self, attempt: Attempt) -> HeldLine | None:
        """The line of an attempt, if there is one that is its origin's to use, and on."""
        key = self.chosen.get(attempt.id)
        return None if key is None else self.lines.get(key)

    def miss(self, attempt: Attempt) -> bool:
        """Whether another line became its to use while these were waited for, and is not held: whoever opened that one
        rings for what waits for it.
        """
        return attempt.id in self.chosen and self.of(attempt) is None


def _lines(*given_and_others: list[uuid.UUID | None]) -> "QuerySet[Connection]":
    return agents.lines_to_hold().filter(pk__in=chosen_among(*given_and_others))


_LINES = CompiledQuery(_lines, list, list, list, list, list)


def hold_lines(attempts: Collection[Attempt], others: Collection[uuid.UUID] = ()) -> HeldLines:
    """Hold the connections that these attempts may begin over, and others, until the transaction ends.

    All that a transaction needs are held at once, in one order: so no two transactions wait for each other.
    """
    rows = {row.pk: row for row in _LINES.of(*given_columns(attempts), list(others))} if attempts or others else {}
    loads = loads_of(attempts) if attempts else {}
    held, begun = {one.line: one for one in loads.values() if one.line in rows}, _begun()
    lines = {key: HeldLine(rows[key], one.running + begun[key], one.usual_tokens) for key, one in held.items()}
    return HeldLines(lines, {attempt: one.line for attempt, one in loads.items()})


@dataclass(frozen=True)
class TaskEnded:
    """A task was done over a connection, or failed."""

    line: uuid.UUID
    done: bool


@dataclass(frozen=True)
class LineBusy:
    """An agent wants to be left alone until then."""

    line: uuid.UUID
    until: datetime


@dataclass(frozen=True)
class WorkReady:
    """An attempt may begin now: `begin` does it, where it may, over the lines that are held."""

    attempt: Attempt
    begin: Callable[[HeldLines], None]


LineNews = TaskEnded | LineBusy | WorkReady


def tell_lines(log: Log, news: LineNews) -> None:
    """Have connections told at the end of the transaction."""
    log.at_end(_settle_lines, news)


def _settle_lines(news: list[LineNews]) -> None:
    ready = [one for one in news if isinstance(one, WorkReady)]
    ended = [one for one in news if isinstance(one, TaskEnded)]
    busy = [one for one in news if isinstance(one, LineBusy)]
    # where something only ended, its lines are held by the statement that counts it
    others = {one.line for one in ended} | {one.line for one in busy}
    lines = hold_lines([one.attempt for one in ready], others if ready or busy else ())
    if ended:
        agents.record_outcomes(_counted(ended))
    for one in busy:
        agents.postpone_calls(one.line, one.until)
    _begin(ready, lines)


def _counted(ended: Collection[TaskEnded]) -> dict[uuid.UUID, tuple[int, int]]:
    lines = {one.line for one in ended}
    done = {line: sum(one.done for one in ended if one.line == line) for line in lines}
    return {line: (done[line], sum(one.line == line for one in ended) - done[line]) for line in lines}


def _begin(ready: Collection[WorkReady], lines: HeldLines) -> None:
    """Agent by agent; in whose name they begin is read for all of them."""
    read_authorities_ahead({origin for one in ready if (origin := origin_of(one.attempt.task))})
    for one in sorted(ready, key=lambda one: (one.attempt.agent_id, str(one.attempt.origin_id))):
        one.begin(lines)


def ring_next(line: uuid.UUID) -> None:
    """Have what comes next over a connection started, as much as it has free slots for."""
    if is_waited_for(line):
        for attempt_id in next_attempts(line):
            ring(TeamsBell.ATTEMPT_READY, attempt_id)
