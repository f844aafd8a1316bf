"""How a worker hears the bells that only have to be noted: it waits at their list, beside Celery's consumer.

As a job of Celery's such a bell would be an object for its request, a change of threads and a trace around what it
does, and who rings would make one of its messages, all before a lone goal begins. What is taken up here has threads of
its own, and nothing waits for it.
"""

import json
import logging
import threading
import time
import uuid

from django.dispatch import Signal
from redis import RedisError

from apps.chat.jobs import intake
from apps.journal import bells

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""So long one look at the list waits: the connection counts as broken when Redis says nothing for two."""

heard = Signal()
"""A bell was heard that is no job."""


class Ear(threading.Thread):
    """The thread that hears them, until it is told to leave."""

    def __init__(self) -> None:
        super().__init__(name="bells", daemon=True)
        self._leaves = False

    def leave(self) -> None:
        """Take no more. No lock is taken: it is told so by a signal, whatever the thread was at that gets that."""
        self._leaves = True

    def run(self) -> None:
        """Hear one after the other."""
        while not self._leaves:
            try:
                self._hear()
            except (RedisError, OSError):
                time.sleep(LOOK_SECONDS)  # the sweeper finds what is due meanwhile

    def _hear(self) -> None:
        noted = bells.next_noted(LOOK_SECONDS)
        if noted is None:
            return
        if self._leaves:
            bells.put_back(noted)
        else:
            _offer(noted)


def _offer(noted: bytes) -> None:
    try:
        bell, identifier, whom = json.loads(noted)
        intake.offer(bell, uuid.UUID(identifier), uuid.UUID(whom))
        heard.send(sender=None)
    except Exception:
        log.exception("%r could not be taken up; the sweeper will find it", noted)


_of_process: Ear | None = None


def start() -> None:
    """Hear from now on."""
    global _of_process  # noqa: PLW0603 - a process has one
    _of_process = Ear()
    _of_process.start()


def stop() -> None:
    """Leave what rings to other workers."""
    if _of_process is not None:
        _of_process.leave()
