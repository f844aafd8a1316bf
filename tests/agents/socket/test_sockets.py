"""An agent dials in: who is let in, what is given to it, and that nothing of it is lost or comes twice."""

import asyncio
import base64
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError, connection, transaction
from django.db.models.functions import Now

from apps.agents.actions import mailbox as hub_mailbox
from apps.agents.actions import presence
from apps.agents.actions.agent_tokens import create_agent_token, revoke_agent_token
from apps.agents.actions.presence import note_presence
from apps.agents.connectors.base import shutting_down
from apps.agents.connectors.socket import connector, mailbox
from apps.agents.connectors.socket.connector import SocketConnector
from apps.agents.connectors.socket.mailbox import FRESH
from apps.agents.consumers import sockets, switchboard
from apps.agents.domain.calls import (
    AgentError,
    ArtifactMade,
    CallContext,
    ColleagueResult,
    Colleagues,
    File,
    InputRequired,
    Progress,
    Result,
    RunRequest,
    Usage,
)
from apps.agents.domain.failures import Failure
from apps.agents.domain.socket_protocol.states import CallState
from apps.agents.models import Agent, AgentSocket, AgentToken, Connection, SocketEvent
from apps.agents.queries.agent_tokens import tokens_of
from apps.journal.models import Pulse
from tests.agents.conftest import _register
from tests.agents.socket.installation import REQUEST, Installation, asked, ending
from tests.basket import in_memory

pytestmark = pytest.mark.usefixtures("transactional_db")
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


async def test_a_call_goes_out_and_its_story_comes_back(world):
    request = RunRequest(
        key="task-1",
        goal="Count.",
        brief="Count the ships.",
        files=(File("map.txt", "text/plain", b"north"),),
        results=(ColleagueResult("Look", "Harbor", "Many.", (File("list.txt", "text/plain", b"one\ntwo"),)),),
        colleagues=Colleagues("https://hub.example/api", "secret"),
    )
    there = Installation(world)
    welcome = await there.dial()
    assert welcome["result"] == {"agent": "scout", "calls": {}, "gone": [], "writing": True}
    async with asked(world, request) as work:
        call = await there.call()
        assert (call["key"], call["goal"], call["brief"]) == ("task-1", "Count.", "Count the ships.")
        assert call["results"] == [{"task": "Look", "agent": "Harbor", "text": "Many."}]
        assert [(file["name"], file["size"], file["result"]) for file in call["files"]] == [
            ("map.txt", 5, None),
            ("list.txt", 7, 0),
        ]
        assert call["material"].startswith("# Result of Harbor: Look\n\n```\nMany.\n```")
        assert call["colleagues"] == {"url": "https://hub.example/api", "token": "secret"}
        ack = await there.tell(call, 1, "TASK_STATE_WORKING", "half")
        assert ack["params"] == {"id": call["call"], "fence": 1, "seq": 1}
        await there.make(call, 2, "YQ==", last=False)
        await there.make(call, 3, "Yg==")
        await there.tell(call, 4, usage={"promptTokens": 3})
        assert in_memory(await asyncio.wait_for(work, 10)) == [
            Progress("half"),
            ArtifactMade(File("a.txt", "text/plain", b"ab")),
            Result("Seven.", Usage(3)),
        ]
    await there.hang_up()


async def test_data_that_only_led_to_a_result_is_told_of_in_words_and_fetched_whole(world):
    rows = "harbour,ships\n" + "".join(f"Dover {place},{place}\n" for place in range(200))
    ships = File("ships.csv", "text/csv", rows.encode())
    result = ColleagueResult("Count", "Harbor", "There are many ships in Dover. " * 10, (ships,))
    there = Installation(world)
    await there.dial()
    async with asked(world, RunRequest(key="task-1", goal="Report.", brief="Write a report.", results=(result,))):
        call = await there.call()
        assert "harbour" in call["material"]
        assert "Dover 150" not in call["material"]
        await there.send(id="f", method="GetFile", params={"call": call["call"], "index": 0, "offset": 0})
        assert base64.b64decode((await there.receive())["result"]["raw"]) == rows.encode()
    await there.hang_up()


