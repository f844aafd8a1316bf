"""Real worker processes, and what can befall them."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from ioa_web.supervisor.processes import Program, spawn
from ioa_web.supervisor.processes import stop as end

BASE = Path(__file__).parents[2]
DEATH_SECONDS = 40


class Workers:
    """The workers of a test run on one database and one Redis. Who died is started again by `keep`.

    `through`: a command that starts what follows it, somewhere else.
    """

    def __init__(self, folder: Path, environment: dict[str, str], through: Sequence[str] = ()) -> None:
        self.log = folder / "workers.log"
        self.wanted = 0
        self.pids: list[int] = []
        self.dead: list[int] = []
        with self.log.open("ab") as log:
            self._zygote = subprocess.Popen(
                [*through, sys.executable, "-m", "tests.durability.zygote"],
                cwd=BASE,
                env=os.environ | environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def _order(self, **order) -> int:
        if self._zygote.stdin.closed:
            raise RuntimeError("the workers are closed")
        self._zygote.stdin.write(json.dumps({"log": str(self.log), "environment": {}} | order) + "\n")
        self._zygote.stdin.flush()
        line = self._zygote.stdout.readline().strip()
        return int(self._zygote.stdout.readline() if line == "ready" else line)

    def start(self, count: int = 1, **environment: str) -> list[int]:
        """So many more workers; gives their process ids."""
        started = [self._order(do="worker", environment=environment) for _ in range(count)]
        self.wanted += count
        self.pids += started
        return started

    def launch(self, text: str, actor, **environment: str) -> int:
        """A process that takes one goal in, as a door does, and ends."""
        order = {"user": str(actor.user_id), "workspace": str(actor.workspace_id), "text": text}
        return self._order(do="launch", environment=environment, **order)

    def keep(self) -> None:
        """Start again what died."""
        for pid in [pid for pid in self.pids if not lives(pid)]:
            self._forget(pid)
        if missing := self.wanted - len(self.pids):
            self.wanted -= missing
            self.start(missing)

    def kill(self, pid: int) -> None:
        """kill -9."""
        os.kill(pid, signal.SIGKILL)
        wait_for_death(pid)
        self._forget(pid)

    def drain(self, pid: int) -> None:
        """SIGTERM, and no other worker in its place."""
        os.kill(pid, signal.SIGTERM)
        self.wanted -= 1

    def close(self) -> None:
        """End all of them."""
        self.wanted = 0
        for pid in list(self.pids):
            if lives(pid):
                self.kill(pid)
        self.pids, self.dead = [], []

    def end(self) -> None:
        """End the process that makes them."""
        self.close()
        self._zygote.stdin.close()
        self._zygote.stdout.close()
        self._zygote.wait(DEATH_SECONDS)

    def _forget(self, pid: int) -> None:
        if pid in self.pids:
            self.pids.remove(pid)
            self.dead.append(pid)


def lives(pid: int) -> bool:
    """Whether a process runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_for_death(pid: int, seconds: float = DEATH_SECONDS) -> None:
    """Wait until a process has ended."""
    until = time.monotonic() + seconds
    while lives(pid):
        assert time.monotonic() < until, f"process {pid} did not end"
        time.sleep(0.02)


class Broker:
    """A Redis of the test's own, which may be emptied, killed and started again with nothing in it."""

    def __init__(self, server, log: Path) -> None:
        self.url = server.url
        self._server = server
        self._log = log
        self.start()

    def start(self) -> None:
        """Start it, empty."""
        program: Program = self._server.program()
        with self._log.open("ab") as log:
            self._process = spawn(program, log)
        self._server.wait_ready(self._process)

    def kill(self) -> None:
        """kill -9: it kept nothing."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """End it, if it runs."""
        end(self._process, signal.SIGTERM, 5)
