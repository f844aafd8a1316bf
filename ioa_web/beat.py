"""Celery's beat, which says with each look at its schedule that it works."""

from celery.beat import PersistentScheduler

from ioa_web import heartbeat


class BeatingScheduler(PersistentScheduler):  # type: ignore[misc]  # celery has no types
    """Keeps the schedule in a file, as Celery does."""

    def tick(self, *args: object, **options: object) -> float:
        """Give the seconds until the next look."""
        seconds: float = super().tick(*args, **options)
        heartbeat.note_beat()
        return min(seconds, heartbeat.BEAT)
