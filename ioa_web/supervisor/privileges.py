"""A start as root goes on as a plain user, once it has what only root can get: the folder and the ports."""

import compileall
import os
import pwd
import sys
from pathlib import Path

from ioa_web.supervisor.accounts import plain_account
from ioa_web.supervisor.handover import against_it, hand_over
from ioa_web.supervisor.processes import SystemAccount, become
from ioa_web.supervisor.reach import CODE, out_of_reach

WAY_OUT = "put checkout, Python and data folder where every user may enter, or start as a user of your own"


def step_down(base: Path, data: Path) -> str:
    """Become the user that works on `data`, who gets it; give a line that says so, or why this stays root.

    For who is not root nothing changes, and nothing is said.
    """
    if os.geteuid() != 0:
        return ""
    try:
        account = plain_account(data / "postgres")
        user = pwd.getpwuid(account.uid)
    except KeyError as error:
        return f"runs as root: there is no plain user to go on as ({error})"
    if problem := out_of_reach(base, data, account):
        return f"runs as root: the user {user.pw_name} {problem}; {WAY_OUT}"
    if problem := _hand_over(data, account):
        return f"runs as root: the user {user.pw_name} {problem}"
    _compile(base)
    become(account)
    _live_in(data, user.pw_name)
    return f"runs as the user {user.pw_name}, who now has {data}"


def _hand_over(data: Path, account: SystemAccount) -> str:
    """What kept the folder from changing hands."""
    if problem := against_it(data, account):
        return problem
    try:
        hand_over(data, account)
    except OSError as error:
        return f"could not get {error.filename or data} ({error.strerror})"
    return ""


def _compile(base: Path) -> None:
    """Compile the code while that can be kept: a plain user would do it at each start, in each process."""
    if not sys.dont_write_bytecode:
        for name in CODE:
            compileall.compile_dir(base / name, quiet=2)


def _live_in(data: Path, name: str) -> None:
    """Have libraries keep what they keep in `data`: root's own home is closed by now."""
    os.environ |= {"HOME": str(data), "USER": name, "LOGNAME": name}
    for folder in [each for each in os.environ if each.startswith("XDG_")]:
        del os.environ[folder]
