"""Anchors of the audit log, as commands are given them."""

from pathlib import Path

from django.core.management.base import CommandError

from apps.journal.domain.chain import Anchor


def anchor_in(written: str) -> Anchor:
    """The anchor itself, or the one in the file of that name. Raises CommandError."""
    try:
        return Anchor.of(Path(written).read_text() if Path(written).is_file() else written)
    except (ValueError, OSError) as error:
        raise CommandError(str(error)) from error
