"""Twisted's reactor over uvloop: whoever imports it first, before Daphne, has it installed for the process."""

import uvloop
from twisted.internet import asyncioreactor

asyncioreactor.install(uvloop.new_event_loop())  # type: ignore[no-untyped-call]

from twisted.internet import reactor  # noqa: E402 - what was installed is what this gives

__all__ = ["reactor"]
