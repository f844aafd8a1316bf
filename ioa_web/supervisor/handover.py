"""A data folder that root made is handed over to the plain user who works on it from now on.

Only what the product keeps there changes hands. That user may be at work in it meanwhile, and may not be trusted: no
link is followed and no folder entered that was put in the place of another.
"""

import os
import stat
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path

from ioa_web.supervisor.processes import SystemAccount

OURS = (
    "lock",
    "secret-keys",
    "services.json",
    "logs",
    "heartbeats",
    "beat*",
    "postgres",
    "redis",
    "static",
    "files",
    "backups",
)


def against_it(data: Path, account: SystemAccount) -> str:
    """What speaks against giving `data` to `account`; "" when nothing does, or when it has been theirs already."""
    owner = data.stat().st_uid
    if owner == account.uid:
        return ""
    if owner != 0:
        return f"would take {data} from user id {owner}: let all of it belong to one user"
    names = [path.name for path in data.iterdir()]
    if foreign := sorted(set(names) - set(_ours(names))):
        return f"would get {data}, where there is {foreign[0]} too: let it be a folder of its own"
    for here, _, files in _walk(data):
        for name in files:
            about = os.stat(name, dir_fd=here, follow_symlinks=False)
            if stat.S_ISREG(about.st_mode) and about.st_uid == 0 and about.st_nlink > 1:
                return f"would get {name} in {data}, which is linked to elsewhere: copy it"
    return ""


def hand_over(data: Path, account: SystemAccount) -> None:
    """Give what root has in `data` to `account`. Raises OSError where the system does not allow it."""
    for here, _, files in _walk(data):
        if os.fstat(here).st_uid != account.uid:
            os.fchown(here, account.uid, account.gid)
        for name in files:
            _give(name, here, account)


def _give(name: str, here: int, account: SystemAccount) -> None:
    about = os.stat(name, dir_fd=here, follow_symlinks=False)
    if not _is_roots_file(about):
        return
    file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=here)
    try:
        if _is_roots_file(os.fstat(file)):
            os.fchown(file, account.uid, account.gid)
    finally:
        os.close(file)


def _is_roots_file(about: os.stat_result) -> bool:
    """A file with a second name is left alone: it may be one of root's that lies elsewhere."""
    return stat.S_ISREG(about.st_mode) and about.st_uid == 0 and about.st_nlink == 1


def _walk(data: Path) -> Iterator[tuple[int, list[str], list[str]]]:
    """Each folder as an open file, with the names of folders and files in it; of `data` itself only what is ours."""
    top = True
    for _, folders, files, here in os.fwalk(data):
        if top:
            folders[:], files[:] = _ours(folders), _ours(files)
            top = False
        yield here, folders, files


def _ours(names: Iterable[str]) -> list[str]:
    return [name for name in names if any(fnmatch(name, pattern) for pattern in OURS)]
