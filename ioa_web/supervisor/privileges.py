"""A start as root goes on as a plain user, once it has what only root can get: the folder and the ports."""

import compileall
import os
import pwd
import stat
import sys
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path

from ioa_web.supervisor.accounts import plain_account
from ioa_web.supervisor.processes import SystemAccount, become
from ioa_web.supervisor.reach import CODE, out_of_reach

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


WAY_OUT = "put checkout, Python and data folder where every user may enter, or start as a user of your own"


def step_down(base: Path, data: Path) -> str:
    """Become the user that works on `data`, who gets it; give a line that says so, or why this stays root.

    For who is not root nothing changes, and nothing is said.
    """
    if os.geteuid() != 0:
        return ""
    try:
        account = plain_account(data / "postgres")
        user = pwd.getpwuid(account.uid)
    except KeyError as error:
        return f"runs as root: there is no plain user to go on as ({error})"
    if problem := out_of_reach(base, data, account):
        return f"runs as root: the user {user.pw_name} {problem}; {WAY_OUT}"
    if problem := _hand_over(data, account):
        return f"runs as root: the user {user.pw_name} {problem}"
    _compile(base)
    become(account)
    _live_in(data, user.pw_name)
    return f"runs as the user {user.pw_name}, who now has {data}"


def _hand_over(data: Path, account: SystemAccount) -> str:
    """What kept the folder from changing hands."""
    if problem := against_it(data, account):
        return problem
    try:
        hand_over(data, account)
    except OSError as error:
        return f"could not get {error.filename or data} ({error.strerror})"
    return ""


def _compile(base: Path) -> None:
    """Compile the code while that can be kept: a plain user would do it at each start, in each process."""
    if not sys.dont_write_bytecode:
        for name in CODE:
            compileall.compile_dir(base / name, quiet=2)


def _live_in(data: Path, name: str) -> None:
    """Have libraries keep what they keep in `data`: root's own home is closed by now."""
    os.environ |= {"HOME": str(data), "USER": name, "LOGNAME": name}
    for folder in [each for each in os.environ if each.startswith("XDG_")]:
        del os.environ[folder]
