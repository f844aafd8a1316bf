"""What every benchmark stands on: the product's own Postgres and Redis, for one run, in a folder that goes away."""

import contextlib
import json
import os
import secrets
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ioa_web.supervisor.services import run_services

OURS = ("IOA_MODEL", "IOA_MODEL_BASE_URL", "IOA_MODEL_API_KEY", "IOA_SCRIPT", "IOA_PUBLIC_URL", "IOA_ALLOWED_HOSTS")
DOUBLES = str(Path(__file__).parent.parent / "tests" / "doubles")


def with_doubles() -> None:
    """Have this process, and those that it starts, know the agents that play a script."""
    if DOUBLES not in sys.path:
        sys.path.append(DOUBLES)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [DOUBLES, os.environ.get("PYTHONPATH")]))


@contextlib.contextmanager
def database() -> Iterator[None]:
    """A migrated database, with Django set up on it. Import the product's modules inside."""
    with_doubles()
    with tempfile.TemporaryDirectory(prefix="ioa-bench-") as folder, run_services(Path(folder), {}) as services:
        for name in OURS:
            os.environ.pop(name, None)
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "ioa_web.settings",
            "DATABASE_URL": services.database_url,
            "REDIS_URL": services.redis_url,
            "IOA_DATA_DIR": folder,
            "IOA_SECRET_KEYS": secrets.token_urlsafe(64),
            "IOA_DATABASE_POOL": "0",
            "IOA_LOG_LEVEL": "WARNING",
        }
        import django
        from django.core.management import call_command
        from django.db import connection

        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        try:
            yield
        finally:
            connection.close()


def row(**values: object) -> None:
    """Print one row of a result as JSON, with the machine's load, which says what its times are worth."""
    sys.stdout.write(json.dumps({**values, "load": round(os.getloadavg()[0], 1)}) + "\n")
    sys.stdout.flush()


def quantile(numbers: list[float], share: float) -> float:
    """Give the number below which `share` of all numbers lie."""
    return sorted(numbers)[min(len(numbers) - 1, int(share * len(numbers)))]
