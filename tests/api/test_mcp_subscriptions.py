"""What a client of MCP hears of resources that change, in each era: which, when, for how long, and of whose."""

import asyncio
import json
from datetime import timedelta

import pytest
from django.db import connection
from django.test import AsyncClient, Client
from django.utils import timezone

from apps.accounts.actions import revoke_token
from apps.accounts.domain.access import Scope
from apps.accounts.models import ApiToken
from apps.accounts.queries import actor_for
from apps.api import long_polls
from apps.api.mcp import watching
from apps.api.mcp.subscriptions import MOST_WATCHED, SUBSCRIPTION
from apps.attention.actions import resource_watches
from apps.attention.models import ResourceWatch
from apps.chat.actions import post_message, stop
from tests import factories
from tests.api.conftest import program_of
from tests.api.mcp_programs import EVENTS, MCPProgram, StatelessProgram

pytestmark = pytest.mark.usefixtures("transactional_db")
LISTEN, UPDATED = "subscriptions/listen", "notifications/resources/updated"
NOBODYS = "ioa://goals/01a20dbc-0000-7000-8000-000000000000"
MANY = {"resourceSubscriptions": [NOBODYS] * (MOST_WATCHED + 1)}


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(long_polls, "LOOK_SECONDS", 0.05)


@pytest.fixture
def room(world):
    return f"ioa://rooms/{world.root.team.pk}"


@pytest.fixture
def result(world):
    return f"ioa://goals/{world.goal.pk}"


def said_in(world, words="Use the newest filings."):
    post_message(actor_for(world.owner), world.root.team.pk, words)


def ended(world):
    stop(actor_for(world.operator), world.root.team.pk)


def heard(opened, meanwhile, until):
    """The messages of a stream until one of them is enough, or it closes. `meanwhile`: done once it stands."""

    async def listen():
        answer, told, left = await opened(AsyncClient()), [], [meanwhile] if meanwhile else []
        assert (answer.status_code, answer["Content-Type"]) == (200, "text/event-stream"), answer
        async with asyncio.timeout(30):
            async for part in answer.streaming_content:
                told += [json.loads(line[6:]) for line in part.decode().splitlines() if line.startswith("data: ")]
                if b"still here" in part and left:
                    await asyncio.to_thread(elsewhere, left.pop())
                if any(until(message) for message in told):
                    break
        return told

    return asyncio.run(listen())


def elsewhere(work):
    work()
    connection.close()


def listening(program, *uris):
    """What `heard` opens: a stream of the newer era."""
    body = program.message(LISTEN, {"notifications": {"resourceSubscriptions": list(uris)}})
    own = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": LISTEN, "Accept": EVENTS}

    def opened(client):
        return client.post("/mcp", body, "application/json", headers=program.headers | own)

    return opened


def of_session(program):
    """What `heard` opens: the stream of a session."""
    return lambda client: client.get("/mcp", headers=program.headers | {"Accept": "text/event-stream"})


def tells(uri):
    return lambda message: message.get("params", {}).get("uri") == uri


