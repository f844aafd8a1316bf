"""Static files: collected when they changed, since hashing and compressing them takes seconds."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command

MARK = "collected-from"


def collect_when_changed() -> None:
    """Run collectstatic unless STATIC_ROOT was made from just these files."""
    mark = Path(settings.STATIC_ROOT) / MARK
    now = _fingerprint()
    if not mark.exists() or mark.read_text() != now:
        call_command("collectstatic", interactive=False, verbosity=0, clear=True)
        mark.write_text(now)


def _fingerprint() -> str:
    """Changes with the name, size or time of any static file of any app, and with the way they are stored."""
    digest = hashlib.sha256(settings.STATIC_STORAGE.encode())
    for finder in finders.get_finders():
        for name, storage in sorted(finder.list([]), key=lambda found: found[0]):
            stat = Path(storage.path(name)).stat()
            digest.update(f"{name} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()