async def test_files_are_fetched_piece_by_piece(world, monkeypatch):
    monkeypatch.setattr("apps.agents.domain.socket_protocol.frames.CHUNK", 3)
    request = RunRequest(key="task-1", goal="Count.", brief="Count.", files=(File("a", "text/plain", b"abcd"),))
    there = Installation(world)
    await there.dial()
    async with asked(world, request):
        call = await there.call()
        pieces = []
        for offset in (0, 3, 9):
            await there.send(id="f", method="GetFile", params={"call": call["call"], "index": 0, "offset": offset})
            pieces.append((await there.receive())["result"])
        assert pieces == [{"raw": "YWJj", "next": 3}, {"raw": "ZA==", "next": None}, {"raw": "", "next": None}]
        await there.send(id="f", method="GetFile", params={"call": call["call"], "index": 1, "offset": 0})
        assert "no such file" in (await there.receive())["error"]["message"]
    await there.hang_up()


async def test_what_is_told_twice_counts_once_and_a_gap_is_sent_again(world, there):
    async with asked(world) as work:
        call = await there.call()
        await there.tell(call, 1, "TASK_STATE_WORKING", "one")
        assert (await there.tell(call, 1, "TASK_STATE_WORKING", "one"))["params"]["seq"] == 1
        assert (await there.tell(call, 3, "TASK_STATE_COMPLETED", "three"))["params"]["seq"] == 1
        await there.tell(call, 2, "TASK_STATE_COMPLETED", "two")
        assert (await there.tell(call, 2, "TASK_STATE_COMPLETED", "two"))["params"]["seq"] == 2
        assert await ending(work) == Result("two")
    assert await database_sync_to_async(SocketEvent.objects.count)() == 2


async def test_a_link_that_drops_is_taken_up_where_it_was(world, there):
    async with asked(world) as work:
        call = await there.call()
        await there.tell(call, 1, "TASK_STATE_WORKING", "one")
        await there.hang_up()

        again = Installation(world)
        welcome = await again.dial(holding=[{"call": call["call"], "fence": call["fence"]}])
        assert welcome["result"]["calls"] == {call["call"]: 1}
        await again.tell(call, 2)
        assert await ending(work) == Result("Seven.")
    await again.hang_up()


async def test_an_installation_that_lost_a_call_gets_it_anew(world, there):
    async with asked(world) as work:
        first = await there.call()
        await there.make(first, 1, "YQ==")
        await there.hang_up()

        again = Installation(world)
        await again.dial()
        call = await again.call()
        assert (call["call"], call["fence"], call["seq"]) == (first["call"], 2, 2)
        await again.tell(call, 3)
        assert await asyncio.wait_for(work, 10) == [Result("Seven.")], "the file of the lost work does not count"
    await again.hang_up()


async def test_a_call_goes_to_another_installation_once_its_holder_stays_away(world, there):
    async with asked(world) as work:
        call = await there.call()
        await there.hang_up()
        other = Installation(world, "a-server")
        await other.dial()
        await database_sync_to_async(AgentSocket.objects.filter(open=False).update)(seen_at=LONG_AGO)
        await database_sync_to_async(note_presence)()
        taken = await other.call()
        assert (taken["call"], taken["fence"]) == (call["call"], 2)

        late = Installation(world)
        welcome = await late.dial(holding=[{"call": call["call"], "fence": 1}])
        assert welcome["result"]["gone"] == [call["call"]]
        assert (await late.tell(call, 1, text="Too late."))["method"] == "CancelTask"
        await other.tell(taken, taken["seq"] + 1)
        assert await ending(work) == Result("Seven.")
    await other.hang_up()
    await late.hang_up()


async def test_two_installations_never_get_the_same_call(world):
    one, other = Installation(world), Installation(world, "a-server")
    await one.dial()
    await other.dial()
    async with asked(world) as work:
        waiting = [asyncio.create_task(each.call()) for each in (one, other)]
        done, pending = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED, timeout=30)
        assert (len(done), len(pending)) == (1, 1)
        winner = one if waiting[0] in done else other
        await winner.tell(done.pop().result(), 1)
        assert await ending(work) == Result("Seven.")
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    assert (await world.now()).fence == 1


