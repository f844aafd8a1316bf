"""An agent's socket that is gone counts no more, however it went, and large calls go through an open one."""

import asyncio

import pytest
from channels.db import database_sync_to_async

from apps.agents.connectors.socket import connector
from apps.agents.consumers import sockets
from apps.agents.domain.calls import ColleagueResult, Progress, RunRequest, Sign, Writing
from apps.agents.models import AgentSocket
from tests.agents.socket.installation import REQUEST, Installation, asked

pytestmark = pytest.mark.usefixtures("transactional_db")

PATIENCE = 30  # seconds


@pytest.mark.parametrize("how", ["closed", "cancelled", "broken"])
async def test_nobody_says_that_a_socket_is_open_which_ended(world, how):
    there = Installation(world)
    await there.dial()
    while not sockets.switchboard._lines:  # noqa: ASYNC110  the welcome is said before
        await asyncio.sleep(0.01)
    if how == "cancelled":
        there.socket.future.cancel()
    else:
        kind = "websocket.disconnect" if how == "closed" else "websocket.nonsense"
        await there.socket.send_input({"type": kind, "code": 1006})
    await asyncio.wait([there.socket.future], timeout=PATIENCE)
    assert sockets.switchboard._lines == {}
    if how != "cancelled":
        assert not await database_sync_to_async(AgentSocket.objects.filter(open=True).exists)()
    there.socket.future.cancelled() or there.socket.future.exception()


async def test_a_call_of_many_long_results_goes_out_whole(world):
    results = tuple(ColleagueResult(f"Part {place}", "Harbor", "é" * 200_000) for place in range(12))
    there = Installation(world)
    await there.dial()
    async with asked(world, RunRequest(key="task-1", goal="Count.", brief="Count.", results=results)):
        call = await there.call()
        assert [len(result["text"]) for result in call["results"]] == [200_000] * 12
    await there.hang_up()


async def test_whoever_waits_is_told_that_the_agent_went_while_it_wrote_and_that_it_is_back(world, monkeypatch):
    monkeypatch.setattr(connector, "LOOK_SECONDS", 0.05)
    there = Installation(world)
    await there.dial()
    events = world.connector.run({}, REQUEST)
    await anext(events)  # the call was taken
    call = await there.call()
    held = {"call": call["call"], "fence": call["fence"]}
    await there.send(method="writing", params={"id": call["call"], "text": "Seven", "metadata": held})
    assert await anext(events) == Writing("Seven", anew=True)
    await there.hang_up()
    assert await anext(events) == Progress(connector.WAITED_FOR, Sign.LIFE)
    assert await anext(events) == Writing("", anew=True)
    back = Installation(world)
    await asyncio.gather(back.dial(holding=[held]), until_back(events))
    assert await anext(events) == Writing("Seven", anew=True)
    await events.aclose()
    await back.hang_up()


async def until_back(events):
    """Wait for the next sign, which is that the agent is back: it is told once that the agent is away."""
    assert await anext(events) == Progress(connector.BACK, Sign.LIFE)
