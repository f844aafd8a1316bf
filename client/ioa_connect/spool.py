"""What must outlive this program: who it is, and the story of each task until the hub has said that it keeps it.

One file a task, a frame a line; a line that was cut off by a crash counts as not written.
"""

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any
from uuid import uuid4

from ioa_connect.wire import Call, read

CALL = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


class Taken(Exception):
    """Another program uses this folder. The message says which folder."""


class Unwritable(Exception):
    """Nothing can be kept in this folder. The message says which folder, and why."""


def usual_folder(hub: str, token: str) -> Path:
    """Where the spool of this hub and token is, unless another folder is named."""
    state = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    name = hashlib.sha256(f"{hub}\n{token}".encode()).hexdigest()[:16]
    return Path(state) / "ioa-connect" / name


class Story:
    """The story of one call on the disk."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[str] | None = None

    def begin(self, call: Call) -> None:
        """Begin it: which call, given for the how manieth time, and the number it begins after."""
        self._file = self._path.open("w", encoding="utf-8")
        self.add(json.dumps({"fence": call.fence, "seq": call.seq}))

    def add(self, line: str, *, last: bool = False) -> None:
        """Add a line; the last one is on the disk when this returns."""
        if self._file is None:
            self._file = self._path.open("a", encoding="utf-8")
        self._file.write(line + "\n")
        self._file.flush()
        if last:
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Leave it as it is."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def forget(self) -> None:
        """The hub keeps it, or nobody waits for it."""
        self.close()
        self._path.unlink(missing_ok=True)


class Spool:
    """A folder that belongs to one program at a time."""

    def __init__(self, folder: Path) -> None:
        """Make the folder where it is missing. Raises Taken, Unwritable."""
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = self._locked()
            self.client = self._client()
        except OSError as error:
            why = error.strerror or error
            raise Unwritable(f"Nothing can be kept in {folder}: {why}. Name another folder with --spool.") from None

    def story(self, call_id: str) -> Story:
        """The story of a call. Raises ValueError for an id that is none."""
        if not CALL.fullmatch(call_id):
            raise ValueError("the hub sent a call without a proper id")
        return Story(self.folder / f"{call_id}.jsonl")

    def stories(self) -> Iterator[tuple[Call, list[dict[str, Any]], Story]]:
        """What an earlier run of this program left: calls, their events, and where they stand."""
        for path in sorted(self.folder.glob("*.jsonl")):
            lines = [read(line) for line in path.read_text("utf-8").splitlines()]
            if not lines or "fence" not in lines[0]:
                path.unlink()
                continue
            call = Call(path.stem, int(lines[0]["fence"]), int(lines[0]["seq"]), {})
            yield call, [line for line in lines[1:] if "result" in line], Story(path)

    def close(self) -> None:
        """Let another program have it."""
        self._lock.close()

    def _locked(self) -> IO[str]:
        lock = (self.folder / "lock").open("a+")
        with contextlib.suppress(ImportError):  # there is none on Windows
            import fcntl

            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                lock.close()
                raise Taken(f"Another ioa-connect uses {self.folder}: name another folder with --spool.") from None
        return lock

    def _client(self) -> str:
        path = self.folder / "client"
        if not path.exists():
            path.write_text(uuid4().hex)
        return path.read_text().strip()
