"""The Celery application. Jobs live in `apps/*/jobs.py` and are found by that name."""

import os
import warnings

from celery import Celery
from celery.platforms import SecurityWarning

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ioa_web.settings")
# Celery warns a worker that runs as root because of pickle; nothing but JSON is accepted here
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("ioa_web")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(related_name="jobs")