async def test_a_worker_that_is_lost_leaves_the_call_to_the_next(world, there):
    shutting_down.set()
    try:
        async with asked(world):
            call = await there.call()
            await there.tell(call, 1, "TASK_STATE_WORKING", "one")
    finally:
        shutting_down.clear()
    async with asked(world) as work:
        await there.tell(call, 2)
        assert await asyncio.wait_for(work, 10) == [Progress("one"), Result("Seven.")]
    async with asked(world) as work:
        assert await ending(work) == Result("Seven."), "and so does one that was lost before it could say so"
    assert (await world.now()).fence == 1


async def test_after_an_error_the_same_request_is_a_new_call(world, there):
    async with asked(world) as work:
        await there.tell(await there.call(), 1, "TASK_STATE_FAILED", "Out of ink.", permanent=True)
        assert await ending(work) == AgentError("Out of ink.", permanent=True, failure=Failure.SAID)
    async with asked(world) as work:
        await there.tell(await there.call(), 1)
        assert await ending(work) == Result("Seven.")


async def test_a_question_ends_a_leg_and_the_answer_begins_the_next(world, there):
    async with asked(world) as work:
        await there.tell(await there.call(), 1, "TASK_STATE_INPUT_REQUIRED", "Which harbour?")
        assert await ending(work) == InputRequired("Which harbour?")
    async with asked(world, RunRequest(key="task-1", goal="Count.", brief="Count.", answer="North", leg=1)) as work:
        call = await there.call()
        assert call["answer"] == "North"
        await there.tell(call, 1)
        assert await ending(work) == Result("Seven.")


async def test_a_call_that_is_given_up_is_cancelled_at_the_agent(world, there):
    async with asked(world):
        call = await there.call()
    assert await there.receive() == {
        "jsonrpc": "2.0",
        "id": f"cancel:{call['call']}",
        "method": "CancelTask",
        "params": {"id": call["call"]},
    }
    assert (await world.now()).state == CallState.WITHDRAWN
    assert (await there.tell(call, 1))["method"] == "CancelTask", "what it says after that is of no use"


async def test_a_call_that_is_given_up_while_it_is_opened_is_withdrawn(world, monkeypatch):
    opened, go_on, open_call = threading.Event(), threading.Event(), connector.mailbox.open_call

    def open_slowly(*args):
        call_id = open_call(*args)
        opened.set()
        go_on.wait(10)
        return call_id

    monkeypatch.setattr(connector.mailbox, "open_call", open_slowly)
    async with asked(world):
        await asyncio.to_thread(opened.wait, 10)
        asyncio.get_running_loop().call_soon(go_on.set)  # once the work was cancelled, at the end of the block
    assert (await world.now()).state == CallState.WITHDRAWN


async def test_a_call_that_is_given_up_stays_so_when_it_cannot_be_opened(world, monkeypatch):
    opening, go_on = threading.Event(), threading.Event()

    def fail_slowly(*_):
        opening.set()
        go_on.wait(10)
        raise OperationalError("the database is away")

    monkeypatch.setattr(connector.mailbox, "open_call", fail_slowly)
    async with asked(world) as work:
        await asyncio.to_thread(opening.wait, 10)
        asyncio.get_running_loop().call_soon(go_on.set)  # once the work was cancelled, at the end of the block
    assert work.cancelled()


async def test_an_agent_that_stays_away_has_failed(world, monkeypatch):
    monkeypatch.setattr(connector, "AWAY_SECONDS", 0.05)
    monkeypatch.setattr(connector, "LOOK_SECONDS", 0.05)
    async with asked(world) as work:
        assert await ending(work) == AgentError(connector.NOT_CONNECTED, failure=Failure.UNSENT)
    assert (await world.now()).state == CallState.WITHDRAWN


