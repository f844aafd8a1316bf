"""Look whether the audit log is what it was written as."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.journal.domain.chain import Anchor, BrokenChain, check_links
from apps.journal.management.anchors import anchor_in
from apps.journal.queries.chain import links, loose_entry


class Command(BaseCommand):
    """`manage.py verify_audit [--anchor ...]`: exit code 1 names the first place that is broken."""

    help = "Check the audit log's chain from its first entry to its last."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what was written outside the database, without which an end that was cut off can't be seen."""
        parser.add_argument("--anchor", help="the anchor of an export, as it was printed, or the file with it")

    def handle(self, *args: Any, anchor: str | None, **options: Any) -> None:
        """Read the whole chain once, a piece at a time; print its anchor."""
        end = Anchor()
        try:
            for link in check_links(links(), anchor_in(anchor) if anchor else None):
                end = Anchor(link.number, link.hash)
        except BrokenChain as broken:
            raise CommandError(f"the audit log was changed: {broken}") from broken
        if (loose := loose_entry()) is not None:
            raise CommandError(f"the audit log was changed: entry {loose} has no link, so it was put in past the rules")
        against = f", anchor {anchor} found in it" if anchor else "; without --anchor a cut end can't be seen"
        self.stdout.write(f"the audit log is whole: {end.count} entries{against}\nanchor: {end}")
