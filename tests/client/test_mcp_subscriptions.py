"""The official client of MCP hears of a room that changes, from a real web process, in each era."""

import asyncio
from contextlib import asynccontextmanager

import httpx2
import pytest
from asgiref.sync import sync_to_async
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ResourceUpdatedNotification

from apps.accounts.actions import issue_token
from apps.accounts.domain.access import Scope
from apps.accounts.queries import actor_for
from apps.attention.models import ResourceWatch
from apps.chat.actions import post_message
from tests import snapshot
from tests.client.hub import PATIENCE, Web
from tests.durability.conftest import environment_of

pytestmark = [
    pytest.mark.processes,
    pytest.mark.usefixtures("transactional_db"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture
def hub(broker, tmp_path):
    web = Web(tmp_path, environment_of(broker))
    yield web
    web.kill()


class Watcher:
    """A client of an operator's, a room that it looks at, and what it heard of it."""

    def __init__(self, hub):
        world = snapshot.world()
        self.owner, self.team = actor_for(world.owner), world.root.team.pk
        self.room, self.heard = f"ioa://rooms/{self.team}", asyncio.Event()
        self._url = f"{hub.url}/mcp"
        self._token = issue_token(actor_for(world.operator), "watcher", {Scope.READ})

    @asynccontextmanager
    async def connected(self, era):
        headers = {"Authorization": f"Bearer {self._token}"}
        async with httpx2.AsyncClient(headers=headers, timeout=PATIENCE) as http:
            transport = streamable_http_client(self._url, http_client=http)
            async with Client(transport, mode=era, message_handler=self._hear) as client:
                yield client

    async def _hear(self, message):
        if isinstance(message, ResourceUpdatedNotification) and str(message.params.uri) == self.room:
            self.heard.set()

    async def say(self, words):
        await sync_to_async(post_message)(self.owner, self.team, words)


@pytest.fixture
def watcher(hub):
    return Watcher(hub)


async def test_in_a_stream_of_its_own(watcher):
    async with watcher.connected("2026-07-28") as client, asyncio.timeout(PATIENCE):
        async with client.listen(resource_subscriptions=[watcher.room]) as subscription:
            assert [str(uri) for uri in subscription.honored.resource_subscriptions] == [watcher.room]
            await watcher.say("Use the newest filings.")
            assert str((await anext(subscription)).uri) == watcher.room
        content = (await client.read_resource(watcher.room)).contents[0]
    assert "Use the newest filings." in content.text


@pytest.mark.filterwarnings("ignore:resources/(un)?subscribe is removed")
async def test_in_the_stream_of_its_session(watcher):
    async with watcher.connected("legacy") as client, asyncio.timeout(PATIENCE):
        await client.subscribe_resource(watcher.room)
        await watcher.say("Use the newest filings.")
        await watcher.heard.wait()
        await client.unsubscribe_resource(watcher.room)
    assert not await ResourceWatch.objects.aexists()
