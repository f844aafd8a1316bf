"""Which calls go over a connection that was open already, and when it is closed."""

import asyncio
from uuid import uuid4

import pytest
from aiohttp import web

from apps.agents.domain.address import AgentAddress
from apps.agents.domain.calls import Result, RunRequest
from apps.agents.gateway import run
from apps.core.networks import Allowed
from apps.core.outbound import Bounds, Outbound, OutboundError, calling_for, keep_on, keeping
from tests.agents.connectors.conftest import LOCAL, fetched

AMPLE = Bounds(connect=20.0, silence=20.0, total=20.0)
OTHERWISE = Allowed.of(["127.0.0.1"])


class Server:
    """A server that knows over which connection each request came, and which of them are open."""

    def __init__(self):
        self.came, self.asked, self.over = [], asyncio.Event(), asyncio.Event()

    async def answer(self, request):
        """Say something, in two pieces where the whole is asked for."""
        self.came.append(request.transport)
        self.asked.set()
        response = web.StreamResponse()
        await response.prepare(request)
        await response.write(b"one")
        if request.path == "/whole":
            await response.write(b"two")
            await response.write_eof()
        else:
            await self.over.wait()
        return response

    def connections(self):
        """How many there were."""
        return len({id(one) for one in self.came})

    async def until_closed(self):
        """Wait until none is open."""
        async with asyncio.timeout(30):
            while not all(one.is_closing() for one in self.came):  # noqa: ASYNC110 - the server's own
                await asyncio.sleep(0.01)


@pytest.fixture
async def server():
    noted = Server()
    app = web.Application()
    app.router.add_get("/{path}", noted.answer)
    runner = web.AppRunner(app, keepalive_timeout=60, shutdown_timeout=0)
    await runner.setup()
    await (site := web.TCPSite(runner, "127.0.0.1", 0)).start()
    noted.url = f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}"
    yield noted
    noted.over.set()
    await runner.cleanup()


@pytest.fixture
async def loop(monkeypatch):
    """The running loop, which lives on when a call has ended."""
    monkeypatch.setattr(keeping, "_of_loops", {})
    keep_on(here := asyncio.get_running_loop())
    yield here
    sessions = keeping._of_loops[here]
    for key, kept in list(sessions._kept.items()):
        kept.closing.cancel()
        sessions._close(key)
    await asyncio.gather(*sessions._closed)


async def call(server, caller, *, allowed=LOCAL, path="whole"):
    with calling_for(caller):
        assert await fetched(Outbound(allowed), f"{server.url}/{path}", bounds=AMPLE) == (200, b"onetwo")


async def test_the_next_call_of_the_same_caller_goes_over_the_same_connection(server, loop):
    for _ in range(3):
        await call(server, "a")
    assert server.connections() == 1


async def test_of_calls_at_one_time_each_has_its_own(server, loop):
    await asyncio.gather(*(call(server, "a") for _ in range(3)))
    assert server.connections() == 3


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("a", LOCAL), ("b", LOCAL)),
        (("a", LOCAL), ("a", OTHERWISE)),
        (("", LOCAL), ("", LOCAL)),
    ],
)
async def test_another_caller_other_rules_or_nobody_gets_none_that_is_open(server, loop, first, second):
    for caller, allowed in (first, second):
        await call(server, caller, allowed=allowed)
    assert server.connections() == 2


async def test_where_the_loop_ends_with_the_call_so_does_the_connection(server):
    for _ in range(2):
        await call(server, "a")
    assert server.connections() == 2
    await server.until_closed()


async def test_one_that_nobody_uses_is_closed_and_its_session_forgotten(server, loop, monkeypatch):
    monkeypatch.setattr(keeping, "KEPT_SECONDS", 0.01)
    await call(server, "a")
    await server.until_closed()
    assert not keeping._of_loops[loop]._kept
    await call(server, "a")
    assert server.connections() == 2


async def test_what_was_not_read_to_its_end_closes_it(server, loop):
    """So a server notices that nobody waits for the rest."""
    with calling_for("a"):
        async with Outbound(LOCAL).opened("GET", f"{server.url}/endless", bounds=AMPLE) as reply:
            assert await anext(reply.chunks()) == b"one"
    await server.until_closed()
    await call(server, "a")
    assert server.connections() == 2


async def test_a_call_that_is_given_up_closes_it(server, loop):
    asked = asyncio.create_task(call(server, "a", path="endless"))
    await asyncio.wait_for(server.asked.wait(), 30)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    await server.until_closed()


async def test_the_second_call_has_bounds_of_its_own(server, loop):
    await call(server, "a")
    with calling_for("a"), pytest.raises(OutboundError, match="was silent"):
        await fetched(Outbound(LOCAL), f"{server.url}/endless", bounds=Bounds(silence=0.1, total=20.0))


@pytest.mark.parametrize(("repeatable", "connections"), [(True, 1), (False, 2)])
async def test_work_that_nobody_may_do_twice_has_connections_of_its_own(
    server, loop, monkeypatch, repeatable, connections
):
    """Of a server that closes one just then nobody would know whether it took the work up."""

    class Fetcher:
        async def run(self, config, request):
            status, text = await fetched(Outbound(LOCAL), f"{server.url}/whole", bounds=AMPLE)
            yield Result(f"{status} {text.decode()}")

    monkeypatch.setattr(run, "connector_for", lambda *_, **__: Fetcher())
    address = AgentAddress(str(uuid4()), "http", connection_id=str(uuid4()))
    for _ in range(2):
        outcome = await run.run_agent(address, RunRequest("k", "g", "b", repeatable=repeatable), lambda _: None)
        assert outcome.end == Result("200 onetwo")
    assert server.connections() == connections