async def test_one_that_stays_away_with_a_call_may_have_done_it(world, there, monkeypatch):
    monkeypatch.setattr(connector, "LOOK_SECONDS", 0.05)  # it may look before the agent has the call
    async with asked(world) as work:
        await there.call()
        monkeypatch.setattr(connector, "AWAY_SECONDS", 0.05)
        monkeypatch.setattr(connector.mailbox, "is_connected", lambda connection_id: False)
        assert await ending(work) == AgentError(connector.NOT_CONNECTED, failure=Failure.OVERDUE)


@pytest.mark.parametrize(("name", "kept"), [("Sc\u200bout \u202eÉva", "Scout Éva"), ("Coordinator\u200b", None)])
async def test_a_name_that_imitates_lets_no_agent_in_and_what_nobody_sees_is_left_out(world, name, kept):
    there = Installation(world)
    accepted, _ = await there.socket.connect(timeout=30)
    assert accepted
    await there.send(id="h", method="hello", params={"client": there.client, "card": {"name": name}, "holding": []})
    if kept:
        await there.receive()
        await there.hang_up()
    else:
        assert await there.closed() == 4403
    agent = await database_sync_to_async(Agent.objects.get)()
    assert agent.name == (kept or "Scout")


class TestPresence:
    """An open socket is a lease of its web process, which the sweeper sees run out."""

    async def swept(self, world):
        await database_sync_to_async(note_presence)()
        line = await world.now(Connection)
        return line.availability, line.problem

    async def seen(self, ago, **fields):
        """Nobody has said for so long that the socket is open."""
        await database_sync_to_async(AgentSocket.objects.update)(seen_at=Now() - ago, **fields)

    async def test_an_agent_is_online_while_one_of_its_sockets_is_open(self, world, monkeypatch):
        monkeypatch.setattr(presence, "BLINK", timedelta(0))
        there, other = Installation(world), Installation(world, "a-server")
        await there.dial()
        await other.dial()
        await there.hang_up()
        assert await self.swept(world) == ("online", "")
        await other.hang_up()
        assert await self.swept(world) == ("offline", connector.NOT_CONNECTED)

    async def test_an_agent_that_is_back_at_once_was_never_offline(self, world):
        there = Installation(world)
        await there.dial()
        await there.hang_up()
        assert await self.swept(world) == ("online", "")

    async def test_a_socket_of_which_nobody_speaks_is_gone_whoever_held_it(self, world):
        there = Installation(world)
        await there.dial()
        switchboard.switchboard.leave(there_line())
        await self.seen(FRESH - timedelta(seconds=5))
        assert await self.swept(world) == ("online", "")
        await self.seen(FRESH)
        assert await self.swept(world) == ("offline", connector.NOT_CONNECTED)
        assert not await database_sync_to_async(mailbox.is_connected)(world.agent.connection_id)

    async def test_an_agent_whose_web_process_speaks_again_is_back(self, world):
        there = Installation(world)
        await there.dial()
        switchboard.switchboard.leave(there_line())
        await self.seen(FRESH)
        assert (await self.swept(world))[0] == "offline"
        await database_sync_to_async(hub_mailbox.keep_open)([(await world.now(AgentSocket)).pk])
        assert await self.swept(world) == ("online", "")

    async def unlooked(self, ago):
        """Nobody has looked for so long: the database was away."""
        await database_sync_to_async(note_presence)()
        await database_sync_to_async(Pulse.objects.filter(name=presence.LOOK).update)(at=Now() - ago)
        await self.seen(ago)

    async def test_no_time_has_passed_while_the_database_was_away(self, world, there):
        async with asked(world):
            call = await there.call()
            switchboard.switchboard.leave(there_line())
            await self.unlooked(timedelta(minutes=10))
            assert await self.swept(world) == ("online", "")
            socket = await world.now(AgentSocket)
            assert await database_sync_to_async(hub_mailbox.keep_open)([socket.pk]) == {socket.pk}
            held = await world.now()
            assert (str(held.pk), held.state) == (call["call"], CallState.HELD)

    async def test_after_that_it_goes_on(self, world, there):
        switchboard.switchboard.leave(there_line())
        await self.unlooked(timedelta(minutes=10))
        await self.swept(world)
        await self.seen(FRESH)
        assert (await self.swept(world))[0] == "offline"
        await self.seen(presence.RETURNS)
        await self.swept(world)
        assert not await database_sync_to_async(AgentSocket.objects.exists)()

    async def test_an_agent_that_somebody_held_is_looked_at_again(self, world, there):
        switchboard.switchboard.leave(there_line())
        await self.seen(presence.RETURNS)

        def look_elsewhere():
            note_presence()
            connection.close()

        def look_while_held():
            with transaction.atomic(), ThreadPoolExecutor(1) as elsewhere:
                Connection.objects.select_for_update(no_key=True).get()
                elsewhere.submit(look_elsewhere).result()

        await database_sync_to_async(look_while_held)()
        assert (await world.now(Connection)).availability == "online"
        assert await self.swept(world) == ("offline", connector.NOT_CONNECTED)

    async def test_an_agent_that_a_check_found_failing_stays_so(self, world):
        there = Installation(world)
        await there.dial()
        await database_sync_to_async(Connection.objects.update)(availability="offline", problem="It answers nonsense.")
        assert await self.swept(world) == ("offline", "It answers nonsense.")
        await there.hang_up()

    async def test_a_process_speaks_for_all_its_sockets_at_once(self, world, django_assert_num_queries):
        there, other = Installation(world), Installation(world, "a-server")
        await there.dial()
        await other.dial()

        def speak():
            ids = set(AgentSocket.objects.values_list("pk", flat=True))
            with django_assert_num_queries(1):
                assert hub_mailbox.keep_open(ids) == ids

        await database_sync_to_async(speak)()
        await there.hang_up()
        await other.hang_up()