class TestWithoutSessions:
    def test_what_is_said_in_a_room_is_told_of_that_room(self, world, room, result):
        program = StatelessProgram(world.operator)
        told = heard(listening(program, room, result), lambda: said_in(world), tells(room))
        about = {"_meta": {SUBSCRIPTION: 7}}
        named = {"notifications": {"resourceSubscriptions": [room, result]}}
        assert told[0]["method"] == "notifications/subscriptions/acknowledged"
        assert told[0]["params"] == {**named, **about}
        assert told[-1] == {"jsonrpc": "2.0", "method": UPDATED, "params": {"uri": room, **about}}

    def test_the_end_of_a_goal_is_told_of_its_result(self, world, result):
        told = heard(listening(StatelessProgram(world.operator), result), lambda: ended(world), tells(result))
        assert told[-1]["method"] == UPDATED

    def test_nothing_is_told_of_other_rooms_and_of_what_was_before(self, world, room, result):
        said_in(world)
        told = heard(listening(StatelessProgram(world.operator), room, result), lambda: ended(world), tells(result))
        assert [message["params"].get("uri") for message in told if message["method"] == UPDATED][-1] == result

    def test_what_is_not_there_is_another_s_or_never_changes_is_not_acknowledged(self, world, office_elsewhere, result):
        uris = [NOBODYS, office_elsewhere, "ioa://files/x", "file:///etc/passwd", "", result]
        told = heard(listening(StatelessProgram(world.operator), *uris), None, lambda message: True)
        assert told[0]["params"]["notifications"] == {"resourceSubscriptions": [result]}

    def test_where_nothing_can_change_the_stream_ends_at_once(self, world):
        told = heard(listening(StatelessProgram(world.operator), "ioa://files/x"), None, lambda message: False)
        assert (told[0]["params"]["notifications"], told[1]["result"]["resultType"]) == ({}, "complete")

    @pytest.mark.parametrize(
        "wanted", [None, 7, [], {"resourceSubscriptions": 7}, {"resourceSubscriptions": [7]}, MANY]
    )
    def test_what_names_no_resources_is_refused(self, world, wanted):
        program = StatelessProgram(world.operator)
        answer = program.asked(LISTEN, {"notifications": wanted}, Accept=EVENTS)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, -32602)

    def test_who_reads_no_events_is_refused(self, world, result):
        program = StatelessProgram(world.operator)
        answer = program.asked(
            LISTEN, {"notifications": {"resourceSubscriptions": [result]}}, Accept="application/json"
        )
        assert answer.status_code == 400
        assert "event-stream" in answer.json()["error"]["message"]

    def test_it_ends_with_its_token(self, world, result):
        program = StatelessProgram(world.operator)
        told = heard(listening(program, result), lambda: revoked(world), lambda message: "error" in message)
        assert "no longer counts" in told[-1]["error"]["message"]

    def test_a_workspace_has_so_many_of_them_and_one_that_closed_counts_no_more(self, world, result, monkeypatch):
        monkeypatch.setattr(watching.watching_places, "of_one", 0)
        program = StatelessProgram(world.operator)
        body = {"notifications": {"resourceSubscriptions": [result]}}
        refused = program.asked(LISTEN, body, Accept=EVENTS)
        assert (refused.status_code, bool(refused["Retry-After"])) == (429, True)
        monkeypatch.setattr(watching.watching_places, "of_one", 1)
        for _ in range(2):
            heard(listening(program, result), None, lambda message: True)
        assert len(watching.watching_places) == 0


@pytest.fixture
def office_elsewhere(world):
    """The address of a goal of another workspace."""
    owner = factories.person(factories.workspace("elsewhere"), "owner")
    goal = program_of(owner).post("/goals", {"text": "Count the ships."}).json()
    return f"ioa://goals/{goal['id']}"


def revoked(world):
    token = ApiToken.objects.filter(user=world.operator).latest("created_at")
    revoke_token(actor_for(world.operator), token.pk)


