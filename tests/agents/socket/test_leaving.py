"""An agent's socket that is gone counts no more, however it went, and large calls go through an open one."""

import asyncio

import pytest
from channels.db import database_sync_to_async

from apps.agents.consumers import sockets
from apps.agents.domain.calls import ColleagueResult, RunRequest
from apps.agents.models import AgentSocket
from tests.agents.socket.installation import Installation, asked

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
