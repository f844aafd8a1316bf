"""Where the product runs, and its own command lines."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from ioa_web.services_file import Services
from ioa_web.supervisor.processes import Program


@dataclass(frozen=True)
class Place:
    """The checkout, the data folder, the address, the names it answers to, and who runs it."""

    base: Path
    data: Path
    host: str
    port: int
    url: str
    allowed_hosts: list[str]
    keys_file: Path | None  # None: the keys come from the environment
    compat_port: int = 0  # a second port, where programs written for IoA look; 0: none

    @property
    def logs(self) -> Path:
        """The folder with one file for each child."""
        return self.data / "logs"


def prepare(place: Place, services: Services) -> Program:
    """Migrations, static files, seed: it comes to an end."""
    return _python(place, services, place.base / "manage.py", "prepare")


def product(place: Place, services: Services) -> dict[str, Program]:
    """The processes of the product, by name."""
    web = ["--bind", place.host, "--port", str(place.port)]
    if place.compat_port:
        interface = place.host.strip("[]").replace(":", r"\:")
        web += ["--endpoint", f"tcp:port={place.compat_port}:interface={interface}"]
    worker = ["--pool", "threads", "--concurrency", "8", "--without-gossip", "--without-mingle", "--without-heartbeat"]
    beat = ["--pidfile=", "--schedule", str(place.data / "beat-schedule")]
    celery = ["-m", "celery", "--quiet", "--app", "ioa_web"]
    return {
        "web": _python(place, services, "-m", "ioa_web.server", *web, "ioa_web.asgi:application"),
        "worker": _python(place, services, *celery, "worker", "--loglevel", "WARNING", *worker),
        "beat": _python(place, services, *celery, "beat", "--loglevel", "WARNING", *beat),
    }


def _python(place: Place, services: Services, *arguments: str | Path) -> Program:
    """A command of this Python in the checkout, told where the services are."""
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "ioa_web.settings",
        "IOA_DATA_DIR": str(place.data),
        "PYTHONUNBUFFERED": "1",
        "DATABASE_URL": services.database_url,
        "REDIS_URL": services.redis_url,
    }
    return Program([sys.executable, *arguments], cwd=place.base, env=env)
