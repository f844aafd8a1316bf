"""What each process needs before it serves or works; one that lacks it ends with a sentence and not at each request."""

from django.conf import settings

from ioa_web.schema import exit_on_other
from ioa_web.static_files import collect_when_changed


def exit_where_unfit() -> None:
    """End this process where it has no keys, or where the data is of another release."""
    if why := no_keys():
        raise SystemExit(f"can't start: {why}")
    exit_on_other()


def no_keys() -> str:
    """What to do where nothing signs and seals; nothing where something does."""
    if any(settings.IOA_SECRET_KEYS):
        return ""
    return (
        "there are no secret keys: set IOA_SECRET_KEYS, the same for all processes, or IOA_DATA_DIR to the folder of "
        f"`manage.py up` (now there is no {settings.IOA_SECRET_KEYS_FILE})"
    )


def furnish_pages() -> None:
    """Have the static files in this host's data folder: `prepare` ran on one host, and pages may be served by others.

    SystemExit: they can't be written there.
    """
    if settings.DEBUG:
        return  # then they are read from where they are
    try:
        collect_when_changed()
    except OSError as problem:
        raise SystemExit(
            f"can't start: the static files can't be written to {settings.STATIC_ROOT} ({problem.strerror}): set "
            "IOA_DATA_DIR to a folder that this user may write"
        ) from problem
