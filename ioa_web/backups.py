"""A backup before the first migration that moves data: going back to the older release needs one."""

import os
import shutil
import subprocess
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from django.conf import settings
from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from psycopg import ConnectionInfo
from psycopg.sql import SQL, Identifier

from ioa_web.supervisor.problems import CannotStart
from ioa_web.supervisor.processes import postgres_folder

MARK = "reshapes_data"
"""A migration that moves what people's goals, agents or files are made of has this attribute, and it is true."""

UNMARKED = frozenset({"chat.0008_fill_origins", "teams.0024_fill_origins", "teams.0026_number_files"})
"""Those that came before the mark, or without it."""

FILLED = ("teams_goal", "agents_agent")  # with a row in one of them there is something to lose


class NoBackup(Exception):
    """There is no backup, and none can be made here; the text says what to do."""


def back_up_before_reshaping() -> Path | None:
    """Make a backup where there is data, and a migration that has not been applied moves some; gives the file.

    None where nothing is moved, nothing is there, or the operator has made one. Raises NoBackup.
    """
    moving = pending_reshapes()
    if not moving or not _is_filled() or moving[0] == settings.IOA_BACKED_UP:
        return None
    program = _find_pg_dump(connection.pg_version // 10_000)  # type: ignore[attr-defined]  # Postgres' alone
    if program is None:
        raise _refusal(moving, "no pg_dump as new as the server is here to make a backup before")
    return _dump(program, moving)


def pending_reshapes() -> list[str]:
    """Name the migrations that move data and have not been applied, the first one first."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [str(migration) for migration, _ in plan if reshapes_data(migration)]


def reshapes_data(migration: Migration | type[Migration]) -> bool:
    """Whether a migration moves data."""
    return bool(getattr(migration, MARK, False)) or str(migration) in UNMARKED


def _is_filled() -> bool:
    with connection.cursor() as cursor:
        tables = set(FILLED) & set(connection.introspection.table_names(cursor))
        for table in tables:
            cursor.execute(SQL("SELECT FROM {} LIMIT 1").format(Identifier(table)).as_string(cursor.connection))
            if cursor.rowcount:
                return True
    return False


def _find_pg_dump(major: int) -> Path | None:
    """The embedded Postgres' own, else the system's; it has to be at least as new as the server."""
    try:
        candidates = [postgres_folder(None) / "bin" / "pg_dump"]
    except CannotStart:
        candidates = []
    candidates += [Path(found)] if (found := shutil.which("pg_dump")) else []
    return next((each for each in candidates if _major(each) >= major), None)


def _major(program: Path) -> int:
    """Of which Postgres a pg_dump is; 0 where it can't be run."""
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout  # noqa: S603
        return int(said.split()[2].partition(".")[0])
    except (OSError, subprocess.CalledProcessError, IndexError, ValueError):
        return 0


def _dump(program: Path, moving: list[str]) -> Path:
    """Write the backup whole or not at all."""
    folder: Path = settings.IOA_DATA_DIR / "backups"
    file = folder / f"before-{moving[0]}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.dump"
    part = file.with_suffix(".part")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as writing:
            _run(program, writing)
        return part.rename(file)
    except (OSError, subprocess.CalledProcessError) as error:
        with suppress(OSError):
            part.unlink()
        words = getattr(error, "stderr", b"") or str(error).encode()
        said = " ".join(words.decode(errors="replace").split())
        raise _refusal(moving, f"the backup before it could not be made ({said}), so make one") from error


def _run(program: Path, writing: BinaryIO) -> None:
    """Have the database of the connection written, and safe on disk. The password is in no command line."""
    connection.ensure_connection()
    asked: ConnectionInfo = connection.connection.info
    command: list[str | Path] = [program, "--format=custom", f"--dbname={asked.dsn}"]
    env = os.environ | {"PGPASSWORD": asked.password}
    subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, env=env, check=True)  # noqa: S603
    os.fsync(writing.fileno())


def _refusal(moving: list[str], why: str) -> NoBackup:
    others = f" and {len(moving) - 1} more" if len(moving) > 1 else ""
    return NoBackup(
        f"This release moves data ({moving[0]}{others}), and {why}: pg_dump --format custom --file ioa.dump "
        f'"$DATABASE_URL". Then start again with IOA_BACKED_UP={moving[0]}. docs/operations.md says how to restore.'
    )
