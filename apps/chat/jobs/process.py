"""What a worker process does when it begins and when it ends."""

import logging
import threading
import uuid
from collections.abc import Collection
from functools import partial

from celery import current_app
from celery.signals import worker_ready, worker_shutting_down
from django.db import DatabaseError

from apps.agents.gateway import calls, pool
from apps.agents.gateway.warm_up import get_ready
from apps.chat.actions import turn_leases
from apps.chat.actions.separately import separately
from apps.chat.jobs import hearing, intake, writer
from apps.core import prose
from apps.journal import bells
from apps.teams.actions import leases
from apps.teams.queries.repeatability import unrepeatable
from apps.teams.queries.work import cancelled_attempts

log = logging.getLogger(__name__)

DRAIN_SECONDS = 5.0  # for the calls in flight to end
LONGEST_DRAIN = 15.0  # seconds more, for those that must not be made twice


@worker_ready.connect
def hear_own_bells(**_: object) -> None:
    """Do what follows from a step in this process, at once, and take up what waits whenever there is room."""
    writer.start()
    bells.hear(_hear)
    pool.lanes.on_taken = intake.go_on
    hearing.start()
    intake.note_more()


def _hear(job: str, identifier: str, *known: str) -> None:
    if intake.is_taken_up(job):
        intake.offer(job, uuid.UUID(identifier), *map(uuid.UUID, known))
    else:
        calls.soon(partial(current_app.tasks[job], identifier, *known), f"{job} {identifier}")


@worker_ready.connect
def warm_up(**_: object) -> None:
    """Load what the first goal would wait for, beside the work that may already come in."""
    threading.Thread(target=_get_ready, name="warm-up", daemon=True).start()


def _get_ready() -> None:
    get_ready()
    prose.get_ready()


@worker_shutting_down.connect
def drain(**_: object) -> None:
    """Stop taking work, wait a little for the calls in flight, and let others take over at once what is left.

    What must not be done twice is waited for longer: else a person would have to look what became of it.
    """
    hearing.stop()
    bells.hear(None)
    left = calls.leave(DRAIN_SECONDS)
    kept = _not_to_be_made_again(left)
    _hand_back(set(left) - kept)
    _hand_back(calls.drain(LONGEST_DRAIN if kept else 0))
    pool.lanes.close()
    writer.stop()


@worker_shutting_down.connect
def stop_sending(**_: object) -> None:
    """Leave what is to be sent to other workers."""
    pool.senders.close()


def _not_to_be_made_again(names: Collection[str]) -> set[str]:
    """Those of these calls that nobody may make twice: all of them, where the database is away."""
    try:
        return {leases.call_name(one) for one in unrepeatable(leases.attempt_ids_among(names))}
    except DatabaseError:
        log.warning("the database was away when this worker ended", exc_info=True)
        return set(names)


def _hand_back(names: Collection[str]) -> None:
    for name in names:
        calls.cancel(name)
    for release in (turn_leases.release, leases.release):
        separately(partial(release, names), "what this worker had in hand")
    if names:
        log.info("left %d calls to other workers", len(names))


def renew() -> None:
    """Keep alive what this process has in hand, and give up what was cancelled meanwhile."""
    held = calls.in_flight()
    turn_leases.renew(held)
    leases.renew(held)
    for attempt_id in cancelled_attempts(leases.attempt_ids_among(held)):
        calls.cancel(leases.call_name(attempt_id))
