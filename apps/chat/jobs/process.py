"""What a worker process does when it begins and when it ends."""

import logging
import threading
from functools import partial

from celery import current_app
from celery.signals import worker_ready, worker_shutting_down

from apps.agents.gateway import calls
from apps.agents.gateway.warm import get_ready
from apps.chat.actions import turns
from apps.journal import bells
from apps.teams.actions import leases

log = logging.getLogger(__name__)

DRAIN_SECONDS = 20.0


@worker_ready.connect
def hear_own_bells(**_: object) -> None:
    """Do what follows from a step in this process, at once."""
    bells.hear(lambda job, identifier: calls.soon(partial(current_app.tasks[job], identifier), job))


@worker_ready.connect
def warm_up(**_: object) -> None:
    """Load what the first goal would wait for, beside the work that may already come in."""
    threading.Thread(target=get_ready, name="warm-up", daemon=True).start()


@worker_shutting_down.connect
def drain(**_: object) -> None:
    """Stop taking work, wait for the calls in flight, and let others take over at once what is left."""
    bells.hear(None)
    left = calls.drain(DRAIN_SECONDS)
    turns.release(left)
    leases.release(left)
    if left:
        log.info("left %d calls to other workers", len(left))
