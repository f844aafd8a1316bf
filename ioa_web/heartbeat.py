"""A process says that it works, not only that it exists: it touches a file for as long as all its parts answer.

The supervisor, or a container's health check (`python -m ioa_web.heartbeat FILE`), looks at the file. A process that is
stopped, holds its interpreter, or whose threads all hang touches it no more.
"""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

VARIABLE = "IOA_HEARTBEAT"  # the file; unset: nobody looks
BEAT = 2.0  # seconds between beats
STUCK = 60.0  # seconds after which a part that does not answer is taken for stuck
SILENT = 30.0  # seconds without a beat after which a process is taken for stuck

Submit = Callable[[Callable[[], None]], object]


class Part:
    """One part of a process that carries out what is submitted to it: a loop, a pool of threads."""

    def __init__(self, submit: Submit) -> None:
        self._submit = submit
        self._asked: float | None = None

    def silent_for(self) -> float:
        """Seconds since it was asked something that it has not carried out; asks when nothing is open."""
        asked = self._asked
        if asked is None:
            self._asked = asked = time.monotonic()
            with suppress(RuntimeError):  # a pool that takes nothing more: the process is about to end
                self._submit(self._answer)
        return time.monotonic() - asked

    def _answer(self) -> None:
        self._asked = None


def note_beat() -> None:
    """Touch the file once, if somebody looks."""
    if file := os.environ.get(VARIABLE):
        Path(file).touch()


def keep_beating(silences: Iterable[Callable[[], float]]) -> None:
    """Beat from a thread for as long as no part of this process has been silent for STUCK seconds."""
    parts = list(silences)
    if os.environ.get(VARIABLE):
        threading.Thread(target=_beat, args=(parts,), name="heartbeat", daemon=True).start()


def _beat(parts: list[Callable[[], float]]) -> None:
    while True:
        if all(silent_for() < STUCK for silent_for in parts):
            note_beat()
        time.sleep(BEAT)


def main(file: str) -> int:
    """0 when the file was touched lately, else 1, and a line that says so."""
    try:
        age = time.time() - Path(file).stat().st_mtime
    except FileNotFoundError:
        age = float("inf")
    if age < SILENT:
        return 0
    sys.stderr.write(f"{file} has not been touched for {age:.0f} s\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
