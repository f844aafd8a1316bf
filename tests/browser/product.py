"""The product as people start it: `manage.py up` on a folder of its own, and the doors through which tests act."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tests.browser.stage import ROOT

PATIENCE = 240  # seconds
STARTING = 600  # seconds; a busy machine takes its time to start everything
SAID = re.compile(
    r"^url: (?P<url>\S+)\n(?:sign-in: (?P<sign_in>\S+)\napi token: (?P<token>\S+)|to get in: .*)\nready in",
    re.MULTILINE,
)
OURS = ("IOA_", "DATABASE_URL", "REDIS_URL", "DJANGO_")


@dataclass(frozen=True)
class Product:
    """One running product: where it is, how to get in (a link only after its first start), what to act on."""

    url: str
    sign_in: str
    token: str
    data: Path
    console: Path
    supervisor: int
    within: tuple[str, ...] = ()  # what a command is put behind to reach it

    def said(self) -> str:
        """What all its processes wrote to the console so far."""
        return self.console.read_text(errors="replace")

    def get(self, path: str, token: str = "") -> dict:
        """What the REST API answers."""
        return self._ask("GET", path, None, token)

    def post(self, path: str, body: dict, token: str = "") -> dict:
        """What the REST API answers to something new."""
        return self._ask("POST", path, body, token)

    def shell(self, code: str, **settings: str) -> str:
        """What `code` prints, run as an operator would run it beside the product."""
        command = [sys.executable, "manage.py", "shell", "--verbosity", "0", "--command", code]
        environ = environment(self.data, self.url) | settings
        done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
        return done.stdout

    @contextlib.contextmanager
    def web_down(self) -> Iterator[None]:
        """The web server killed on the spot; the supervisor gets to start it again only afterwards."""
        web = self.web()
        os.kill(self.supervisor, signal.SIGSTOP)
        try:
            os.kill(web, signal.SIGKILL)
            yield
        finally:
            os.kill(self.supervisor, signal.SIGCONT)

    def await_ended(self, goal: str) -> None:
        """Wait, past the web server, until a goal has ended."""
        with psycopg.connect(self._database()) as database:
            until = time.monotonic() + PATIENCE
            while database.execute("select outcome from teams_goal where id = %s", [goal]).fetchone() == ("running",):
                database.rollback()
                assert time.monotonic() < until, "the goal never ended"
                time.sleep(0.2)

    def web(self) -> int:
        """The process id of the web server."""
        return next(
            pid for pid in _children(self.supervisor) if b"ioa_web.server" in Path(f"/proc/{pid}/cmdline").read_bytes()
        )

    def _database(self) -> str:
        return json.loads((self.data / "services.json").read_text())["database_url"]

    def _ask(self, method: str, path: str, body: dict | None, token: str) -> dict:
        headers = {"Authorization": f"Bearer {token or self.token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        if self.within:
            return self._ask_within(method, path, headers, data or b"")
        request = urllib.request.Request(f"{self.url}/api/v1{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.code} {error.read().decode()}") from error

    def _ask_within(self, method: str, path: str, headers: dict[str, str], data: bytes) -> dict:
        said = json.dumps([f"{self.url}/api/v1{path}", method, headers, PATIENCE])
        done = subprocess.run([*self.within, sys.executable, "-c", ASK, said], input=data, capture_output=True)
        assert done.returncode == 0, f"{method} {path}: {done.stderr.decode()[-400:]}"
        return json.loads(done.stdout)


ASK = """
import json, sys, urllib.request
url, method, headers, patience = json.loads(sys.argv[1])
request = urllib.request.Request(url, sys.stdin.buffer.read() or None, headers, method=method)
with urllib.request.urlopen(request, timeout=patience) as answer:
    sys.stdout.buffer.write(answer.read())
"""


@contextlib.contextmanager
def running(
    data: Path,
    token: str = "",
    python: str = sys.executable,
    within: Sequence[str] = (),
    host: str = "127.0.0.1",
    **settings: str,
) -> Iterator[Product]:
    """Start the product on the folder `data` and a free port, wait until it says how to get in, stop it at the end.

    `within`: what its command is put behind; `host`: the address that it listens on.
    Only a first start says a token: a later one needs that of the first to be asked anything.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://{host}:{free.getsockname()[1]}"
    console = data.with_suffix(".console")
    with console.open("wb") as output:
        command = [*within, python, "manage.py", "up", "--first-link"]
        supervisor = subprocess.Popen(
            command, cwd=ROOT, env=environment(data, url) | settings, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        said = _ready(supervisor, console)
        yield Product(
            said["url"], said["sign_in"] or "", said["token"] or token, data, console, supervisor.pid, tuple(within)
        )
    finally:
        supervisor.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            supervisor.wait(60)
        supervisor.kill()
        supervisor.wait()


def environment(data: Path, url: str) -> dict[str, str]:
    """What a newcomer's shell has, and where this product lives; nothing that the test run set for itself."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return plain | {"IOA_DATA_DIR": str(data), "IOA_PORT": url.rsplit(":", 1)[1]}


def _ready(supervisor: subprocess.Popen, console: Path) -> dict[str, str | None]:
    until = time.monotonic() + STARTING
    while not (said := SAID.search(console.read_text())):
        assert supervisor.poll() is None, f"it ended: {console.read_text()}"
        assert time.monotonic() < until, f"it never was ready: {console.read_text()}"
        time.sleep(0.1)
    return said.groupdict()


def _children(parent: int) -> Iterator[int]:
    for children in Path(f"/proc/{parent}/task").glob("*/children"):
        yield from map(int, children.read_text().split())
