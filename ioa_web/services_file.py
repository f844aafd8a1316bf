"""The note that a running `manage.py up` leaves in the data folder, so that other commands find its services."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

NAME = "services.json"


@dataclass(frozen=True)
class Services:
    """Where Postgres and Redis listen, as URLs; and the address that people type, where it is known."""

    database_url: str
    redis_url: str
    public_url: str = ""
    migration_database_url: str = ""  # of the role that owns the schema; empty: it is the product's own


DEFAULT = Services("postgres://localhost:5432/ioa", "redis://localhost:6379/0")


def read_services(data_dir: Path) -> Services:
    """What runs on this data folder; the usual local addresses when nothing does."""
    try:
        return Services(**json.loads((data_dir / NAME).read_text()))
    except (OSError, ValueError, TypeError):
        return DEFAULT


def write_services(data_dir: Path, services: Services) -> None:
    """Leave the note."""
    (data_dir / NAME).write_text(json.dumps(asdict(services)))


def forget_services(data_dir: Path) -> None:
    """Take the note away: nothing runs any more."""
    (data_dir / NAME).unlink(missing_ok=True)
