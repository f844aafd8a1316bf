"""Whom Postgres runs as: it refuses root, so a root start hands it to a plain user."""

import os
import pwd
from pathlib import Path

from ioa_web.supervisor.problems import CannotStart
from ioa_web.supervisor.processes import Account

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


def postgres_account(cluster: Path) -> Account | None:
    """The user for Postgres on the folder `cluster`; None is this process's own.

    A root start uses the owner of an existing folder, so that it also serves data that a plain user made.
    """
    owner = cluster.stat() if cluster.exists() else None
    if os.geteuid() != 0:
        if owner and owner.st_uid != os.geteuid():
            raise CannotStart(
                f"{cluster} belongs to user id {owner.st_uid}: start as that user or as root, or set IOA_DATA_DIR"
            )
        return None
    if owner and owner.st_uid != 0:
        return Account(owner.st_uid, owner.st_gid)
    user = pwd.getpwnam(PLAIN_USER)
    return Account(user.pw_uid, user.pw_gid)
