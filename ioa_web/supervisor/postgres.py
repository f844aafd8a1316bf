"""The embedded Postgres: one folder, one socket in it, a direct child of this process.

Every path that Postgres itself sees is its working folder, `/proc/self/cwd`: a plain user can then serve a data folder
below one that only root may enter, and no socket address is too long for it.
"""

import os
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import psycopg

from ioa_web.supervisor.accounts import own_name, postgres_account
from ioa_web.supervisor.problems import CannotStart
from ioa_web.supervisor.processes import POSTGRES_MAJOR, Program, SystemAccount, postgres_folder

HERE = "/proc/self/cwd"
SAFEST_MODE = 0o750  # the most that Postgres starts on
NAME = "ioa"  # of the database, and of the superuser, as which the supervisor alone connects
OWNER, APP = "ioa_owner", "ioa_app"  # who migrates, and what the product runs as
ROLES = (Path(__file__).parents[1] / "roles.sql").read_text()
READY_SECONDS = 120  # a start after a crash first replays the log
LEFTOVER_SECONDS = 30
ENVIRONMENT = {"LC_ALL": "C", "TZ": "UTC", "PATH": os.defpath}
SETTINGS = {
    "unix_socket_directories": HERE,
    "listen_addresses": "",
    "max_connections": "200",
    "jit": "off",
    "log_min_messages": "warning",
    "random_page_cost": "1.1",  # as disks without heads have it; else a plan made for few rows reads all of many
}
CARELESS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}  # for data that a test throws away


@dataclass(frozen=True)
class Postgres:
    """A Postgres folder and how to reach the server on it (`road` leads to `folder`)."""

    folder: Path
    road: Path
    durable: bool = True

    def url(self, role: str = APP) -> str:
        """The address of the product's database, for one of its roles."""
        return f"postgres://{role}@/{NAME}?host={self.road}"

    def program(self) -> Program:
        """Make the folder if there is none, and say how to start the server on it.

        Raises CannotStart: data of another major version or another user, no Postgres for this system.
        """
        _refuse_other_version(self.folder)
        _refuse_open_folder(self.folder)
        account = postgres_account(self.folder)
        binaries = postgres_folder(account) / "bin"
        if not (self.folder / "PG_VERSION").exists():
            _create(self.folder, binaries, account, durable=self.durable)
        _let_in(self.folder, own_name())
        _clear_leftover(self.folder)
        settings = SETTINGS if self.durable else SETTINGS | CARELESS
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return Program(
            command=[binaries / "postgres", "-D", HERE, *options],
            cwd=self.folder,
            env=ENVIRONMENT,
            account=account,
            dying=signal.SIGINT,
            stopping=signal.SIGINT,  # "fast": open connections are closed, then a clean end
        )

    def wait_ready(self, process: subprocess.Popen[bytes]) -> None:
        """Wait until the server answers, then see to the database and the vector extension."""
        until = time.monotonic() + READY_SECONDS
        while True:
            try:
                _ensure_database(self.road)
            except psycopg.OperationalError as error:
                if process.poll() is not None or time.monotonic() > until:
                    reason = " ".join(str(error).split())
                    raise CannotStart(f"Postgres did not start ({reason}): its log says why") from None
                time.sleep(0.02)
            else:
                return


def _refuse_other_version(folder: Path) -> None:
    file = folder / "PG_VERSION"
    found = file.read_text().strip() if file.exists() else str(POSTGRES_MAJOR)
    if not found:
        raise CannotStart(
            f"{file} is empty, so the data in {folder} was cut short (a full disk, a broken copy): restore a backup, "
            "or set IOA_DATA_DIR to a new folder"
        )
    if found != str(POSTGRES_MAJOR):
        raise CannotStart(
            f"the data in {folder} is of Postgres {found}, this release brings {POSTGRES_MAJOR}: "
            "move it over with pg_dump and pg_restore, or set IOA_DATA_DIR to a new folder"
        )


def _refuse_open_folder(folder: Path) -> None:
    """Say what Postgres would only log: it starts on no data that others may read."""
    if (folder / "PG_VERSION").exists() and (mode := folder.stat().st_mode & 0o777) & ~SAFEST_MODE:
        raise CannotStart(
            f"the data in {folder} may be read by others (its mode is {mode:04o}): chmod 700 {folder}, and think about "
            "who has read it; there are sealed keys and everybody's goals in it"
        )


def _create(folder: Path, binaries: Path, account: SystemAccount | None, *, durable: bool) -> None:
    """Run initdb. A folder without PG_VERSION was cut short and is made anew."""
    folder.mkdir(mode=0o700, exist_ok=True)
    if account:
        os.chown(folder, account.uid, account.gid)
    made = subprocess.run(  # noqa: S603
        [
            *(binaries / "initdb", "-D", HERE, "-U", NAME, "--auth=peer", "--no-instructions"),
            *("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
            *([] if durable else ["--no-sync"]),
        ],
        cwd=folder,
        env=ENVIRONMENT,
        user=account.uid if account else None,
        group=account.gid if account else None,
        extra_groups=[] if account else None,
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        reason = " ".join(line for line in made.stderr.splitlines() if "error" in line or "FATAL" in line)
        raise CannotStart(f"Postgres could not make {folder} ({reason or made.stderr.strip()}): see IOA_DATA_DIR")


def _let_in(folder: Path, name: str) -> None:
    """Admit the operating system's user `name`, root, and nobody else: no password exists.

    So roles bind what is done by SQL; whoever runs code as that user could take another one.
    """
    lines = [f'{NAME} "{user}" {role}\n' for user in sorted({name, "root"}) for role in (NAME, OWNER, APP)]
    (folder / "pg_hba.conf").write_text(f"local all all peer map={NAME}\n")
    (folder / "pg_ident.conf").write_text("".join(lines))


def _clear_leftover(folder: Path) -> None:
    """Make way where Postgres itself can't: it refuses to start while the process in its note is alive.

    That process is a server which still ends after its parent was killed (wait for it), or, after a reboot, any program
    that has the same number by now (drop the note).
    """
    note = folder / "postmaster.pid"
    until = time.monotonic() + LEFTOVER_SECONDS
    while (process := _noted_process(note)) and process.exists():
        if not _works_in(process, folder):
            note.unlink(missing_ok=True)
        elif time.monotonic() > until:
            raise CannotStart(f"an older Postgres still runs on {folder}: stop it, or set IOA_DATA_DIR")
        time.sleep(0.02)


def _noted_process(note: Path) -> Path | None:
    """The /proc folder of the process that a postmaster.pid names."""
    try:
        return Path("/proc") / str(int(note.read_text().split("\n", 1)[0]))
    except (OSError, ValueError):
        return None


def _works_in(process: Path, folder: Path) -> bool:
    try:
        return (process / "cwd").samefile(folder)
    except OSError:
        return False


def _ensure_database(road: Path) -> None:
    """The database with pgvector and its roles; pgvector in the template too, from which test databases are made."""
    with _connect(road, "postgres") as server:
        if server.execute("select from pg_database where datname = %s", [NAME]).fetchone() is None:
            with _connect(road, "template1") as template:
                template.execute("create extension if not exists vector")
            server.execute(f"create database {NAME}")
    with _connect(road, NAME) as database:
        database.execute(ROLES)


def _connect(road: Path, database: str) -> psycopg.Connection:
    return psycopg.connect(host=str(road), user=NAME, dbname=database, autocommit=True, connect_timeout=5)
