"""Whom it all runs as: Postgres refuses root, so a root start goes on as a plain user, or gives it Postgres."""

import os
import pwd
from pathlib import Path

from ioa_web.supervisor.problems import CannotStart
from ioa_web.supervisor.processes import SystemAccount

PLAIN_USER = "nobody"


def own_name() -> str:
    """The name of the user that this process runs as.

    Raises CannotStart when the system has none: Postgres then can't say who connects.
    """
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        raise CannotStart(
            f"user id {os.geteuid()} has no name on this system, which the embedded Postgres needs: "
            "add it to /etc/passwd, or set DATABASE_URL"
        ) from None


def postgres_account(cluster: Path) -> SystemAccount | None:
    """The user for Postgres on the folder `cluster`; None is this process's own."""
    owner = cluster.stat() if cluster.exists() else None
    if os.geteuid() != 0:
        if owner and owner.st_uid != os.geteuid():
            raise CannotStart(
                f"{cluster} belongs to user id {owner.st_uid}: start as that user or as root, or set IOA_DATA_DIR"
            )
        return None
    return plain_account(cluster)


def plain_account(cluster: Path) -> SystemAccount:
    """The user for a root start: the owner of `cluster`, else of the folder around it if it has a name, else nobody.

    So it also serves data that a plain user made, and who wants a user for it alone gives them the folder.
    Raises KeyError when this system has no nobody.
    """
    if owner := _plain_owner(cluster):
        return owner
    if (owner := _plain_owner(cluster.parent)) and _has_name(owner):
        return owner
    user = pwd.getpwnam(PLAIN_USER)
    return SystemAccount(user.pw_uid, user.pw_gid)


def _plain_owner(folder: Path) -> SystemAccount | None:
    owner = folder.stat() if folder.exists() else None
    return SystemAccount(owner.st_uid, owner.st_gid) if owner and owner.st_uid != 0 else None


def _has_name(account: SystemAccount) -> bool:
    try:
        pwd.getpwuid(account.uid)
    except KeyError:
        return False
    return True