def there_line():
    """The one socket that is open."""
    (line,) = switchboard.switchboard._lines.values()
    return line


async def test_a_revoked_token_closes_its_socket_and_opens_none(world, there):
    token = (await database_sync_to_async(tokens_of)(world.agent.pk))[0]
    await database_sync_to_async(revoke_agent_token)(world.owner, token.id)
    assert await there.closed() == sockets.REPLACED
    await there.hang_up()
    late = Installation(world)
    await late.socket.connect(timeout=30)
    assert await late.closed() == sockets.NO_TOKEN


async def test_a_token_that_expires_closes_its_socket_and_opens_none(world, there):
    await database_sync_to_async(AgentToken.objects.update)(expires_at=Now())
    assert await there.closed() == sockets.REPLACED
    await there.hang_up()
    late = Installation(world)
    await late.socket.connect(timeout=30)
    assert await late.closed() == sockets.NO_TOKEN


async def test_a_socket_of_the_same_installation_takes_the_place_of_the_other(world, there):
    again = Installation(world)
    await again.dial()
    assert await there.closed() == sockets.REPLACED
    await there.hang_up()
    assert (await world.now(AgentSocket)).open
    await again.hang_up()


@pytest.mark.parametrize("token", ["ioa_agent_wrong", "é"])
async def test_a_wrong_token_is_told_so(world, token):
    there = Installation(world, token=token)
    await there.socket.connect(timeout=30)
    assert await there.closed() == sockets.NO_TOKEN