class TestInSessions:
    @pytest.fixture
    def program(self, world):
        program = MCPProgram(world.operator)
        program.begin()
        return program

    def test_it_says_that_it_tells_of_resources(self, world):
        assert MCPProgram(world.operator).begin()["capabilities"]["resources"] == {"subscribe": True}

    def test_a_change_is_told_once_though_the_stream_was_opened_later(self, program, world, room):
        assert program.result("resources/subscribe", uri=room) == {}
        assert program.result("resources/subscribe", uri=room) == {}
        said_in(world)
        told = heard(of_session(program), None, tells(room))
        assert told == [{"jsonrpc": "2.0", "method": UPDATED, "params": {"uri": room}}]

    def test_what_a_stream_has_taken_the_next_one_does_not_tell_again(self, program, world, room, result):
        program.result("resources/subscribe", uri=room)
        program.result("resources/subscribe", uri=result)
        said_in(world)
        heard(of_session(program), lambda: ended(world), tells(result))
        said_in(world, "One more word.")
        told = heard(of_session(program), None, tells(room))
        assert [message["params"]["uri"] for message in told].count(room) == 1

    def test_a_stream_hears_of_what_is_subscribed_to_while_it_is_open(self, program, world, room):
        def later():
            program.result("resources/subscribe", uri=room)
            said_in(world)

        assert heard(of_session(program), later, tells(room))[-1]["params"] == {"uri": room}

    def test_another_session_and_another_person_hear_nothing_of_it(self, program, world, room):
        program.result("resources/subscribe", uri=room)
        said_in(world)
        other = MCPProgram(world.operator)
        other.begin()
        stranger = MCPProgram(world.owner)
        stranger.headers["Mcp-Session-Id"] = program.headers["Mcp-Session-Id"]
        for one in (other, stranger):
            one.result("resources/subscribe", uri=room)
            told = heard(of_session(one), lambda: said_in(world, "Later."), tells(room))
            assert len(told) == 1

    def test_what_is_unsubscribed_from_is_told_no_more(self, program, room, result):
        for uri in (room, result):
            program.result("resources/subscribe", uri=uri)
        assert program.result("resources/unsubscribe", uri=room) == {}
        assert program.result("resources/unsubscribe", uri="ioa://rooms/never") == {}
        assert [watch.uri for watch in ResourceWatch.objects.all()] == [result]

    def test_sessions_that_nobody_came_back_to_are_forgotten(self, program, room, result):
        program.result("resources/subscribe", uri=room)
        ResourceWatch.objects.update(seen_at=timezone.now() - timedelta(days=8))
        program.result("resources/subscribe", uri=result)
        resource_watches.forget_gone_sessions()
        assert [watch.uri for watch in ResourceWatch.objects.all()] == [result]

    @pytest.mark.parametrize(
        ("uri", "code"),
        [
            (NOBODYS, -32002),
            ("ioa://rooms/x", -32002),
            ("ioa://files/x", -32602),
            ("ui://ioa/room.html", -32602),
            ("x" * 201, -32602),
            ("", -32602),
            (7, -32602),
            (None, -32602),
        ],
    )
    def test_what_is_not_there_or_never_changes_is_refused(self, program, uri, code):
        assert program.error("resources/subscribe", uri=uri) == code

    @pytest.mark.parametrize("session", ["", "x" * 101])
    def test_without_a_session_nothing_is_subscribed_to(self, world, room, session):
        program = MCPProgram(world.operator)
        program.headers["Mcp-Session-Id"] = session
        assert program.error("resources/subscribe", uri=room) == -32600
        answer = Client().get("/mcp", headers=program.headers | {"Accept": "text/event-stream"})
        assert (answer.status_code, answer["Allow"]) == (405, "POST")

    def test_a_session_watches_so_many(self, program, room, result, monkeypatch):
        monkeypatch.setattr(resource_watches, "MOST_OF_SESSION", 1)
        program.result("resources/subscribe", uri=room)
        said = program.ask("resources/subscribe", {"uri": result})["error"]
        assert (said["code"], "unsubscribe" in said["message"]) == (-32602, True)

    def test_of_many_sessions_of_a_person_the_ones_seen_last_are_kept(self, program, world, room, result, monkeypatch):
        monkeypatch.setattr(resource_watches, "MOST_OF_PERSON", 2)
        for uri in (room, result):
            program.result("resources/subscribe", uri=uri)
        ResourceWatch.objects.filter(uri=result).update(seen_at=timezone.now() - timedelta(hours=2))
        other = MCPProgram(world.operator)
        other.begin()
        other.result("resources/subscribe", uri=result)
        kept = {(watch.session, watch.uri) for watch in ResourceWatch.objects.all()}
        assert kept == {(program.headers["Mcp-Session-Id"], room), (other.headers["Mcp-Session-Id"], result)}

    def test_its_stream_ends_with_its_token(self, program, world, room):
        program.result("resources/subscribe", uri=room)
        assert heard(of_session(program), lambda: revoked(world), lambda message: False) == []

    def test_a_token_without_the_scope_to_read_hears_nothing(self, world):
        program = MCPProgram(world.operator, scopes=frozenset({Scope.RUN}))
        program.headers |= {"Mcp-Session-Id": "mine", "Accept": "text/event-stream"}
        assert Client().get("/mcp", headers=program.headers).status_code == 403


@pytest.mark.parametrize("kind", [MCPProgram, StatelessProgram])
def test_a_method_of_the_other_era_is_none(world, kind):
    method = LISTEN if kind is MCPProgram else "resources/subscribe"
    assert kind(world.operator).error(method, uri="x") == -32601


def test_a_room_is_read_from_its_end(world, monkeypatch):
    monkeypatch.setattr("apps.api.mcp.resources.MOST_PER_PAGE", 2)
    for words in ("One.", "Two.", "Three."):
        said_in(world, words)
    content = MCPProgram(world.operator).result("resources/read", uri=f"ioa://rooms/{world.root.team.pk}")
    lines = json.loads(content["contents"][0]["text"])["items"]
    assert [line["text"] for line in lines] == ["Two.", "Three."]
