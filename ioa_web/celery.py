"""The Celery application. Jobs live in `apps/*/jobs.py` and are found by that name."""

import os
import warnings

from celery import Celery
from celery.platforms import SecurityWarning
from celery.signals import beat_init, worker_init, worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ioa_web.settings")
# Celery has Django check itself once more, which loads the code of all pages: `prepare` has done so before
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
# Celery warns a worker that runs as root because of pickle; nothing but JSON is accepted here
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("ioa_web")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(related_name="jobs")


def look_at_the_data(**_: object) -> None:
    """Work with keys alone, and on no data of another release."""
    from ioa_web.starting import exit_where_unfit  # needs the apps loaded

    exit_where_unfit()


def show_life(sender: object, **_: object) -> None:
    """Show that this worker works, not only that it exists, and what is of no use to it."""
    from ioa_web import worker  # needs the apps loaded

    worker.show_life(sender)
    worker.tell_of_plugins()


worker_ready.connect(show_life)
worker_init.connect(look_at_the_data)
beat_init.connect(look_at_the_data)
