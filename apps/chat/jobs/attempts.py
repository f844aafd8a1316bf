"""The job that has an agent called: it claims, hands the call to the process's loop and returns."""

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from celery import shared_task
from django.utils import timezone

from apps.accounts.actions.signing import public_key
from apps.agents.actions.shelf import Shelf
from apps.agents.bells import AgentsBell
from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Accepted, AgentError, Progress, RunRequest, Writing
from apps.agents.domain.foreign_rooms import ForeignWork
from apps.agents.gateway import calls, pool
from apps.agents.gateway.pool import worker_name
from apps.agents.gateway.run import ProgressEvent, run_agent
from apps.agents.queries.connectors import descriptor_of_kind
from apps.chat.actions import notifications
from apps.chat.actions.separately import separately
from apps.chat.events import draft_of_attempt, drafts_of
from apps.chat.jobs import intake, writer
from apps.chat.jobs.colleague_desk import TaskDesk
from apps.chat.jobs.process import renew
from apps.chat.queries.assignments import assignments_with_changes
from apps.chat.voices import form_filler_for
from apps.core.read_together import read_after_commit
from apps.core.statements import is_away
from apps.journal import bells
from apps.journal.gateway import show_draft
from apps.teams.actions import attempts, leases
from apps.teams.actions.attempt_ends import LOST
from apps.teams.actions.claims import ClaimedSlots
from apps.teams.actions.crossings import promise_budget
from apps.teams.actions.elsewhere import note_elsewhere
from apps.teams.actions.held_lines import ring_next
from apps.teams.bells import TeamsBell
from apps.teams.domain.retries import LEASE, RENEW_SECONDS
from apps.teams.queries.work import Assignment

log = logging.getLogger(__name__)


@shared_task(name=TeamsBell.ATTEMPT_READY.value)
def run_attempt(attempt_id: str) -> None:
    """Have the agent of an attempt called, as soon as this process has room for it and it comes next."""
    intake.offer(TeamsBell.ATTEMPT_READY, uuid.UUID(attempt_id))


@shared_task(name=AgentsBell.LINE_OPEN.value)
def begin_over_line(connection_id: str) -> None:
    """Have the work begun that waited for a connection."""
    ring_next(uuid.UUID(connection_id))


@intake.takes(TeamsBell.ATTEMPT_READY)
def begin_attempt(attempt_id: uuid.UUID) -> None:
    """Call the agent of an attempt, if it is still ready and a slot of this process is free."""
    if not calls.try_slot():
        intake.note_more()
        return
    with calls.starting():
        claimed = _is_claimed(attempt_id)
    if not claimed:
        calls.release_slot()
        return
    _begin(attempt_id, read_after_commit(assignments_with_changes, attempt_id))


def _is_claimed(attempt_id: uuid.UUID) -> bool:
    """Whether it is this worker's now; one that can't be claimed at all lets others of its agent go first."""
    try:
        return attempts.claim_attempt(attempt_id, worker_name())
    except Exception as error:
        if is_away(error):
            raise  # or somebody holds its goal: it stays due
        log.exception("attempt %s could not be begun", attempt_id)
        separately(partial(attempts.go_to_end_of_line, attempt_id), attempt_id)
        return False


@contextmanager
def claimed_slots() -> Iterator[ClaimedSlots | None]:
    """A block whose action may take work for this process: the calls of what it took begin when it has committed.

    None where bells are heard elsewhere: then whoever hears them takes the work.
    """
    taking = _slots_here()
    try:
        yield taking
    except BaseException:
        if taking is not None:
            taking.let_go()
        raise


def _slots_here() -> ClaimedSlots | None:
    if not bells.are_heard_here():
        return None
    return ClaimedSlots(
        worker_name(), calls.try_slot, calls.release_slot, assignments_with_changes, _begin, calls.let_begin
    )


def _begin(identifier: uuid.UUID, read: Callable[[], Assignment]) -> None:
    """Have the agent of a claimed attempt called, in the slot that was taken for it. `read` gives what it is asked."""
    calls.every(RENEW_SECONDS, renew)
    with calls.preparing(leases.call_name(identifier)):
        try:
            _call(identifier, read())
        except Exception:
            log.exception("attempt %s could not be begun", identifier)
            calls.release_slot()  # nothing was started; the lease is given up, and whoever sweeps decides what next
            separately(partial(leases.lapse, [leases.call_name(identifier)]), identifier)


