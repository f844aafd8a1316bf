"""A workspace whose agents dial in: real web processes, real workers, a real ioa-connect."""

import pytest

from apps.agents.actions import register_agent
from apps.agents.actions.agent_tokens import create_agent_token
from apps.agents.domain.registration import AgentProfile
from apps.agents.models import AgentSocket
from tests.client.hub import Connected, Proxy, Web
from tests.durability.conftest import broker, crowd, environment_of, field, ground  # noqa: F401 - fixtures

AGENT = '''
"""An agent that leaves a trace of each thing it does."""

import asyncio
from pathlib import Path

from ioa_connect import File, Progress, agent

EFFECTS = Path({effects!r})


@agent(name="Harbour scout", description="Counts ships.", skills=["counting ships"])
async def run(task):
    with EFFECTS.open("a") as effects:
        effects.write(f"{{task.key}}\\n")
    yield Progress("Looking out")
    await asyncio.sleep({seconds})
    yield File("ships.txt", b"seven " * 100_000)
    yield f"Seven. {{task.brief}}"
'''


class Harbour:
    """One agent that dials in, at a hub that may be killed, over a link that may be cut."""

    def __init__(self, workers, folder, environment) -> None:
        self.field, self.folder = workers, folder
        self.web = Web(folder, environment)
        self.proxy = Proxy(self.web.port)
        profile = AgentProfile(
            handle="scout", name="Scout", connector="socket", concurrency=20, skills=[{"id": "s", "name": "ships"}]
        )
        self.agent_id = register_agent(self.field.workspace.id, profile)
        self.token = create_agent_token(self.field.owner, self.agent_id, "laptop")
        self._connected: list[Connected] = []

    def connect(self, *options: str, hub: str = "") -> Connected:
        """Start an ioa-connect."""
        self._connected.append(Connected(self.folder, hub or self.proxy.url, self.token, *options))
        return self._connected[-1]

    def scout(self, seconds: float) -> Connected:
        """Start one with the agent that takes so many seconds for a task."""
        source = AGENT.format(effects=str(self.field.effects), seconds=seconds)
        (self.folder / "harbour_scout.py").write_text(source)
        return self.connect("--python", "harbour_scout:run")

    def until_connected(self) -> None:
        """Wait until the hub sees the agent."""
        self.field.until(lambda: AgentSocket.objects.filter(open=True).exists(), 60)

    def close(self) -> None:
        """End all of it."""
        for connected in self._connected:
            connected.kill()
        self.proxy.close()
        self.web.kill()


@pytest.fixture
def harbour(field, tmp_path, broker):  # noqa: F811 - fixtures
    """The hub and its agent, with workers to come."""
    harbour = Harbour(field, tmp_path, environment_of(broker) | {"IOA_DATABASE_POOL": "4"})
    try:
        yield harbour
    finally:
        harbour.close()
