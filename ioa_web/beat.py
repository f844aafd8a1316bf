"""Celery's beat, which says with each look at its schedule that it works."""

import logging
from typing import Any

from celery.beat import PersistentScheduler, SchedulingError

from ioa_web import heartbeat

log = logging.getLogger(__name__)


class BeatingScheduler(PersistentScheduler):  # type: ignore[misc]  # celery has no types
    """Keeps the schedule in a file, as Celery does."""

    unreached = False  # whether what was due last could not be handed to the broker

    def tick(self, *args: object, **options: object) -> float:
        """Give the seconds until the next look."""
        seconds: float = super().tick(*args, **options)
        heartbeat.note_beat()
        return min(seconds, heartbeat.BEAT)

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """Ring for what is due; a broker that is away is said once, where Celery tells each stack of each job."""
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except SchedulingError as problem:
            if not self.unreached:
                log.error("%s: it is tried again until Redis is back", problem)
            self.unreached = True
        else:
            self.unreached = False
