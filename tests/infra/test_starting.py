"""A process that lacks what it needs ends at its start, and a web host needs nothing that another one made."""

import contextlib
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.db import connection

from tests.client.hub import free_port

pytestmark = pytest.mark.processes

ROOT = Path(__file__).parents[2]
WEB = [sys.executable, "-m", "ioa_web.server", "--bind", "127.0.0.1", "--port"]
CELERY = [sys.executable, "-m", "celery", "--quiet", "--app", "ioa_web"]
PROCESSES = {
    "web": [*WEB, "0", "ioa_web.asgi:application"],
    "worker": [*CELERY, "worker", "--pool", "threads"],
    "beat": [*CELERY, "beat", "--pidfile=", "--schedule", "{folder}/beat"],
    "prepare": [sys.executable, "manage.py", "prepare"],
}


def environment(folder, **more):
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}").geturl()
    return os.environ | {"DATABASE_URL": url, "IOA_DATA_DIR": str(folder), "IOA_DEBUG": "0"} | more


@pytest.mark.parametrize("name", PROCESSES)
def test_without_keys_nothing_starts_and_it_is_said_which_setting_is_missing(name, transactional_db, tmp_path):
    command = [part.format(folder=tmp_path) for part in PROCESSES[name]]
    nothing = environment(tmp_path, IOA_SECRET_KEYS="", IOA_SECRET_KEY="")
    ended = subprocess.run(command, cwd=ROOT, env=nothing, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 1
    assert "there are no secret keys: set IOA_SECRET_KEYS" in ended.stderr.splitlines()[-1]


def test_a_web_host_on_which_nothing_was_prepared_shows_its_pages(transactional_db, tmp_path):
    port = free_port()
    command = [*WEB, str(port), "ioa_web.asgi:application"]
    process = subprocess.Popen(command, cwd=ROOT, env=environment(tmp_path, IOA_SECRET_KEYS="a-key"))
    try:
        assert status_of(f"http://127.0.0.1:{port}/sign-in/", process) == 200
    finally:
        process.kill()
        process.wait()


def test_beat_shows_that_it_lives_as_the_page_has_it_started(transactional_db, tmp_path):
    life = tmp_path / "life"
    command = [part.format(folder=tmp_path) for part in PROCESSES["beat"]]
    process = subprocess.Popen(command, cwd=ROOT, env=environment(tmp_path, IOA_HEARTBEAT=str(life)))
    try:
        until = time.monotonic() + 30
        while not life.exists():
            assert process.poll() is None
            assert time.monotonic() < until, "it never showed any"
            time.sleep(0.1)
    finally:
        process.kill()
        process.wait()


def status_of(address, process):
    """The answer's status, once there is one."""
    until = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < until:
        with contextlib.suppress(urllib.error.URLError):
            try:
                return urllib.request.urlopen(address, timeout=30).status
            except urllib.error.HTTPError as refused:
                return refused.code
        time.sleep(0.1)
    return None
