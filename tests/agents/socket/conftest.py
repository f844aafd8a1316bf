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
    """An installation that has dialled in."""
    there = Installation(world)
    await there.dial()
    yield there
    await there.hang_up()
