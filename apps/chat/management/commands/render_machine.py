"""Write docs/machine.md from the conversation machine."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from apps.chat.domain.machine.table import render


class Command(BaseCommand):
    """`manage.py render_machine`: the machine's tables as docs/machine.md."""

    help = "Write docs/machine.md: what every input does to every standing of a conversation."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file."""
        path = Path(settings.BASE_DIR) / "docs" / "machine.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(render())
        self.stdout.write(f"Wrote {path.relative_to(settings.BASE_DIR)}.")
