"""What beat rings for, how often, and after how many seconds nobody need come: bells must not pile up without workers.

All of it can be late or lost: the jobs look at what there is to do.
"""

from datetime import timedelta
from typing import Any

EVERY = {
    "chat.sweep": (timedelta(seconds=1.5), 3),
    "chat.make_meanings": (timedelta(seconds=2), 4),
    "chat.stop_unauthorised": (timedelta(seconds=15), 15),  # a token ran out, or the bell was lost
    "agents.check": (timedelta(seconds=15), 30),
    "accounts.tell_left_out": (timedelta(minutes=1), 60),
    "files.sweep": (timedelta(minutes=10), 300),
    "files.recount": (timedelta(hours=6), 300),
    "webhooks.sweep": (timedelta(seconds=2), 4),
    "webhooks.push_tasks": (timedelta(seconds=2), 4),
    "webhooks.forget": (timedelta(hours=6), 300),
    "attention.sweep": (timedelta(seconds=2), 4),
    "attention.forget": (timedelta(hours=6), 300),
}


def beat_schedule() -> dict[str, dict[str, Any]]:
    """The schedule as Celery has it, by job."""
    return {job: {"task": job, "schedule": pause, "options": {"expires": end}} for job, (pause, end) in EVERY.items()}
