import pytest

from apps.agents.consumers import sockets, switchboard
from tests.agents.socket.installation import World


@pytest.fixture
def world(transactional_db, monkeypatch):
    monkeypatch.setattr(switchboard, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(switchboard, "switchboard", switchboard.Switchboard())
    monkeypatch.setattr(sockets, "switchboard", switchboard.switchboard)
    return World()
