"""How a worker hears a bell that only has to be noted: it is no job of Celery's, and takes none of its threads.

A job is an object for its request, a change of threads and a trace around what it does: a millisecond before a lone
goal begins. What is taken up here has threads of its own, and nothing waits for it.
"""

import logging
import threading
import uuid
from collections.abc import Callable
from functools import cache
from queue import SimpleQueue
from typing import Any

from celery.worker import strategy
from django.dispatch import Signal

from apps.chat.jobs import intake

log = logging.getLogger(__name__)

heard = Signal()
"""A bell was heard that became no job."""

Named = tuple[str, uuid.UUID, uuid.UUID]
"""A bell, what it names, and the workspace that is of."""


def hear_at_once(task: Any, app: Any, consumer: Any, **options: Any) -> Callable[..., Any]:
    """A strategy (`Task.Strategy`) for bells that say for whom they are: what they name is offered to the intake.

    Those that are delayed, say less or can't be read are handled as any job.
    """
    handle_as_job = strategy.default(task, app, consumer, **options)

    def hear(message: Any, body: Any, ack: Any, *others: Any, **more: Any) -> Any:
        named = _named(message) if body is None else None
        if named is None:
            return handle_as_job(message, body, ack, *others, **more)
        ack(log, consumer.connection_errors)
        _ear().put((task.name, *named))
        return None

    return hear


@cache
def _ear() -> "SimpleQueue[Named]":
    """What was heard, for a thread that offers it. A worker is told to end by a signal to the consumer's thread, and
    what it does then takes the locks that an offer takes: of this queue alone that thread may be taken away.
    """
    bells: SimpleQueue[Named] = SimpleQueue()
    threading.Thread(target=_offer_all, args=[bells], name="bells", daemon=True).start()
    return bells


def _offer_all(bells: "SimpleQueue[Named]") -> None:
    while True:
        bell, identifier, workspace = bells.get()
        try:
            intake.offer(bell, identifier, workspace)
            heard.send(sender=None)
        except Exception:
            log.exception("%s %s could not be taken up; the sweeper will find it", bell, identifier)


def _named(message: Any) -> tuple[uuid.UUID, uuid.UUID] | None:
    """What a bell names and for which workspace; None: it is handled as any job."""
    if message.headers.get("eta"):
        return None
    try:
        (identifier, workspace), _, _ = message.payload
        return uuid.UUID(identifier), uuid.UUID(workspace)
    except (ValueError, TypeError, AttributeError):
        return None
