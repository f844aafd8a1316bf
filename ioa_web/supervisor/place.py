"""Where the product runs, and its own command lines."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ioa_web.heartbeat import VARIABLE
from ioa_web.services_file import Services
from ioa_web.supervisor.processes import Program

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


def prepare(place: Installation, services: Services) -> Program:
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
