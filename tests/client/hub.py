"""A real hub for agents that dial in: web processes on the test's database, and a proxy that cuts links."""

import contextlib
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

BASE = Path(__file__).parents[2]
PATIENCE = 60


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Web:
    """A web process, which may be killed and started again on the same port."""

    def __init__(self, folder: Path, environment: dict[str, str], host: str = "127.0.0.1") -> None:
        self.port = free_port()
        self.url = f"http://{host}:{self.port}"
        self._host = host
        self.log = folder / f"web-{self.port}.log"
        self._environment = os.environ | environment | {"IOA_PORT": str(self.port), "IOA_PUBLIC_URL": self.url}
        self._process: subprocess.Popen | None = None
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "ioa_web.server", "--bind", self._host, "--port", str(self.port)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "ioa_web.asgi:application"], cwd=BASE, env=self._environment, stdout=log, stderr=log
            )
        until = time.monotonic() + PATIENCE
        while not self._answers():
            assert self._process.poll() is None, self.log.read_text()
            assert time.monotonic() < until, "the web process never answered"
            time.sleep(0.1)

    def kill(self) -> None:
        """kill -9."""
        self._process.kill()
        self._process.wait()

    def _answers(self) -> bool:
        """Asked by another process: this one reaches no other machine, which a namespace counts as."""
        code = f"import urllib.request as r; r.urlopen('{self.url}/healthz', timeout=5)"
        return subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


class Connected:
    """An `ioa-connect` as a process of its own."""

    def __init__(self, folder: Path, hub: str, token: str, *options: str) -> None:
        self.log = folder / "connect.log"
        self.spool = folder / "spool"
        self._command = [sys.executable, "-m", "ioa_connect", "--hub", hub, "--spool", str(self.spool), *options]
        self._environment = os.environ | {"IOA_AGENT_TOKEN": token, "PYTHONPATH": f"{BASE}/client:{folder}:{BASE}"}
        self.start()

    def start(self) -> None:
        """Start it."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(self._command, env=self._environment, cwd="/", stdout=log, stderr=log)

    def kill(self) -> None:
        """kill -9."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        """SIGTERM; gives its exit code."""
        self._process.terminate()
        return self._process.wait(20)

    def ended(self) -> int:
        """Wait for its own end; gives its exit code."""
        return self._process.wait(30)


class Proxy:
    """A TCP proxy in front of a port, which cuts all links when told."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._links: list[socket.socket] = []
        self._lock = threading.Lock()  # a link that is being made when all are cut is cut, too
        self._is_gone = False
        self.count = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Cut all links, without a word to either end."""
        with self._lock:
            links, self._links = self._links, []
        for link in links:
            with contextlib.suppress(OSError):
                link.shutdown(socket.SHUT_RDWR)
            link.close()

    @contextlib.contextmanager
    def gone(self) -> Iterator[None]:
        """Cut all links, and close each new one at once."""
        with self._lock:
            self._is_gone = True
        self.cut()
        try:
            yield
        finally:
            self._is_gone = False

    def close(self) -> None:
        """End it."""
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                self.count += 1
                if self._is_gone:
                    near.close()
                    continue
                try:
                    far = socket.create_connection(("127.0.0.1", self._target))
                except OSError:
                    near.close()
                    continue
                with self._lock:
                    is_gone = self._is_gone
                    self._links += [near, far]
                if is_gone:
                    self.cut()
                    continue
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=_pump, args=(one, other), daemon=True).start()


def _pump(one: socket.socket, other: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
    for end in (one, other):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
