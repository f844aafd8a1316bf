"""Take the audit log, and the anchor of its chain, out of the database."""

import json
import os
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.journal.domain.chain import Anchor, BrokenChain, check_links
from apps.journal.management.anchors import anchor_in
from apps.journal.queries.chain import links


class Command(BaseCommand):
    """`manage.py export_audit [--to FILE]`: JSON lines; the anchor beside them in FILE.anchor, else on standard error.

    A line has `number`, `previous`, `hash` and `entry`, the very text (JSON again) that the hash is over:
    sha256(number, line end, previous, line end, entry). So an export can be checked without the database.
    """

    help = (
        "Write the audit log as JSON lines, checking its chain on the way, and the anchor that shows a cut end later."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take where it goes."""
        parser.add_argument("--to", type=Path, help="the file; its anchor goes to the same name with .anchor")

    def handle(self, *args: Any, to: Path | None, **options: Any) -> None:
        """Write what is whole; exit code 1, and the old files stay, where the chain is broken or has lost its end.

        CommandError too where the file can't be written.
        """
        if to is None:
            self.stderr.write(f"anchor: {self._written(self.stdout.write)}")
            return
        try:
            end = self._exported(to)
        except OSError as problem:
            why = f"can't write the export to {to} ({problem.strerror}): correct it, or name another file"
            raise CommandError(why) from problem
        self.stdout.write(f"{end.count} entries, anchor: {end}")

    def _exported(self, to: Path) -> Anchor:
        # the last export's anchor is the only thing that shows a cut end: it is looked at before it is replaced
        anchor_file, new = to.with_name(f"{to.name}.anchor"), to.with_name(f"{to.name}.new")
        before = anchor_in(str(anchor_file)) if anchor_file.exists() else None
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            end = self._written(lambda line: file.write(f"{line}\n"), before)
        new.replace(to)
        anchor_file.write_text(f"{end}\n")
        return end

    def _written(self, write: Callable[[str], object], before: Anchor | None = None) -> Anchor:
        end = Anchor()
        try:
            for link in check_links(links(), before):
                line = {"number": link.number, "previous": link.previous, "hash": link.hash, "entry": link.text}
                write(json.dumps(line))
                end = Anchor(link.number, link.hash)
        except BrokenChain as broken:
            raise CommandError(f"the audit log was changed: {broken}") from broken
        return end