class TestUnknownTokensOfOneAddress:
    @pytest.fixture(autouse=True)
    def three_a_minute(self, settings):
        settings.IOA_RATES = settings.IOA_RATES | {"refused": 3}

    async def knock(self, world, host, token="ioa_agent_wrong", **headers):
        there = Installation(world, token=token)
        there.socket.scope["client"] = [host, 1]
        there.socket.scope["headers"] += [(name.encode(), value.encode()) for name, value in headers.items()]
        await there.socket.connect(timeout=30)
        return there

    async def use_up(self, world, host):
        for _ in range(3):
            assert await (await self.knock(world, host)).closed() == sockets.NO_TOKEN

    async def test_have_to_wait_once_there_were_too_many(self, world):
        await self.use_up(world, "192.0.2.1")
        there = await self.knock(world, "192.0.2.1")
        error = (await there.receive())["error"]
        assert 1 <= error["data"]["retryAfter"] <= 20
        assert await there.closed() == sockets.TOO_FAST

    async def test_lock_out_neither_other_addresses_nor_those_whose_token_counts(self, world):
        await self.use_up(world, "192.0.2.1")
        assert await (await self.knock(world, "192.0.2.2")).closed() == sockets.NO_TOKEN
        there = await self.knock(world, "192.0.2.1", token=world.token)
        await there.send(id="h", method="hello", params={"client": "a-laptop", "card": {}, "holding": []})
        assert (await there.receive())["result"]["agent"] == "scout"
        await there.hang_up()

    async def test_are_of_one_address_whatever_their_headers_say(self, world):
        await self.use_up(world, "192.0.2.1")
        there = await self.knock(world, "192.0.2.1", **{"x-forwarded-for": "192.0.2.9", "forwarded": "for=192.0.2.9"})
        assert await there.closed() == sockets.TOO_FAST

    async def test_are_of_one_site_from_whichever_of_its_addresses(self, world):
        await self.use_up(world, "2001:db8::1")
        assert await (await self.knock(world, "2001:db8::ffff")).closed() == sockets.TOO_FAST

    async def test_count_together_with_those_that_came_over_rest(self, world, client):
        def ask():
            return client.get("/api/v1/goals", headers={"authorization": "Bearer wrong"}, REMOTE_ADDR="192.0.2.1")

        for _ in range(3):
            assert (await database_sync_to_async(ask)()).status_code == 401
        assert await (await self.knock(world, "192.0.2.1")).closed() == sockets.TOO_FAST


async def test_another_protocol_is_refused(world):
    there = Installation(world, subprotocols=["mqtt"])
    await there.socket.connect(timeout=30)
    assert await there.closed() == sockets.SUBPROTOCOL


async def test_who_says_nothing_is_closed(world, monkeypatch):
    monkeypatch.setattr(sockets, "HELLO_SECONDS", 0.05)
    there = Installation(world)
    await there.socket.connect(timeout=30)
    assert await there.closed() == sockets.NO_HELLO


async def test_who_sends_too_fast_is_closed(world, monkeypatch):
    monkeypatch.setattr(sockets, "BURST", 3)
    monkeypatch.setattr(sockets, "RATE", 0.0)
    there = Installation(world)
    await there.dial()
    for _ in range(3):
        await there.send(method="heartbeat")
    assert await there.closed() == sockets.TOO_FAST


async def test_nonsense_is_answered_and_then_closed(world, monkeypatch):
    monkeypatch.setattr(sockets, "MOST_MISTAKES", 2)
    there = Installation(world)
    await there.dial()
    await there.send(id="9", method="Dance")
    assert (await there.receive())["error"] == {"code": -32601, "message": "Nobody knows the method 'Dance'."}
    await there.socket.send_to(bytes_data=b"\x00\xff")
    assert "JSON-RPC" in (await there.receive())["error"]["message"]
    assert await there.closed() == sockets.BAD_FRAMES


async def test_who_is_closed_for_its_frames_is_told_why(world, monkeypatch):
    monkeypatch.setattr(sockets, "MOST_MISTAKES", 1)
    there = Installation(world)
    await there.dial()
    await there.send(id="9", method="Dance")
    closing = await there.closing()
    assert closing["code"] == sockets.BAD_FRAMES
    assert closing["reason"] == "1 frames could not be read, the last: Nobody knows the method 'Dance'."


async def test_who_leaves_before_it_is_answered_makes_no_error_of_ours(world, monkeypatch):
    async def gone(*args, **more):
        raise ConnectionResetError("The other end of this socket is gone.")

    there = Installation(world)
    await there.socket.connect(timeout=30)
    monkeypatch.setattr(sockets.AgentConsumer, "send", gone)
    await there.send(id="9", method="Dance")
    await there.socket.wait(timeout=30)


async def test_nothing_is_heard_before_hello(world):
    there = Installation(world)
    await there.socket.connect(timeout=30)
    await there.send(id="f", method="GetFile", params={"call": str(uuid.uuid4()), "index": 0, "offset": 0})
    assert (await there.receive())["error"]["message"] == "Say hello first."
    await there.hang_up()


