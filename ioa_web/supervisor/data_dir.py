"""The one folder with all state: made, proved usable, locked against a twin."""

import fcntl
import os
import re
import secrets
import shutil
import tempfile
from pathlib import Path
from typing import IO

from ioa_web.supervisor.problems import CannotStart

MIN_FREE = 256 * 1024 * 1024  # bytes; a new Postgres folder alone takes about 60 MB
SOCKET_FOLDER_LIMIT = 80  # bytes; a socket's whole path may have 107
PLAIN_PATH = re.compile(r"[\w./-]+", re.ASCII)


def prepare(folder: Path) -> None:
    """Make the data folder. Raises CannotStart when it can't be written or its disk is nearly full."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (PermissionError, FileExistsError, NotADirectoryError) as error:
        raise CannotStart(
            f"the data folder {folder} can't be used ({error.strerror}): give this user the right to write it, "
            "or set IOA_DATA_DIR to another folder"
        ) from error
    free = shutil.disk_usage(folder).free
    if free < MIN_FREE:
        raise CannotStart(
            f"the disk under {folder} is full ({free // 2**20} MB free, {MIN_FREE // 2**20} MB needed): "
            "free some space, or set IOA_DATA_DIR to a folder on another disk"
        )


def lock(folder: Path, url: str) -> IO[str]:
    """Hold the folder for as long as the returned file is open. Raises CannotStart when a twin holds it.

    The folder may be a plain user's and this process root: a link in the file's place would have it empty another one.
    """
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
    file = os.fdopen(os.open(folder / "lock", flags, 0o666), "a+", encoding="utf-8")
    if os.fstat(file.fileno()).st_nlink > 1:
        file.close()
        raise CannotStart(f"{folder / 'lock'} is linked to elsewhere: take it away")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        holder = file.read().strip() or "another process"
        file.close()
        raise CannotStart(
            f"it is already running on {folder} ({holder}): use that one, stop it, or set IOA_DATA_DIR and IOA_PORT"
        ) from None
    file.truncate(0)
    file.write(f"process {os.getpid()} at {url}")
    file.flush()
    return file


def ensure_secret_keys(file: Path) -> None:
    """Make the key that signs and encrypts, once; it is a part of the data like any other."""
    if not file.exists() or not file.read_text().strip():
        file.touch(mode=0o600, exist_ok=True)
        file.write_text(secrets.token_urlsafe(64) + "\n")


def road_to(folder: Path) -> Path:
    """A path to `folder` that fits into a socket's address and a URL: itself, or a link in the temporary folder."""
    if len(os.fsencode(folder)) <= SOCKET_FOLDER_LIMIT and PLAIN_PATH.fullmatch(str(folder)):
        return folder
    link = Path(tempfile.mkdtemp(prefix="ioa-")) / "data"
    link.symlink_to(folder, target_is_directory=True)
    return link


def leave_road(road: Path, folder: Path) -> None:
    """Take the link away again."""
    if road != folder:
        shutil.rmtree(road.parent, ignore_errors=True)
