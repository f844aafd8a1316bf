"""Each container's exact command, run by hand against an external Postgres and Redis; no image is built."""

import contextlib
import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
import yaml

from ioa_web.supervisor.services import run_services
from tests.client.hub import free_port

pytestmark = [pytest.mark.slow, pytest.mark.processes]

ROOT = Path(__file__).parents[2]
COMPOSE = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text())["services"]
DOCKERFILE = (ROOT / "docker" / "Dockerfile").read_text()
PATIENCE = 120  # seconds
ISSUE = """
from apps.accounts.actions import issue_token
from apps.accounts.queries.people import demo_owner
print(issue_token(demo_owner(), "test"))
"""
OURS = ("IOA_", "DATABASE_URL", "REDIS_URL", "DJANGO_")


def command(service, port, data):
    """What a container runs: compose's command, else the image's; on a free port and in a folder of the test."""
    words = COMPOSE[service].get("command") or json.loads(re.search(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)[1])
    return [word.replace("8000", str(port)).replace("/data", str(data)) for word in words]


@pytest.fixture
def port():
    return free_port()


@pytest.fixture
def environ(tmp_path, port):
    """What compose.yaml and the image set, with services of the test."""
    (tmp_path / "services").mkdir()
    with run_services(tmp_path / "services", {}) as services:
        plain = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
        yield plain | {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "DATABASE_URL": services.database_url.replace("ioa@", "ioa_app@"),
            "REDIS_URL": services.redis_url,
            "IOA_SECRET_KEYS": "k" * 64,
            "IOA_PUBLIC_URL": f"http://localhost:{port}",
            "IOA_DATA_DIR": str(tmp_path),
        }


@contextlib.contextmanager
def started(service, port, environ):
    process = subprocess.Popen(command(service, port, environ["IOA_DATA_DIR"]), cwd=ROOT, env=environ)
    try:
        yield process
    finally:
        process.terminate()
        assert process.wait(60) is not None


def asked(url, token="", body=None):
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=30) as answer:
        return json.load(answer)


def ran(words, environ):
    """What a command prints, on both ways out."""
    done = subprocess.run(words, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def until(look):
    give_up = time.monotonic() + PATIENCE
    while True:
        with contextlib.suppress(OSError):
            if found := look():
                return found
        assert time.monotonic() < give_up, "it did not come about"
        time.sleep(0.3)


def test_the_containers_commands_make_a_product_together(environ, port, tmp_path):
    for _ in range(2):  # a container is started again and again
        owner = {"IOA_MIGRATION_DATABASE_URL": environ["DATABASE_URL"].replace("ioa_app@", "ioa_owner@")}
        prepared = ran(command("prepare", port, tmp_path), environ | owner)
        assert "ioa_" not in prepared
        assert "/sign-in/" not in prepared
    link = ran([sys.executable, "manage.py", "sign_in_link"], environ).removeprefix("sign-in: ").strip()
    token = ran([sys.executable, "manage.py", "shell", "--verbosity", "0", "--command", ISSUE], environ).strip()
    url = f"http://127.0.0.1:{port}"
    with contextlib.ExitStack() as stack:
        processes = [stack.enter_context(started(name, port, environ)) for name in ("web", "worker", "beat")]
        until(lambda: set(asked(f"{url}/readyz").values()) == {"ok"})
        with urllib.request.urlopen(link, timeout=30) as page:
            assert page.status == 200
        goal = asked(f"{url}/api/v1/goals", token, {"text": "Plot the annual revenue in the library."})
        ended = until(lambda: asked(f"{url}/api/v1/goals/{goal['id']}/result", token)["verdict"])
        assert ended in ("done", "partial")
        assert all(process.poll() is None for process in processes)
