"""Agents on this machine that run errands well, badly, or not at all."""

import asyncio
import contextlib
import json

import pytest

from apps.agents.connectors.conformance import SECRET, Behaviour, Running

WHO = {"errand": 1, "name": "Runner", "skills": [{"id": "fetch", "name": "Fetch bread"}]}
SAID = {
    Behaviour.ANSWERS: ['{"doing": "On my way."}', '{"done": "Here it is."}'],
    Behaviour.FAILS: ['{"doing": "On my way."}', '{"failed": "The shop is closed."}'],
    Behaviour.BABBLES: ["<html>Welcome to nginx!</html>"],
    Behaviour.HANGS: ['{"doing": "On my way."}'],
}


@contextlib.asynccontextmanager
async def started(behaviour):
    """An agent that behaves so, for as long as the block lasts."""
    asked, given_up = asyncio.Event(), asyncio.Event()

    async def serve(reader, writer):
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            line, path = head.split(b"\r\n")[0], head.split()[1]
            status = b"200 OK" if path == b"/errand" else b"404 Not Found"
            writer.write(b"HTTP/1.1 " + status + b"\r\nContent-Type: application/x-ndjson\r\nConnection: close\r\n\r\n")
            if line.startswith(b"GET"):
                writer.write(json.dumps(WHO).encode() if path == b"/errand" else b"{}")
            else:
                asked.set()
                writer.write("".join(f"{said}\n" for said in SAID[behaviour]).encode())
                await writer.drain()
                if behaviour is Behaviour.HANGS:
                    while await reader.read(1024):
                        pass
                    given_up.set()
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield Running({"url": f"{address}/errand", "token": SECRET}, address, asked, given_up)
    finally:
        server.close()


@pytest.fixture
def start():
    """What starts an agent that behaves as it is told."""
    return started
