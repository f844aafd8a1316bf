"""IoA's websockets from outside: who gets in, what is a message, and what becomes of all that is none."""

import asyncio
import contextlib
import json
from types import SimpleNamespace

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from apps.accounts.actions import change_role, issue_token, revoke_token
from apps.accounts.domain.access import Role, Scope, open_to
from apps.accounts.models import ApiToken
from apps.accounts.queries import actor_for
from apps.agents.actions import register_agent
from apps.agents.actions.agent_tokens import create_agent_token
from apps.agents.domain.registration import AgentProfile
from apps.agents.models import Agent, WireErrand, WireTalk
from apps.api.ioa import sockets
from apps.api.waiting_places import WaitingPlaces
from apps.journal import bells
from apps.teams.models import Goal
from ioa_web.asgi import application
from tests import factories

HERE = [(b"host", b"127.0.0.1:7788")]
CONCLUSION = 11


@pytest.fixture
def port(transactional_db, monkeypatch):
    """A workspace with a client that dials in, and two agents for whom the hub speaks."""
    monkeypatch.setattr(sockets, "IDLE_SECONDS", 0.05)
    monkeypatch.setattr(sockets, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(bells, "_breaker", bells._Breaker())  # a goal is launched; no worker is there to begin it
    monkeypatch.setattr(bells, "BREAKER_SECONDS", 3600.0)
    bells._breaker.trip()
    of = factories.workspace()
    factories.open_stream(of.pk, factories.StreamKind.WORKSPACE)
    people = {role: factories.person(of, role) for role in ("owner", "operator", "viewer")}
    pilot = register_agent(of.pk, AgentProfile(handle="pilot", name="Harbour Pilot", connector="socket"))
    for handle in ("teller", "scales"):
        factories.agent(of, handle)
    tokens = {name: token_of(person, open_to(actor_for(person).role)) for name, person in people.items()}
    tokens["agent"] = create_agent_token(actor_for(people["owner"]), pilot, "laptop")
    tokens["other"] = create_agent_token(actor_for(people["owner"]), Agent.objects.get(handle="teller").pk, "laptop")
    return SimpleNamespace(workspace=of, tokens=tokens, pilot=pilot, **people)


def token_of(person, scopes):
    return issue_token(actor_for(person), f"ioa {len(scopes)}", scopes)


def team_up(port, who="owner", **body):
    asked = {"sender": "Harbour Pilot", "agent_names": ["teller"], "team_name": "Harbour"} | body
    headers = {"Authorization": f"Bearer {port.tokens[who]}"}
    return Client().post("/teamup", asked, "application/json", headers=headers)


class Line:
    """A client's socket."""

    def __init__(self, token="", name="Harbour%20Pilot", headers=HERE, client="192.0.2.7", path=""):
        known = [(b"authorization", f"Bearer {token}".encode())] if token else []
        self.socket = WebsocketCommunicator(application, path or f"/ws/{name}", headers=[*headers, *known])
        self.socket.scope["client"] = [client, 4711]

    async def __aenter__(self):
        accepted, _ = await self.socket.connect(timeout=10)
        assert accepted
        return self

    async def __aexit__(self, *_):
        with contextlib.suppress(asyncio.CancelledError):
            await self.socket.disconnect()

    async def say(self, **message):
        await self.socket.send_to(text_data=json.dumps({"sender": "Harbour Pilot", "state": 1, "type": 4} | message))

    async def hear(self):
        return json.loads(await self.socket.receive_from(timeout=10))

    async def closed(self):
        """The code with which it is closed, and why."""
        while (message := await self.socket.receive_output(timeout=10))["type"] != "websocket.close":
            pass
        return message["code"], message.get("reason", "")

    async def stays_open(self):
        return await self.socket.receive_nothing(timeout=0.3)


def in_thread(work, *args, **more):
    return database_sync_to_async(work)(*args, **more)


class TestWhoMay:
    @pytest.mark.parametrize("who", ["owner", "agent"])
    async def test_an_owner_and_the_agent_itself_get_in(self, port, who):
        async with Line(port.tokens[who]) as line:
            assert await line.stays_open()

    @pytest.mark.parametrize(
        ("token", "code"), [("", 4401), ("ioa_wrong", 4401), ("viewer", 4403), ("operator", 4403), ("other", 4403)]
    )
    async def test_others_are_told_why_they_do_not(self, port, token, code):
        async with Line(port.tokens.get(token, token)) as line:
            assert (await line.closed())[0] == code

    async def test_an_owners_token_has_to_reach_as_far_as_agents(self, port):
        token = await in_thread(token_of, port.owner, {Scope.READ, Scope.RUN})
        async with Line(token) as line:
            assert (await line.closed())[0] == 4403

    @pytest.mark.parametrize("name", ["nobody", "%00", "x" * 3000])
    async def test_a_name_that_nobody_has_is_unknown(self, port, name):
        async with Line(port.tokens["owner"], name) as line:
            assert (await line.closed())[0] == 4404

    async def test_an_agent_with_an_address_of_its_own_is_no_client(self, port):
        async with Line(port.tokens["owner"], "teller") as line:
            code, why = await line.closed()
            assert (code, "does not dial in" in why) == (4404, True)

    async def test_the_newest_socket_of_an_agent_is_the_one_that_counts(self, port):
        async with Line(port.tokens["owner"]) as first, Line(port.tokens["owner"]) as second:
            assert (await first.closed())[0] == 4409
            assert await second.stays_open()

    async def test_a_socket_ends_with_the_token_that_opened_it(self, port):
        async with Line(port.tokens["owner"]) as line:
            assert await line.stays_open()
            token = await in_thread(ApiToken.objects.get, user=port.owner)
            await in_thread(lambda: revoke_token(actor_for(port.owner), token.pk))
            assert (await line.closed())[0] == 4409

    async def test_a_socket_ends_when_its_person_is_no_owner_any_more(self, port):
        async with Line(port.tokens["owner"]) as line:
            assert await line.stays_open()
            second = await in_thread(factories.person, port.workspace)
            await in_thread(lambda: change_role(actor_for(second), port.owner.pk, Role.VIEWER))
            assert (await line.closed())[0] == 4409


@pytest.fixture
def demo_client(transactional_db, demo):
    """The demo's workspace with a client in it."""
    register_agent(demo.workspace_id, AgentProfile(handle="pilot", name="Harbour Pilot", connector="socket"))


class TestTheLocalDoor:
    async def test_a_program_of_this_machine_needs_no_token(self, demo_client):
        async with Line(client="127.0.0.1") as line:
            assert await line.stays_open()

    @pytest.mark.parametrize(
        "header",
        [
            (b"origin", b"https://page.example"),
            (b"origin", b"http://127.0.0.1:7788"),
            (b"origin", b"null"),
            (b"x-forwarded-for", b"127.0.0.1"),
            (b"forwarded", b"for=127.0.0.1"),
            (b"via", b"1.1 proxy"),
        ],
    )
    @pytest.mark.parametrize("path", ["/ws/pilot", "/chatlist_ws"])
    async def test_a_web_page_and_a_proxy_do(self, demo_client, header, path):
        async with Line(client="127.0.0.1", headers=[*HERE, header], path=path) as line:
            assert (await line.closed())[0] == 4401

    @pytest.mark.parametrize(
        ("host", "client"), [(b"rebound.example", "127.0.0.1"), (b"", "127.0.0.1"), (b"127.0.0.1", "192.0.2.7")]
    )
    async def test_so_does_another_name_and_another_machine(self, demo_client, host, client):
        async with Line(client=client, headers=[(b"host", host)]) as line:
            assert (await line.closed())[0] == 4401

    async def test_and_everybody_where_it_is_closed(self, demo_client, settings):
        settings.IOA_LOCAL_LAUNCH = False
        async with Line(client="127.0.0.1") as line:
            assert (await line.closed())[0] == 4401


class TestTeamUp:
    def test_a_talk_has_its_members_under_the_names_that_were_sent(self, port):
        answer = team_up(port, agent_names=["teller", "SCALES", "Harbour Pilot"]).json()
        assert answer["agent_names"] == ["Harbour Pilot", "teller", "SCALES"]
        assert (answer["team_name"], str(WireTalk.objects.get().pk)) == ("Harbour", answer["comm_id"])

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"sender": "nobody"}, "sender"),
            ({"agent_names": ["teller", "nobody"]}, "agent_names"),
            ({"agent_names": ["teller"] * 101}, "agent_names"),
            ({"team_name": "x" * 121}, "team_name"),
            ({"comm_id": "mine"}, "comm_id"),
        ],
    )
    def test_what_is_wrong_is_named(self, port, body, field):
        answer = team_up(port, **body)
        assert answer.status_code == 422
        assert field in str(answer.json()["errors"])
        assert not WireTalk.objects.exists()

    def test_who_may_only_read_opens_none(self, port):
        assert team_up(port, "viewer").status_code == 403

    def test_a_talk_in_which_nothing_was_said_is_no_goal(self, port):
        team_up(port)
        assert not Goal.objects.exists()


