"""Connectors whose protocol has no word for giving up close the connection, and none gives up before its agent can."""

import asyncio
import contextlib
import json

import pytest

from apps.agents.connectors import connector_for
from apps.agents.connectors.a2a import exchange as a2a
from apps.agents.connectors.agent_protocol import connector as agent_protocol
from apps.agents.connectors.mcp import session as mcp
from apps.agents.connectors.openai import connector as openai
from apps.agents.domain.calls import RunRequest
from apps.core.outbound import Bounds
from tests.agents.connectors.fake_agent import piece

REQUEST = RunRequest(key="k-1", goal="Compare bees", brief="Count the bees")
BEGUN = {  # what an agent has said when its call is given up
    "agui": {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": "Let me see."},
    "openai": piece("x" * 100),
    "http": {},
    "responses": {"type": "response.output_text.delta", "delta": "x" * 100},
}
PATIENT = 300.0  # seconds; a model that thinks says nothing for a while


@pytest.mark.parametrize("connector", BEGUN)
async def test_giving_up_closes_the_connection(connector):
    asked, closed = asyncio.Event(), asyncio.Event()

    async def serve(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
        writer.write(f"data: {json.dumps(BEGUN[connector])}\n\n".encode())
        await writer.drain()
        asked.set()
        with contextlib.suppress(ConnectionError):
            while await reader.read(1024):
                pass
        writer.close()
        closed.set()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    config = {"url": f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"} | (
        {"model": "m"} if connector == "openai" else {}
    )

    async def hear():
        return [event async for event in connector_for(connector).run(config, REQUEST)]

    call = asyncio.create_task(hear())
    await asyncio.wait_for(asked.wait(), 10)
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    await asyncio.wait_for(closed.wait(), 10)
    server.close()


@pytest.mark.parametrize(
    "bounds", [Bounds(), a2a.BOUNDS, openai.BOUNDS, mcp.BOUNDS, agent_protocol.STEP_BOUNDS], ids=str
)
def test_an_agent_may_think_in_silence(bounds):
    assert bounds.silence >= PATIENT
    assert bounds.total >= PATIENT
