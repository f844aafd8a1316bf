#!/usr/bin/env python
"""Django's command line: `manage.py up` starts everything."""

import os
import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from ioa_web.management.commands import up


def main() -> None:
    """Run the command that was asked for. SystemExit: with a sentence, where a setting can't be read."""
    try:
        if sys.argv[1:2] == ["up"]:
            up.Command().run_from_argv(sys.argv)  # it keeps other processes: the apps would be 70 MB that nobody uses
        else:
            execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, ValueError) as mistake:
        if settings.configured:
            raise
        raise SystemExit(f"can't start: {mistake}") from mistake


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ioa_web.settings")
    main()
