"""The folder in which a coding agent does a task: what was laid into it, what came of it, and nothing outside of it.

Beside the folder lies what is known of it, so that a task that was broken off is gone on with where it stood.
"""

import hashlib
import json
import os
import shutil
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Self

from ioa_connect.tasks import MOST_FILE, File

MOST_FILES = 50
MOST_IN_ALL = 200 * 1024 * 1024  # bytes of the files of one task
KEPT_DAYS = 7
PASSED_OVER = {"node_modules", "__pycache__", "venv", "target", "dist", "build"}  # made from what is handed over
JOINT = "__"  # stands for the slash in the name of a file that lay in a folder


class Outside(ValueError):
    """A path that leads out of the folder."""


@dataclass
class Workspace:
    """One task's folder. `session`: of the agent, in which it was begun; `known`: path -> SHA-256 of what was laid."""

    folder: Path
    record: Path
    session: str = ""
    known: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, base: Path, key: str, folder: Path | None = None) -> Self:
        """The folder of the task with this key below `base`, or the one that is named, as it was left."""
        own = base / hashlib.sha256(key.encode()).hexdigest()[:24]
        record, inside = own / "task.json", folder or own / "files"
        own.mkdir(parents=True, exist_ok=True)
        inside.mkdir(parents=True, exist_ok=True)
        here = cls(inside.resolve(), record)
        try:
            left = json.loads(record.read_text())
            here.session, here.known = str(left["session"]), dict(left["known"])
        except (OSError, ValueError, KeyError, TypeError):
            here.known = {name: _digest(path.read_bytes()) for name, path in here._files()}
        return here

    def lay(self, files: Iterable[File]) -> None:
        """Put files into it. One that is the same as before is left alone, as the agent may have gone on with it."""
        for file in files:
            name, digest = PurePosixPath(file.name).name or "file", _digest(file.content)
            if self.known.get(name) != digest:
                self.at(name).write_bytes(file.content)
                self.known[name] = digest

    def begin(self, session: str) -> None:
        """Note in which session of the agent it is done."""
        self.session = session
        self.record.write_text(json.dumps({"session": session, "known": self.known}))

    def at(self, path: str) -> Path:
        """The place of a path, relative or absolute. Raises Outside, also where a link leads out."""
        place = (self.folder / path).resolve()
        if not place.is_relative_to(self.folder):
            raise Outside(f"{path} is outside of the folder of this task.")
        return place

    def made(self) -> tuple[list[File], list[str]]:
        """The files that are new or changed, and the paths of those that are too many or too large to hand over."""
        files: list[File] = []
        left_out, size = [], 0
        for name, path in self._files():
            if path.stat().st_size > MOST_FILE:
                left_out.append(name)
                continue
            content = path.read_bytes()
            if self.known.get(name) == _digest(content):
                continue
            size += len(content)
            if len(files) >= MOST_FILES or size > MOST_IN_ALL:
                left_out.append(name)
            else:
                files.append(File(name.replace("/", JOINT), content))
        return files, left_out

    def drop(self) -> None:
        """The task is done: what was kept for going on with it is not needed. A folder that was named stays."""
        shutil.rmtree(self.record.parent, ignore_errors=True)

    def _files(self) -> Iterator[tuple[str, Path]]:
        """Path and place of what lies in it, in order; nothing hidden, and no link, which may lead anywhere."""
        for folder, folders, names in os.walk(self.folder):
            folders[:] = sorted(one for one in folders if not one.startswith(".") and one not in PASSED_OVER)
            for name in sorted(names):
                path = Path(folder, name)
                if not name.startswith(".") and path.is_file() and not path.is_symlink():
                    yield path.relative_to(self.folder).as_posix(), path


def forget_old(base: Path) -> None:
    """Remove what was kept of tasks that nobody went on with for a week."""
    oldest = time.time() - KEPT_DAYS * 24 * 3600
    for record in base.glob("*/task.json"):
        if record.stat().st_mtime < oldest:
            shutil.rmtree(record.parent, ignore_errors=True)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
