"""The site on a stage: its own services, a workspace in the middle of its day, and Daphne in front of it."""

import contextlib
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ioa_web.supervisor.services import run_services

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = "/usr/bin/chromium"
CHROMIUM_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass(frozen=True)
class Stage:
    """Where it is, and who is signed in. To look at: a goal with its first team, a task and a table of it; trials of
    agents, one looked at and one asked."""

    url: str
    session: str
    goal: str
    team: str
    task: str
    table: str
    looked: str
    asked: str

    @property
    def cookie(self) -> dict[str, str]:
        """The session, for a browser."""
        return {"name": "sessionid", "value": self.session, "url": self.url}


@contextlib.contextmanager
def stage() -> Iterator[Stage]:
    """Start everything, and stop it at the end."""
    with tempfile.TemporaryDirectory(prefix="ioa-stage-") as folder, run_services(Path(folder), os.environ) as services:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "ioa_web.settings",
            "DATABASE_URL": services.database_url,
            "REDIS_URL": services.redis_url,
            "IOA_DATA_DIR": folder,
            "IOA_SECRET_KEYS": secrets.token_urlsafe(64),
            "IOA_PORT": str(port),
            "IOA_DEBUG": "1",
            "IOA_CALLS": "inline",
            "IOA_LOG_LEVEL": "WARNING",
        }
        written = _write()
        with _daphne(port):
            yield Stage(f"http://127.0.0.1:{port}", *written)


def _write() -> tuple[str, ...]:
    import django

    django.setup()
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.core.management import call_command
    from django.db import connection

    from apps.teams.models import FileVersion
    from ioa_web.sessions import SessionStore
    from tests import factories

    call_command("migrate", verbosity=0)
    world = factories.world()
    session = SessionStore()
    session[SESSION_KEY] = str(world.owner.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = world.owner.get_session_auth_hash()
    session.create()
    connection.close()
    task = world.root.team.tasks.get(number=2)
    table = FileVersion.objects.get(task__team__goal=world.goal, called="figures.csv")
    shown = (world.goal, world.root.team, task, table, world.looked, world.asked)
    return session.session_key, *(str(row.pk) for row in shown)


@contextlib.contextmanager
def _daphne(port: int) -> Iterator[None]:
    command = [sys.executable, "-m", "ioa_web.server", "-b", "127.0.0.1", "-p", str(port), "ioa_web.asgi:application"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        _wait(f"http://127.0.0.1:{port}/healthz")
        yield
    finally:
        process.terminate()
        process.wait(20)


def _wait(url: str) -> None:
    deadline = time.monotonic() + 30
    while True:
        with contextlib.suppress(urllib.error.URLError, ConnectionError, TimeoutError):
            urllib.request.urlopen(url, timeout=10).close()
            return
        if time.monotonic() > deadline:
            raise TimeoutError(url)
        time.sleep(0.1)
