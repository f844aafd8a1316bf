"""Keeps children running: starts again what ended, passes on what they say, ends them in order."""

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO, cast

from ioa_web.heartbeat import SILENT
from ioa_web.supervisor.logs import ProcessLog
from ioa_web.supervisor.problems import CannotStart
from ioa_web.supervisor.processes import Program, spawn, stop

TICK = 0.2  # seconds between looks at who is alive
FIRST_PAUSE = 0.1  # seconds before a child is started again; doubles while it keeps failing
LONGEST_PAUSE = 10.0
LONGEST_NEEDED_PAUSE = 1.0  # of what the others can't do without
HEALTHY = 10.0  # seconds of life after which it did start, and its end counts as the first
FIRST_BEAT = 120.0  # seconds that a process may take until it says for the first time that it works
CHUNK = 65536


def _touched_at(file: Path) -> int | None:
    """When a file was last touched, in nanoseconds; None: never."""
    try:
        return file.stat().st_mtime_ns
    except FileNotFoundError:
        return None


class Child:
    """One process that has to run. `make` gives its program anew for each start; `needed`: others can't run without."""

    def __init__(self, make: Callable[[], Program], log: ProcessLog, *, needed: bool = False) -> None:
        self.log = log
        self.needed = needed
        self._make = make
        self._pause = FIRST_PAUSE
        self._due = 0.0
        self._started = 0.0
        self.start()

    def start(self) -> None:
        """Start the process; its output is read without waiting."""
        self.program = self._make()
        self.process = spawn(self.program, subprocess.PIPE)
        self.output = cast("IO[bytes]", self.process.stdout)
        os.set_blocking(self.output.fileno(), False)
        self._started = self._beaten = time.monotonic()
        self._beat = _touched_at(self.program.heartbeat) if self.program.heartbeat else None

    def alive(self) -> bool:
        """Whether the process runs; notices its end."""
        return self.process.poll() is None

    def works(self) -> bool:
        """Whether it has beaten lately, as far as it says so at all. A machine that slept meanwhile does not count."""
        if self.program.heartbeat is None:
            return True
        beat, now = _touched_at(self.program.heartbeat), time.monotonic()
        if beat != self._beat:
            self._beat, self._beaten = beat, now
        return now - self._beaten < (SILENT if self._beaten > self._started else FIRST_BEAT)

    def plan_restart(self) -> None:
        """Say that the process ended, and when it will be started again."""
        now = time.monotonic()
        if now - self._started > HEALTHY:
            self._pause = FIRST_PAUSE
        self._due = now + self._pause
        self.log.note(f"ended with {self.process.returncode}; starts again in {self._pause:.1f} s")
        self._pause = min(2 * self._pause, LONGEST_NEEDED_PAUSE if self.needed else LONGEST_PAUSE)

    def start_soon(self) -> None:
        """Wait no longer: what it could not run without is there again."""
        self._pause, self._due = FIRST_PAUSE, time.monotonic() + FIRST_PAUSE

    def due(self) -> bool:
        """Whether the pause after the end is over."""
        return time.monotonic() >= self._due


class Keeper:
    """All children of one `manage.py up`, on one thread."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._running: list[Child] = []
        self._resting: list[Child] = []

    def add(self, make: Callable[[], Program], log: ProcessLog, *, needed: bool = False) -> Child:
        """Start a child and keep it running from now on. `needed`: others end where it is not there."""
        child = Child(make, log, needed=needed)
        self._watch(child)
        return child

    def tick(self) -> None:
        """Pass on what the children said, waiting up to TICK for it; see who ended and start again who is due."""
        self._read()
        for child in [child for child in self._running if child.alive() and not child.works()]:
            child.log.note("is alive and has not worked for a while: ended")
            stop(child.process, signal.SIGKILL, 0)
        for child in [child for child in self._running if not child.alive()]:
            self._lost(child)
            child.plan_restart()
            self._resting.append(child)
        for child in [child for child in self._resting if child.due()]:
            self._start_again(child)

    def finish(self, child: Child) -> int:
        """Let a child that has an end run to it; its exit code."""
        while child.alive():
            self._read()
        self._lost(child)
        return child.process.returncode

    def stop(self, children: Iterable[Child], seconds: float) -> None:
        """Ask the children to end, all at once; after `seconds` end them."""
        ending = [child for child in children if child in self._running]
        for child in ending:
            child.process.send_signal(child.program.stopping)
        until = time.monotonic() + seconds
        while time.monotonic() < until and any([child.alive() for child in ending]):  # noqa: C419 - polls every one
            self._read()
        for child in ending:
            stop(child.process, signal.SIGKILL, 0)
            self._lost(child)

    def _watch(self, child: Child) -> None:
        self._selector.register(child.output, selectors.EVENT_READ, child)
        self._running.append(child)

    def _start_again(self, child: Child) -> None:
        try:
            child.start()
        except (CannotStart, OSError) as problem:
            child.log.note(str(problem))
            child.plan_restart()
        else:
            self._resting.remove(child)
            self._watch(child)
            for other in self._resting if child.needed else ():
                other.start_soon()

    def _lost(self, child: Child) -> None:
        """Take leave of a process that ended: its last words, its pipe."""
        self._hear(child)
        if child.output in self._selector.get_map():
            self._selector.unregister(child.output)
        child.output.close()
        self._running.remove(child)

    def _read(self) -> None:
        if not self._selector.get_map():
            time.sleep(TICK)
        for key, _ in self._selector.select(TICK):
            if not self._hear(key.data):
                self._selector.unregister(key.fileobj)

    @staticmethod
    def _hear(child: Child) -> bool:
        """Read what there is; False when the child closed its output."""
        chunk = cast("bytes | None", child.output.read(CHUNK))  # None: nothing to read now
        if chunk:
            child.log.feed(chunk)
        return chunk is None or bool(chunk)
