"""What processes that serve nobody leave out of their memory."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

UP = """
import contextlib, runpy, sys
sys.argv = ["manage.py", "up", "--help"]
with contextlib.suppress(SystemExit):
    runpy.run_path("manage.py", run_name="__main__")
from django.apps import apps as registry
print("loaded apps:", registry.ready)
"""
JOBS = """
import sys
from ioa_web.celery import app
app.loader.import_default_modules()
print("jobs:", "chat.take_turn" in app.tasks, "pages:", "ioa_web.urls" in sys.modules)
"""


def said_by(code):
    """The last line that a fresh process of the product prints."""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=os.environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


def test_the_process_that_keeps_the_others_loads_no_app():
    assert said_by(UP) == "loaded apps: False"


def test_worker_and_beat_have_all_jobs_without_the_code_of_pages():
    assert said_by(JOBS) == "jobs: True pages: False"
