#!/usr/bin/env python
"""Django's command line: `manage.py up` starts everything."""

import os
import sys

from django.core.management import execute_from_command_line

from ioa_web.management.commands import up

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ioa_web.settings")
    if sys.argv[1:2] == ["up"]:
        up.Command().run_from_argv(sys.argv)  # it keeps other processes: the apps would be 70 MB that nobody uses
    else:
        execute_from_command_line(sys.argv)
