"""The product as `manage.py up` runs it, in a folder that goes away: durable Postgres, Redis, web, worker, beat."""

import contextlib
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.stage import OURS, with_doubles

BASE = Path(__file__).parent.parent
STOP_SECONDS = 60
KINDS = {
    "web": b"ioa_web.server",
    "beat": b"ioa_web.beat",
    "worker": b"celery",
    "postgres": b"postgres",
    "redis": b"redis",
}
"""What a command line holds that tells what a process is; the first that fits counts."""
REST = "supervisor"


@dataclass(frozen=True)
class Product:
    """A running product: its address and the process that keeps all others."""

    url: str
    pid: int

    def cpu(self) -> float:
        """Give the CPU seconds that all its processes have used, ended ones too."""
        return sum(self.cpu_by_kind().values())

    def cpu_by_kind(self, *more: int) -> dict[str, float]:
        """Give the CPU seconds of its processes, and of those that `more` began, by what they are."""
        used = dict.fromkeys([*KINDS, REST], 0.0)
        for pid in (one for root in (self.pid, *more) for one in family(root)):
            used[_kind(pid)] += _ticks(pid) / os.sysconf("SC_CLK_TCK")
        return used


@contextlib.contextmanager
def running(**settings: str) -> Iterator[Product]:
    """The product, ready; Django in this process is set up on the same services."""
    with_doubles()
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="ioa-bench-") as folder:
        for name in (*OURS, "DATABASE_URL", "REDIS_URL"):
            os.environ.pop(name, None)
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "ioa_web.settings",
            "IOA_DATA_DIR": folder,
            "IOA_PORT": str(port),
            "IOA_SECRET_KEYS": secrets.token_urlsafe(64),
            "IOA_LOG_LEVEL": "WARNING",
            **settings,
        }
        process = subprocess.Popen([sys.executable, "manage.py", "up"], cwd=BASE, stdout=subprocess.PIPE, text=True)
        try:
            _wait_ready(process)
            import django

            django.setup()
            yield Product(f"http://127.0.0.1:{port}", process.pid)
        finally:
            process.terminate()
            process.wait(STOP_SECONDS)


@contextlib.contextmanager
def second_worker(*behind: str) -> Iterator[int]:
    """Another worker process beside the running product, ready; gives its process. `behind`: what its command is put
    behind.
    """
    worker = ["worker", "--pool", "threads", "--concurrency", "8", "--loglevel", "WARNING"]
    worker += ["--without-gossip", "--without-mingle", "--without-heartbeat", "--hostname", "second@%h"]
    command = [*behind, sys.executable, "-m", "celery", "--quiet", "--app", "ioa_web", *worker]
    process = subprocess.Popen(command, cwd=BASE, env=os.environ | {"MALLOC_ARENA_MAX": "2"})
    try:
        _wait_for_workers(2)
        yield process.pid
    finally:
        process.terminate()
        process.wait(STOP_SECONDS)


def _wait_for_workers(count: int) -> None:
    from ioa_web.celery import app

    until = time.monotonic() + STOP_SECONDS
    while len(app.control.ping(timeout=1.0)) < count:
        if time.monotonic() > until:
            raise SystemExit(f"there are not {count} workers")


def _wait_ready(process: "subprocess.Popen[str]") -> None:
    output = process.stdout
    if output is None or not any(line.startswith("ready in") for line in output):
        raise SystemExit("the product did not start")
    threading.Thread(target=output.read, daemon=True).start()  # so that it never waits for a reader


def free_port() -> int:
    """Give a port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for_port(port: int) -> None:
    """Wait until somebody listens there."""
    until = time.monotonic() + STOP_SECONDS
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise SystemExit(f"nobody listens on port {port}")


def family(pid: int) -> Iterator[int]:
    """Give a process and all that it started."""
    yield pid
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in task.read_text().split():
                yield from family(int(child))


def _kind(pid: int) -> str:
    """What a process of the product is."""
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return REST
    return next((kind for kind, word in KINDS.items() if word in command), REST)


def _ticks(pid: int) -> int:
    """User and system time of a process and of its children that were waited for."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return sum(int(field) for field in fields[11:15])