class TestMessages:
    async def opened(self, port):
        return (await in_thread(team_up, port)).json()["comm_id"]

    async def test_who_speaks_hears_itself_too(self, port):
        comm_id = await self.opened(port)
        async with Line(port.tokens["owner"]) as line:
            await line.say(comm_id=comm_id, content="Hello.")
            heard = await line.hear()
        assert (heard["content"], heard["sender"], heard["comm_id"]) == ("Hello.", "Harbour Pilot", comm_id)

    async def test_the_first_word_with_a_goal_launches_it_once_and_gives_it_to_the_leader(self, port):
        comm_id = await self.opened(port)
        async with Line(port.tokens["owner"]) as line:
            for number in range(2):
                await line.say(comm_id=comm_id, content=f"{number}", goal="Count the ships.", max_turns=9)
                await line.hear()
        goal = await in_thread(Goal.objects.get)
        assert (str(goal.pk), goal.text, goal.wanted_handles) == (comm_id, "Count the ships.", ["pilot"])
        assert goal.limits["turns"] == 9
        assert goal.created_by_id == port.owner.pk

    async def test_what_native_agents_are_given_is_kept_until_the_leaders_task_comes(self, port):
        comm_id = await self.opened(port)
        async with Line(port.tokens["owner"]) as line:
            named = ["teller", "Harbour Pilot", "nobody"]
            await line.say(comm_id=comm_id, content="Count.", goal="Count.", type=5, next_speaker=named)
            await line.hear()
        errand = await in_thread(WireErrand.objects.select_related("member").get)
        assert (errand.member.name, errand.giver, errand.kind, errand.task_id) == ("teller", "Harbour Pilot", 5, None)

    async def test_an_agents_own_token_opens_no_goal_and_the_client_is_told(self, port):
        comm_id = await self.opened(port)
        async with Line(port.tokens["agent"]) as line:
            await line.say(comm_id=comm_id, content="Count.", goal="Count.")
            assert [(await line.hear())["type"] for _ in range(2)] == [4, CONCLUSION]
        assert not await in_thread(Goal.objects.exists)

    async def test_a_goal_that_is_too_long_is_concluded_with_the_reason(self, port):
        comm_id = await self.opened(port)
        async with Line(port.tokens["owner"]) as line:
            await line.say(comm_id=comm_id, content="Count.", goal="x" * 20_001)
            said = [await line.hear() for _ in range(2)][-1]
        assert (said["type"], "20,000" in said["content"]) == (CONCLUSION, True)

    async def test_a_socket_that_comes_back_is_told_what_it_missed(self, port):
        comm_id = await self.opened(port)
        async with Line(port.tokens["owner"]) as line:
            await line.say(comm_id=comm_id, content="One.")
            await line.hear()
        talk = await in_thread(WireTalk.objects.get)
        await in_thread(WireTalk.objects.filter(pk=talk.pk).update, last_number=1)
        await in_thread(talk.members.filter(on_wire=True).update, told=0)
        async with Line(port.tokens["owner"]) as line:
            assert (await line.hear())["content"] == "One."

    async def test_the_largest_honest_message_is_taken(self, port):
        comm_id = await self.opened(port)
        async with Line(port.tokens["owner"]) as line:
            await line.say(comm_id=comm_id, content="x" * 1_000_000)
            assert len((await line.hear())["content"]) == 1_000_000

    @pytest.mark.parametrize(
        "text",
        [
            " ",
            "no JSON",
            "[]",
            "null",
            "[" * 100_000,
            json.dumps({"type": 99}),
            json.dumps({"content": 7}),
            json.dumps({"team_members": "all"}),
            json.dumps({"comm_id": "nothing"}),
            json.dumps({"comm_id": "0" * 32}),
            json.dumps({"comm_id": "\x00\ud800"}),
            "x" * (1024 * 1024 + 1),
        ],
    )
    async def test_what_is_no_message_closes_the_socket_with_a_reason(self, port, text):
        async with Line(port.tokens["owner"]) as line:
            await line.socket.send_to(text_data=text)
            code, why = await line.closed()
            assert (code, bool(why), len(why.encode()) <= 123) == (4400, True, True)

    async def test_bytes_are_no_message(self, port):
        async with Line(port.tokens["owner"]) as line:
            await line.socket.send_to(bytes_data=b"\xff")
            assert (await line.closed())[0] == 4400

    async def test_nobody_speaks_as_somebody_else(self, port):
        comm_id = await self.opened(port)
        async with Line(port.tokens["owner"]) as line:
            await line.say(comm_id=comm_id, sender="teller", content="Nine.")
            assert (await line.closed())[0] == 4400

    @pytest.mark.parametrize("sender", ["scales", "The hub", "Th\u0435 hub", "Coordinator", "user\u200b", "  ", ""])
    async def test_nor_does_the_leader_of_a_goal_in_a_name_that_is_somebodys(self, port, sender):
        comm_id = await self.opened(port)
        await in_thread(WireTalk.objects.update, is_goal=True)
        async with Line(port.tokens["owner"]) as line:
            await line.say(comm_id=comm_id, sender=sender, content="Nine.")
            assert (await line.closed())[0] == 4400

    async def test_nor_in_the_name_of_another_person_who_is_here(self, port):
        comm_id = await self.opened(port)
        await in_thread(WireTalk.objects.update, is_goal=True)
        for who, sender in (("agent", port.owner.username), ("owner", port.viewer.username.upper())):
            async with Line(port.tokens[who]) as line:
                await line.say(comm_id=comm_id, sender=sender, content="I permit it.")
                assert (await line.closed())[0] == 4400, sender

    async def test_nobody_is_quoted_before_the_talk_is_a_goal(self, port):
        comm_id = await self.opened(port)
        async with Line(port.tokens["owner"]) as line:
            await line.say(comm_id=comm_id, sender="user", content="Go on.")
            assert (await line.closed())[0] == 4400

    async def test_who_goes_on_with_a_goal_that_runs_is_told_why_that_can_not_be(self, port):
        comm_id = await self.opened(port)
        async with Line(port.tokens["owner"]) as line:
            await line.say(comm_id=comm_id, content="Count.", goal="Count.")
            await line.say(comm_id=comm_id, sender="user", content="Go on.")
            heard = [await line.hear() for _ in range(3)]
        assert [(one["sender"], one["type"]) for one in heard[1:]] == [("user", 4), ("The hub", CONCLUSION)]
        assert "not ended" in heard[-1]["content"]

    async def test_a_talk_of_another_workspace_is_not_there(self, port):
        other = await in_thread(factories.workspace, "Elsewhere")
        comm_id = await self.opened(port)
        await in_thread(WireTalk.objects.update, workspace=other)
        async with Line(port.tokens["owner"]) as line:
            await line.say(comm_id=comm_id, content="Hello.")
            assert (await line.closed())[0] == 4400

    async def test_what_was_said_is_in_the_record(self, port):
        comm_id = await self.opened(port)
        async with Line(port.tokens["owner"]) as line:
            await line.say(comm_id=comm_id, content="A \x00 word.", triggers=["t"])
            await line.hear()
        headers = {"Authorization": f"Bearer {port.tokens['viewer']}"}
        ask = Client().post
        answer = await in_thread(ask, "/fetch_chat_record", {"comm_id": comm_id}, "application/json", headers=headers)
        record = answer.json()[comm_id]
        assert (record["agent_names"], record["team_name"]) == (["Harbour Pilot", "teller"], "Harbour")
        assert [(one["content"], one["triggers"]) for one in record["chat_record"]] == [("A  word.", ["t"])]