async def test_an_agent_says_what_it_is(world):
    there = Installation(world)
    skill = {"id": "count", "name": "Counting ships", "description": "From the shore."}
    await there.dial(card={"name": "Harbour scout", "description": "Counts.", "skills": [skill]})
    agent = await world.now(Agent)
    assert (agent.name, agent.description, agent.skills[0]["name"]) == ("Harbour scout", "Counts.", "Counting ships")
    assert (agent.handle, (await world.now(Connection)).connector) == ("scout", "socket")
    await there.hang_up()


async def test_an_agent_that_may_not_describe_itself_stays_as_it_is(world):
    await database_sync_to_async(Connection.objects.update)(connector_config={"describes_itself": False})
    there = Installation(world)
    await there.dial(card={"name": "Harbour scout"})
    assert (await world.now(Agent)).name == "Scout"
    await there.hang_up()


async def test_a_card_that_can_not_be_taken_is_refused(world):
    there = Installation(world)
    twice = [{"id": "a", "name": "A"}, {"id": "a", "name": "B"}]
    answer = await there.dial(card={"skills": twice})
    assert "each skill needs an id of its own" in answer["error"]["message"]
    assert await there.closed() == sockets.REFUSED


async def test_a_token_of_an_agent_that_is_reached_otherwise_is_refused(world):
    await database_sync_to_async(Connection.objects.update)(connector="http")
    there = Installation(world)
    assert "is reached by http" in (await there.dial())["error"]["message"]
    assert await there.closed() == sockets.REFUSED


async def test_a_token_opens_a_bounded_number_of_sockets(world, monkeypatch):
    monkeypatch.setattr(hub_mailbox, "MOST_SOCKETS", 1)
    one, other = Installation(world), Installation(world, "a-server")
    await one.dial()
    assert "1 sockets open" in (await other.dial())["error"]["message"]
    await one.hang_up()


async def test_too_many_files_end_the_call(world, monkeypatch):
    monkeypatch.setattr(hub_mailbox, "MOST_FILE_BYTES", 1)
    there = Installation(world)
    await there.dial()
    async with asked(world) as work:
        call = await there.call()
        await there.make(call, 1, "YWI=")
        assert (await ending(work)).permanent
        assert (await there.tell(call, 2))["method"] == "CancelTask"
    await there.hang_up()


async def test_another_agents_token_gets_nothing_of_a_call(world):
    def register():
        other = _register(world.workspace, "spy", "Looks.", connector="socket")
        return create_agent_token(world.owner, other.pk, "laptop")

    there, spy = Installation(world), Installation(world, token=await database_sync_to_async(register)())
    await there.dial()
    await spy.dial()
    async with asked(world) as work:
        call = await there.call()
        assert (await spy.tell(call, 1, text="Mine.")) is not None
        await spy.send(id="f", method="GetFile", params={"call": call["call"], "index": 0, "offset": 0})
        assert "no such file" in (await spy.receive())["error"]["message"]
        await there.tell(call, 1)
        assert await ending(work) == Result("Seven.")
    await there.hang_up()
    await spy.hang_up()


async def test_a_probe_says_that_nobody_is_connected_or_sends_a_test_message(world):
    card = await world.connector.probe({})
    assert (card.reachable, card.problem) == (False, connector.NOT_CONNECTED)
    there = Installation(world)
    await there.dial()
    probing = asyncio.create_task(world.connector.probe({}))
    await there.tell(await there.call(), 1, text="I count ships.")
    assert (await asyncio.wait_for(probing, 10)).reply == "I count ships."
    await there.hang_up()


async def test_an_agent_that_is_not_saved_can_not_be_tried():
    assert (await SocketConnector(CallContext()).probe({})).problem == connector.UNREGISTERED
    assert [event async for event in SocketConnector(CallContext()).run({}, REQUEST)] == [
        AgentError(connector.UNREGISTERED, permanent=True, failure=Failure.UNSENT)
    ]
