"""`python -m ioa_connect` is the command."""

import sys

from ioa_connect.command import main

sys.exit(main())