def _call(identifier: uuid.UUID, work: Assignment) -> None:
    if work.given:
        attempts.note_given(identifier, work.given)

    def note(event: ProgressEvent) -> None:
        match event:
            case Progress(text=text, sign=sign):
                told = partial(attempts.note_progress, identifier, text, sign)
                writer.write(work.goal_id, identifier, told, ahead=attempts.read_attempts_ahead)
            case Writing(piece=text):
                _show(identifier, work.request, text)
            case Accepted(handle=handle):
                called = partial(attempts.note_handle, identifier, handle)
                writer.write(work.goal_id, identifier, called, ahead=attempts.read_attempts_ahead)
            case ForeignWork():
                seen = partial(note_elsewhere, identifier, str(work.address.config.get("url", "")), event)
                writer.write(work.goal_id, identifier, seen, ahead=attempts.read_attempts_ahead)

    prepared = _with_desk(_with_model(work))
    shelf, request = Shelf(work.whose), _with_crossing(identifier, work, prepared)
    work_on = partial(run_agent, work.address, request, note, shelf)
    end = _End(identifier, work)
    calls.start(leases.call_name(identifier), partial(_run, identifier, work, work_on), end.record, end.hand_over)


@dataclass(frozen=True)
class _End:
    """What is done with how the call of an attempt ends."""

    identifier: uuid.UUID
    work: Assignment

    def record(self, outcome: CallOutcome | AgentError) -> None:
        """Record it in this thread: what is stored of files is shared by goals, and held until the commit."""
        with claimed_slots() as taking:
            self._finished(outcome, taking)()

    def hand_over(self, outcome: CallOutcome | AgentError) -> "Future[None] | None":
        """Have a writer record it with others; None: it can't."""
        if isinstance(outcome, CallOutcome) and outcome.files:
            return None
        taking = _slots_here()
        finished = self._finished(outcome, taking)
        done = writer.offer(self.work.goal_id, self.identifier, finished, ahead=notifications.read_ended_ahead)
        if done is not None and taking is not None:
            done.add_done_callback(lambda ended: taking.let_go() if ended.exception() else None)
        return done

    def _finished(self, outcome: CallOutcome | AgentError, taking: ClaimedSlots | None) -> Callable[[], None]:
        ended = outcome if isinstance(outcome, CallOutcome) else CallOutcome(outcome)
        return partial(notifications.finish_attempt, self.identifier, self.work.begun, ended, taking)


async def _run(identifier: uuid.UUID, work: Assignment, call: Callable[[], Awaitable[CallOutcome]]) -> CallOutcome:
    """Make a call; one that is given up is noted as left once its agent, which can be told so, has been told."""
    if not await _is_still_ours(identifier, work):
        return CallOutcome(AgentError(LOST))
    try:
        return await call()
    except asyncio.CancelledError:
        if descriptor_of_kind(work.address.connector).cancel:
            calls.soon(partial(attempts.note_left, identifier), f"the leaving of {identifier}")
        raise


async def _is_still_ours(identifier: uuid.UUID, work: Assignment) -> bool:
    """False: this process stood still since it claimed the work, and somebody else may have begun it meanwhile."""
    if work.begun is None or timezone.now() - work.begun <= LEASE:
        return True
    return await pool.in_thread(pool.lanes, partial(_is_held, identifier, work.begun))


def _is_held(identifier: uuid.UUID, begun: datetime) -> bool:
    leases.renew([leases.call_name(identifier)])
    return attempts.is_at_work(identifier, begun)


def _show(identifier: uuid.UUID, request: RunRequest, text: str) -> None:
    if request.chain.team:
        show_draft(draft_of_attempt(identifier), text, drafts_of(request.chain.team))


def _with_crossing(attempt_id: uuid.UUID, work: Assignment, request: RunRequest) -> RunRequest:
    """What goes to another hub takes along through which ones it came, and what it may spend."""
    if not work.address.config.get("hub") or request.chain.team is None:
        return request
    here = public_key().fingerprint
    return replace(request, crossing=promise_budget(attempt_id, here, request.chain.named()))


def _with_desk(request: RunRequest) -> RunRequest:
    """An agent whose connector turns to colleagues for it needs a place where it can."""
    return replace(request, desk=TaskDesk(request.colleagues.token)) if request.colleagues else request


def _with_model(work: Assignment) -> RunRequest:
    """What an agent is asked; for one of the hub, and for tools, the workspace's model may choose what it does."""
    if not descriptor_of_kind(work.address.connector).may_choose_by_model:
        return work.request
    return replace(work.request, model=form_filler_for(work.whose.workspace_id))
