"""What a worker shows: its threads and its loop answer, it takes what waits, and which plug-ins are of no use to it."""

import logging
import threading
import time
from typing import Any

from celery.signals import task_prerun
from django.db import Error, connection

from apps.agents.gateway import calls, pool
from apps.agents.queries.connectors import broken_plugins
from apps.chat.jobs.hearing import heard
from apps.chat.queries.vitals import WORKER
from apps.core.statements import is_away
from apps.journal import bells
from apps.journal.actions import beat
from ioa_web import heartbeat

log = logging.getLogger(__name__)

PULSE = 5.0  # seconds


class BrokerIntake:
    """Whether jobs that wait at the broker are taken."""

    def __init__(self) -> None:
        self._fine_at = time.monotonic()

    def note(self, **_: object) -> None:
        """A job was taken."""
        self._fine_at = time.monotonic()

    def silent_for(self) -> float:
        """Seconds for which jobs have waited and none was taken."""
        if not bells.waiting_count():
            self.note()
        return time.monotonic() - self._fine_at


intake = BrokerIntake()


def show_life(consumer: Any) -> None:
    """Beat from now on, and leave a pulse in the database. `consumer`: Celery's, of this worker."""
    parts = [heartbeat.Part(submit) for submit in (consumer.pool.executor.submit, pool.lanes.submit, calls.on_loop)]
    task_prerun.connect(intake.note)
    heard.connect(intake.note)
    heartbeat.keep_beating([intake.silent_for, *(part.silent_for for part in parts)])
    threading.Thread(target=_leave_pulses, name="pulse", daemon=True).start()


def tell_of_plugins() -> None:
    """Name in the log the plug-ins that are of no use here: on a host of workers alone nobody else says so."""
    for why in broken_plugins().values():
        log.warning("%s", why)


def _leave_pulses() -> None:
    pool.keep_own_connection()
    while True:
        try:
            beat(WORKER)
        except Error as error:
            if not is_away(error):
                raise
            connection.close()  # the next time finds the database again
        time.sleep(PULSE)
