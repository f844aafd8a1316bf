import asyncio
import contextlib

import pytest

from apps.agents.consumers import sockets, switchboard
from tests.agents.socket.installation import Installation, World


@pytest.fixture
def world(transactional_db, monkeypatch):
    monkeypatch.setattr(switchboard, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(switchboard, "switchboard", switchboard.Switchboard())
    monkeypatch.setattr(sockets, "switchboard", switchboard.switchboard)
    return World()


@pytest.fixture
async def there(world):
    """An installation that has dialled in.

    Where a test waited in vain for a frame, its socket is cancelled, and hanging up raises. A CancelledError out of a
    fixture would keep pytest from taking down the others: every test that follows would find this one's rows.
    """
    there = Installation(world)
    await there.dial()
    yield there
    with contextlib.suppress(asyncio.CancelledError):
        await there.hang_up()
