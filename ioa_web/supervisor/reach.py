"""What a plain user may read: asked by a child that becomes that user, since every folder above a file counts."""

import contextlib
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from ioa_web.supervisor.processes import SystemAccount, become

CODE = ("apps", "ioa_web", "static", "templates", "manage.py")
PACKAGES = ("site-packages", "dist-packages")
SEPARATELY = "__pycache__"  # what can't be read of it is compiled again
TRIED = "import ioa_web.settings"
NO_DATA = "/proc/self/none"  # the user may not read the keys yet
MOST = 4096  # bytes of an answer


def out_of_reach(base: Path, data: Path, account: SystemAccount) -> str:
    """What `account` may not do of all that a start takes on the checkout `base` and the folder `data`; else ""."""
    return _ask_as(account, lambda: _obstacle(base, data))


def _ask_as(account: SystemAccount, answer: Callable[[], str]) -> str:
    """What `answer` says when it is asked by `account`, in a child."""
    reading, writing = os.pipe()
    child = os.fork()  # this process has one thread
    if child == 0:
        with contextlib.suppress(BaseException):
            os.write(writing, _try_as(account, answer).encode(errors="replace")[:MOST])
            os._exit(0)
        os._exit(1)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8", errors="replace") as said:
        text = said.read()
    _, status = os.waitpid(child, 0)
    return text or ("was not asked to the end" if status else "")


def _try_as(account: SystemAccount, answer: Callable[[], str]) -> str:
    try:
        become(account)
        return answer()
    except OSError as error:
        return f"may not do that here ({error})"


def _obstacle(base: Path, data: Path) -> str:
    if not os.access(data, os.F_OK):
        return f"may not enter the way to {data}"
    if problem := _of_python(base):
        return problem
    return next((f"may not read {path}" for path in _needed_files(base) if not _may_read(path)), "")


def _of_python(base: Path) -> str:
    """What keeps this Python from running in `base`."""
    python = os.path.realpath(sys.executable)
    environ = {**os.environ, "IOA_DATA_DIR": NO_DATA, "HOME": "/", "DJANGO_SETTINGS_MODULE": "ioa_web.settings"}
    try:
        os.chdir(base)
        tried = subprocess.run(  # noqa: S603
            [sys.executable, "-c", TRIED], env=environ, capture_output=True, text=True, errors="replace", check=False
        )
    except OSError as error:
        return f"may not run {python} in {base} ({error.strerror})"
    lines = tried.stderr.split("\n")
    said = next((line for line in reversed(lines) if line.strip()), "")
    return f"can't run {python} in {base} ({said})" if tried.returncode else ""


def _needed_files(base: Path) -> Iterator[Path]:
    """All files and folders of the code and of what is installed for it."""
    installed = [path for path in map(Path, sys.path) if path.name in PACKAGES]
    for start in [*(base / name for name in CODE), *installed]:
        yield start
        for here, folders, files in os.walk(start):
            folders[:] = [folder for folder in folders if folder != SEPARATELY]
            yield from (Path(here) / name for name in (*folders, *files))


def _may_read(path: Path) -> bool:
    """Whether it can be read, and entered; a link that leads nowhere is nobody's loss."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return True
    except PermissionError:
        return False
    return os.access(path, os.R_OK | (os.X_OK if mode & stat.S_IXUSR else 0))
