"""Twisted's reactor over uvloop: whoever imports it first, before Daphne, has it installed for the process."""

from typing import Any

import uvloop
from twisted.internet import asyncioreactor

asyncioreactor.install(uvloop.new_event_loop())  # type: ignore[no-untyped-call]

from twisted.internet import reactor as installed  # noqa: E402 - only what was installed gives this

reactor: Any = installed
