"""How Celery's consumer hands on a bell that only has to be noted: by itself, not by one of its threads.

A job of Celery's is an object for its request, a change of threads and a trace around what it does: a millisecond
before a lone goal begins. What is taken up here has threads of its own, and nothing waits for it.
"""

import logging
import uuid
from collections.abc import Callable
from typing import Any

from celery.worker import strategy

from apps.chat.jobs import intake

log = logging.getLogger(__name__)


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
        return intake.offer(task.name, *named)

    return hear


def _named(message: Any) -> tuple[uuid.UUID, uuid.UUID] | None:
    """What a bell names and for which workspace; None: it is handled as any job."""
    if message.headers.get("eta"):
        return None
    try:
        (identifier, workspace), _, _ = message.payload
        return uuid.UUID(identifier), uuid.UUID(workspace)
    except (ValueError, TypeError, AttributeError):
        return None