class TestTheListOfTalks:
    async def test_whoever_may_read_is_told_of_new_talks_and_of_each_message(self, port):
        async with Line(port.tokens["viewer"], path="/chatlist_ws") as watcher:
            assert await watcher.stays_open()
            comm_id = (await in_thread(team_up, port)).json()["comm_id"]
            opened = await watcher.hear()
            assert (opened["frontend_type"], opened["comm_id"], opened["team_name"]) == ("teamup", comm_id, "Harbour")
            async with Line(port.tokens["owner"]) as line:
                await line.say(comm_id=comm_id, content="Hello.")
                said = await watcher.hear()
        assert (said["frontend_type"], said["content"]) == ("message", "Hello.")

    async def test_a_workspace_has_a_bounded_number_of_places_and_one_that_left_gives_its_own_back(
        self, port, monkeypatch
    ):
        monkeypatch.setattr(sockets, "list_places", WaitingPlaces(of_one=1, in_all=5))
        async with Line(port.tokens["viewer"], path="/chatlist_ws") as first:
            assert await first.stays_open()
            async with Line(port.tokens["owner"], path="/chatlist_ws") as second:
                assert (await second.closed())[0] == 4429
        async with Line(port.tokens["owner"], path="/chatlist_ws") as third:
            assert await third.stays_open()

    async def test_others_are_not_let_in(self, port):
        async with Line(path="/chatlist_ws") as line:
            assert (await line.closed())[0] == 4401
