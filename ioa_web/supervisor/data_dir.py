"""The one folder with all state: made, proved usable, locked against a twin."""

import fcntl
import os
import re
import secrets
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from ioa_web.heartbeat import VARIABLE
from ioa_web.services_file import Services
from ioa_web.supervisor.problems import CannotStart
from ioa_web.supervisor.processes import Program

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


FOLDER = "IOA_FOLDER"  # the number of the data folder: a copy of it has another
OWNER_URL = "IOA_MIGRATION_DATABASE_URL"


@dataclass(frozen=True)
class Installation:
    """The checkout, the data folder, the address, the names it answers to, and who runs it."""

    base: Path
    data: Path
    host: str
    port: int
    url: str
    allowed_hosts: list[str]
    keys_file: Path | None  # None: the keys come from the environment
    compat_port: int = 0  # a second port, where programs written for IoA look; 0: none
    first_link: bool = False  # whether a first start says on the console how to get in

    @property
    def ports(self) -> list[tuple[str, int, str]]:
        """Host, port and the name of its setting, for each to listen on."""
        usual = [(self.host, self.port, "IOA_PORT")]
        return [*usual, (self.host, self.compat_port, "IOA_COMPAT_PORT")] if self.compat_port else usual

    @property
    def logs(self) -> Path:
        """The folder with one file for each child."""
        return self.data / "logs"

    @property
    def heartbeats(self) -> Path:
        """The folder with one file for each process that says that it works."""
        return self.data / "heartbeats"


def preparation(place: Installation, services: Services) -> Program:
    """Migrations, static files, seed: it comes to an end."""
    link = ["--first-link"] if place.first_link else []
    program = _python(place, services, place.base / "manage.py", "prepare", *link)
    env = {**program.env, OWNER_URL: services.migration_database_url}
    if "DATABASE_URL" not in os.environ:
        env[FOLDER] = str(place.data.stat().st_ino)
    return replace(program, env=env)


def product(place: Installation, services: Services, listening: Sequence[int]) -> dict[str, Program]:
    """The processes of the product, by name; the web server serves on the sockets that `listening` numbers."""
    web = [word for number in listening for word in ("--endpoint", f"fd:fileno={number}")]
    worker = ["--pool", "threads", "--concurrency", "8", "--without-gossip", "--without-mingle", "--without-heartbeat"]
    beat = ["--scheduler", "ioa_web.beat:BeatingScheduler", "--pidfile="]
    beat += ["--schedule", str(place.data / "beat-schedule")]
    celery = ["-m", "celery", "--quiet", "--app", "ioa_web"]
    commands = {
        "web": ["-m", "ioa_web.server", *web, "ioa_web.asgi:application"],
        "worker": [*celery, "worker", "--loglevel", "WARNING", *worker],
        "beat": [*celery, "beat", "--loglevel", "WARNING", *beat],
    }
    programs = {
        name: _python(place, services, *command, heartbeat=place.heartbeats / name)
        for name, command in commands.items()
    }
    return programs | {"web": replace(programs["web"], files=listening)}


def _python(place: Installation, services: Services, *arguments: str | Path, heartbeat: Path | None = None) -> Program:
    """A command of this Python in the checkout, told where the services are."""
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "ioa_web.settings",
        "IOA_DATA_DIR": str(place.data),
        "PYTHONUNBUFFERED": "1",
        "MALLOC_ARENA_MAX": os.environ.get("MALLOC_ARENA_MAX", "2"),  # two dozen threads would keep as many heaps
        "DATABASE_URL": services.database_url,
        "REDIS_URL": services.redis_url,
        **({VARIABLE: str(heartbeat)} if heartbeat else {}),
    }
    env.pop(OWNER_URL, None)  # what serves has no business with it
    return Program([sys.executable, *arguments], cwd=place.base, env=env, heartbeat=heartbeat)
