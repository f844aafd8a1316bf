"""What every connector keeps to, tried on one: for the tests of whoever writes one.

    async def test_it_keeps_to_what_the_hub_expects():
        assert await shortcomings(DESCRIPTOR, start) == []

`start(behaviour)` starts an agent of that protocol which behaves so, and is left when it shall stop. No pytest is
needed, no database and no hub that runs; only Django's settings, since they say which networks may be reached.
"""

import asyncio
import logging

from apps.agents.connectors.conformance.calls import CALLS
from apps.agents.connectors.conformance.description import SECRET, Behaviour, Running, Start, wrong_description
from apps.agents.domain.connectors import Descriptor

__all__ = ["SECRET", "Behaviour", "Running", "Start", "shortcomings"]

log = logging.getLogger(__name__)

SECONDS = 60.0  # for one check


async def shortcomings(way: Descriptor, start: Start) -> list[str]:
    """Give a sentence for each thing that a connector does not keep to; none: it conforms. Takes some seconds."""
    if wrong := list(wrong_description(way)):
        return wrong  # what is not there can't be tried
    for check in CALLS:
        try:
            async with asyncio.timeout(SECONDS):
                wrong += [each async for each in check(way, start)]
        except Exception as error:
            log.exception("the check of %s broke down", check.__name__)
            wrong.append(f"{check.__name__}: it raised {type(error).__name__}, which no connector does.")
    return wrong
