"""One child, from its parent's side."""

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from apps.core.sandbox.frames import NUMBER, frame_message

ROOT = Path(__file__).parents[3]
LONGEST = 10.0  # seconds of the clock for a call that nobody waits for; the bound on CPU is usually met first
FAREWELL = 0.2  # seconds that it gets to end by itself


class Exceeded(Exception):
    """The call took more than its time or memory, or failed."""


class Ended(Exception):
    """The child had ended before the call reached it."""


class SandboxProcess:
    """A process that is started when it is called, and again after it has ended. For one thread at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._has_answered = False

    @property
    def is_ready(self) -> bool:
        """Whether it runs and has loaded what it needs."""
        return self._has_answered and self._is_alive()

    def call(self, function: str, args: Sequence[object], longest: float) -> object:
        """Give what the function returns. Raises Exceeded (after `longest` seconds), and Ended where it was gone."""
        process = self._process if self._process and self._is_alive() else self._start()
        try:
            answer = _exchange(process, frame_message({"function": function, "args": args}), longest)
        except TimeoutError:
            process.kill()
            self.end()
            raise Exceeded("It took too long.") from None
        except (BrokenPipeError, EOFError):
            self.end()
            if process.returncode == 0:
                raise Ended from None
            raise Exceeded("It took too much time or memory.") from None
        self._has_answered = True
        if "value" not in answer:
            raise Exceeded(f"It failed: {answer.get('error')}.")
        return answer["value"]

    def end(self) -> None:
        """End the process. One that works does not listen, and none holds anything that would be lost."""
        process, self._process, self._has_answered = self._process, None, False
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
        if not _has_ended(process):
            process.kill()
            process.wait()

    def _is_alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def _start(self) -> subprocess.Popen[bytes]:
        self.end()
        self._process = subprocess.Popen(
            [sys.executable, "-B", "-m", "apps.core.sandbox.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # what it says there may quote the text
            cwd=ROOT,
            env={"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(ROOT)},
            start_new_session=True,
            bufsize=0,
        )
        return self._process


def _exchange(process: subprocess.Popen[bytes], message: bytes, longest: float) -> dict[str, Any]:
    deadline = time.monotonic() + longest
    source, sink = _pipes(process)
    _write(sink, message, deadline)
    (length,) = NUMBER.unpack(_read(source, NUMBER.size, deadline))
    answer: dict[str, Any] = json.loads(_read(source, length, deadline))
    return answer


def _pipes(process: subprocess.Popen[bytes]) -> tuple[int, int]:
    if process.stdout is None or process.stdin is None:
        raise EOFError
    return process.stdout.fileno(), process.stdin.fileno()


def _write(sink: int, message: bytes, deadline: float) -> None:
    """Write all of it. Raises TimeoutError, and BrokenPipeError where the other side is gone."""
    left = memoryview(message)  # of bytes each cut would copy the rest
    while left:
        _await(sink, select.POLLOUT, deadline)
        left = left[os.write(sink, left[: select.PIPE_BUF]) :]


def _read(source: int, length: int, deadline: float) -> bytes:
    """Read so many bytes. Raises TimeoutError, and EOFError where the other side is gone."""
    pieces: list[bytes] = []
    while length:
        _await(source, select.POLLIN, deadline)
        piece = os.read(source, min(length, 1 << 20))
        if not piece:
            raise EOFError
        pieces.append(piece)
        length -= len(piece)
    return b"".join(pieces)


def _await(pipe: int, what: int, deadline: float) -> None:
    """Wait until the pipe can be read or written, or is gone; not by `select`, which knows no number above 1,023."""
    poll = select.poll()
    poll.register(pipe, what)
    if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
        raise TimeoutError


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether it ends by itself now that its pipes are closed, as one does that has nothing to do."""
    try:
        process.wait(FAREWELL)
    except subprocess.TimeoutExpired:
        return False
    return True
