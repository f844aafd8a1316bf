"""An agent that dials in, whose every frame a test writes, and a worker that calls it meanwhile."""

import asyncio
import contextlib
import json
import uuid

from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator

from apps.accounts.domain.access import Actor, Role
from apps.accounts.models import Workspace
from apps.agents.actions.agent_tokens import create_agent_token
from apps.agents.connectors.socket.connector import SocketConnector
from apps.agents.domain.calls import Accepted, CallContext, RunRequest
from apps.agents.models import SocketCall
from apps.agents.routing import websocket_urlpatterns
from tests.agents.conftest import _register

application = URLRouter(websocket_urlpatterns)
REQUEST = RunRequest(key="task-1", goal="Count.", brief="Count the ships.")


class World:
    """One agent that dials in, its owner, and its token."""

    def __init__(self):
        self.workspace = Workspace.objects.create(slug="north", name="North")
        self.owner = Actor(uuid.uuid4(), self.workspace.pk, Role.OWNER, "Ann")
        self.agent = _register(self.workspace, "scout", "Finds ships.", connector="socket")
        self.token = create_agent_token(self.owner, self.agent.pk, "laptop")

    @property
    def connector(self):
        return SocketConnector(CallContext(str(self.agent.connection_id)))

    async def now(self, model=SocketCall):
        return await database_sync_to_async(model.objects.get)()


class Installation:
    """An `ioa-connect` whose every frame the test writes."""

    def __init__(self, world, client="a-laptop", token=None, subprotocols=("a2a.v1",)):
        headers = [(b"authorization", f"Bearer {token or world.token}".encode())]
        self.client = client
        self.socket = WebsocketCommunicator(application, "/ws/agents/", headers, list(subprotocols))

    async def dial(self, holding=(), card=None, **more):
        accepted, _ = await self.socket.connect(timeout=30)
        assert accepted
        params = {"client": self.client, "card": card or {}, "holding": holding, **more}
        await self.send(id="h", method="hello", params=params)
        return await self.receive()

    async def send(self, **frame):
        await self.socket.send_to(json.dumps({"jsonrpc": "2.0"} | frame))

    async def receive(self):
        return json.loads(await self.socket.receive_from(timeout=30))

    async def call(self):
        """The next call that is given."""
        frame = await self.receive()
        assert frame["method"] == "SendStreamingMessage", frame
        return frame["params"]["metadata"] | {"call": frame["id"]}

    async def tell(self, call, seq, state="TASK_STATE_COMPLETED", text="Seven.", **meta):
        """Tell something and give the answer to it."""
        update = {
            "status": {"state": state, "message": {"parts": [{"text": text}]}},
            "metadata": {"seq": seq, "fence": call["fence"], **meta},
        }
        await self.send(id=call["call"], result={"statusUpdate": update})
        return await self.receive()

    async def make(self, call, seq, content, *, last=True):
        """Send a piece of a file."""
        part = {"raw": content, "filename": "a.txt", "mediaType": "text/plain"}
        meta = {"seq": seq, "fence": call["fence"]}
        update = {"artifact": {"artifactId": "one", "parts": [part]}, "lastChunk": last, "metadata": meta}
        await self.send(id=call["call"], result={"artifactUpdate": update})
        return await self.receive()

    async def closing(self):
        """The message with which the hub closes the socket."""
        while (message := await self.socket.receive_output(timeout=30))["type"] != "websocket.close":
            pass
        return message

    async def closed(self):
        """The code with which the hub closes the socket."""
        return (await self.closing())["code"]

    async def hang_up(self):
        await self.socket.disconnect()


@contextlib.asynccontextmanager
async def asked(world, request=REQUEST):
    """A worker that calls the agent meanwhile; gives the list of what it hears, and the task that hears."""
    heard = []

    async def listen():
        async for event in world.connector.run({}, request):
            if not isinstance(event, Accepted):
                heard.append(event)  # noqa: PERF401  a call that is cut off has heard something too
        return heard

    work = asyncio.create_task(listen())
    try:
        yield work
    finally:
        work.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await work


async def ending(work):
    return (await asyncio.wait_for(work, 10))[-1]
