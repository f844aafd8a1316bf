"""The Celery application. Jobs live in `apps/*/jobs.py` and are found by that name."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ioa_web.settings")

app = Celery("ioa_web")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(related_name="jobs")
