"""The hub over A2A: what the official client asks and is answered, and what hostile clients are, over the real app."""

import asyncio
import gc
import json
from uuid import uuid4

import httpx
import jwt
import pytest
from a2a.client import ClientConfig, create_client
from a2a.client.card_resolver import parse_agent_card
from a2a.types import (
    CancelTaskRequest,
    GetTaskRequest,
    ListTasksRequest,
    Message,
    Part,
    SendMessageRequest,
    SubscribeToTaskRequest,
)
from a2a.utils.errors import A2AError, TaskNotFoundError
from a2a.utils.signing import create_signature_verifier
from django.db import connections
from django.test import Client
from google.protobuf.json_format import MessageToDict

from apps.accounts.actions import issue_token
from apps.accounts.domain.access import Scope, open_to
from apps.accounts.queries import actor_for
from apps.api.waiting_places import places
from apps.journal.queries import last_seq
from apps.teams.models import Goal
from tests import factories
from tests.api.conftest import SAYS, read

ANSWER = "It grew by a tenth."
ASKED = "How much did the revenue grow?"
HERE = "http://127.0.0.1:8000"
BINDINGS = ["JSONRPC", "HTTP+JSON"]
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


class ToDjango(httpx.AsyncBaseTransport):
    """Hands what the SDK sends to the application, and gives it what that answers, streams to their end."""

    async def handle_async_request(self, request):
        body = await request.aread()
        return await asyncio.get_running_loop().run_in_executor(None, self.answer, request, body)

    def answer(self, request, body):
        headers = {name: value for name, value in request.headers.items() if name.lower() != "host"}
        kind = headers.pop("content-type", "application/octet-stream")
        try:
            answer = Client().generic(request.method, request.url.raw_path.decode(), body, kind, headers=headers)
            return httpx.Response(answer.status_code, headers=dict(answer.items()), content=read(answer))
        finally:
            connections.close_all()  # of this thread


class A2AProgram:
    """The official client, in one version and binding."""

    def __init__(self, user, whom="hub", binding="JSONRPC", version="1.0", scopes=None):
        actor = actor_for(user)
        self.token = issue_token(actor, uuid4().hex, scopes or open_to(actor.role))
        self.whom, self.binding, self.version = whom, binding, version

    async def client(self):
        headers = {"Authorization": f"Bearer {self.token}"}
        http = httpx.AsyncClient(transport=ToDjango(), headers=headers, timeout=60)
        answer = await http.get(f"{HERE}/a2a/{self.whom}/.well-known/agent-card.json")
        assert answer.status_code == 200, answer.text
        card = parse_agent_card(answer.json())
        wanted = (self.binding, self.version)
        for each in list(card.supported_interfaces):
            if (each.protocol_binding, each.protocol_version) != wanted:
                card.supported_interfaces.remove(each)
        config = ClientConfig(httpx_client=http, supported_protocol_bindings=[self.binding], streaming=self.streaming)
        return await create_client(card, client_config=config)

    streaming = True

    def told(self, text, *, streaming=True, parts=(), **names):
        """The events of one message."""
        self.streaming = streaming
        message = Message(message_id=names.pop("name", "m-1"), role="ROLE_USER", parts=[Part(text=text), *parts])
        for name, value in names.pop("about", {}).items():
            setattr(message, name, value)
        request = SendMessageRequest(message=message, **names)

        async def run():
            client = await self.client()
            return [MessageToDict(event) async for event in client.send_message(request)]

        return asyncio.run(run())

    def ask(self, method, request):
        async def run():
            return MessageToDict(await getattr(await self.client(), method)(request))

        return asyncio.run(run())

    def followed(self, task_id):
        self.streaming = True

        async def run():
            client = await self.client()
            return [MessageToDict(event) async for event in client.subscribe(SubscribeToTaskRequest(id=task_id))]

        return asyncio.run(run())


@pytest.fixture(autouse=True)
def no_place_is_kept():
    """An answer that a test did not read gives its place back when it is collected: here, and not in another test."""
    yield
    gc.collect()


@pytest.fixture
def person(demo, said):
    from apps.accounts.models import User

    return User.objects.get(pk=demo.owner.user_id)


def task_of(events):
    return next(event["task"] for event in events if "task" in event)


def text_of(artifact):
    return "".join(part.get("text", "") for part in artifact["parts"])


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize(
    ("binding", "version"), [(binding, version) for binding in BINDINGS for version in ("1.0", "0.3")]
)
class TestTheOfficialClient:
    def test_a_message_is_a_goal_and_its_task_has_the_answer(self, person, binding, version):
        events = A2AProgram(person, "hub", binding, version).told(ASKED, streaming=False)
        task = task_of(events)
        assert (task["status"]["state"], text_of(task["artifacts"][0])) == ("TASK_STATE_COMPLETED", ANSWER)
        assert task["id"] == task["contextId"] == str(Goal.objects.get().pk)
        assert task["history"][0]["parts"][0]["text"] == ASKED

    def test_a_stream_tells_what_the_team_says_and_ends_with_the_answer(self, person, said, binding, version):
        said([{"do": "say", "text": "I look at the filings."}, *SAYS])
        events = A2AProgram(person, "hub", binding, version).told(ASKED)
        assert task_of(events[:1])["status"]["state"] == "TASK_STATE_WORKING"
        updates = [event["statusUpdate"]["status"] for event in events if "statusUpdate" in event]
        assert any("I look at the filings." in json.dumps(update) for update in updates)
        assert updates[-1]["state"] == "TASK_STATE_COMPLETED"
        made = [event["artifactUpdate"]["artifact"] for event in events if "artifactUpdate" in event]
        assert [text_of(artifact) for artifact in made] == [ANSWER]

    def test_a_task_is_found_again_listed_and_gone_on_with(self, person, said, binding, version):
        program = A2AProgram(person, "hub", binding, version)
        first = task_of(program.told(ASKED, streaming=False))
        found = program.ask("get_task", GetTaskRequest(id=first["id"]))
        assert (found["id"], found["status"]["state"]) == (first["id"], "TASK_STATE_COMPLETED")
        said([*SAYS, {"do": "conclude", "answer": "In thousands: the same."}])
        context = {"context_id": first["contextId"]}
        second = task_of(program.told("In thousands?", streaming=False, name="m-2", about=context))
        assert (second["contextId"], second["id"]) == (first["contextId"], f"{first['id']}.2")
        assert program.ask("get_task", GetTaskRequest(id=first["id"]))["status"]["state"] == "TASK_STATE_COMPLETED"
        if version == "1.0":
            listed = program.ask("list_tasks", ListTasksRequest())
            assert ([task["id"] for task in listed["tasks"]], listed["totalSize"]) == ([second["id"]], 1)

    def test_a_task_that_has_ended_takes_no_more(self, person, binding, version):
        program = A2AProgram(person, "hub", binding, version)
        first = task_of(program.told(ASKED, streaming=False))
        with pytest.raises(A2AError, match="has ended"):
            program.told("And?", streaming=False, name="m-2", about={"task_id": first["id"]})
        with pytest.raises(A2AError, match="has ended"):
            program.ask("cancel_task", CancelTaskRequest(id=first["id"]))
        with pytest.raises(A2AError, match="over"):
            program.followed(first["id"])

    def test_what_is_not_there_is_not_found(self, person, binding, version):
        program = A2AProgram(person, "hub", binding, version)
        for name in ("nothing", "01920000-0000-7000-8000-000000000000"):
            with pytest.raises(TaskNotFoundError):
                program.ask("get_task", GetTaskRequest(id=name))


@pytest.mark.usefixtures("transactional_db")
class TestPeers:
    def test_an_agent_is_the_team_of_what_it_is_given(self, person):
        task = task_of(A2AProgram(person, "@auto-gpt").told(ASKED, streaming=False))
        assert Goal.objects.get().wanted_handles == ["auto-gpt"]
        assert A2AProgram(person, "@auto-gpt").ask("get_task", GetTaskRequest(id=task["id"]))["id"] == task["id"]
        with pytest.raises(TaskNotFoundError):
            A2AProgram(person, "@interpreter").ask("get_task", GetTaskRequest(id=task["id"]))

    def test_a_team_is_asked_on_in_its_room(self, person, said):
        first = task_of(A2AProgram(person).told(ASKED, streaming=False))
        team = Goal.objects.get().teams.get(parent=None)
        said([*SAYS, {"do": "conclude", "answer": "Yes, still."}])
        task = task_of(A2AProgram(person, str(team.pk)).told("Still?", streaming=False, name="m-2"))
        assert (task["contextId"], text_of(task["artifacts"][0])) == (first["id"], "Yes, still.")
        assert Goal.objects.count() == 1

    def test_the_same_message_twice_is_one_goal(self, person):
        tasks = {task_of(A2AProgram(person).told(ASKED, streaming=False))["id"] for _ in range(2)}
        assert len(tasks) == Goal.objects.count() == 1

    def test_files_come_and_go_along(self, person):
        sheet = Part(raw=b"year,revenue\n2023,10\n", filename="sheet.csv", media_type="text/csv")
        A2AProgram(person).told(ASKED, streaming=False, parts=[sheet])
        assert Goal.objects.get().files.filter(name="sheet.csv").exists()
        with pytest.raises(A2AError, match="not fetched"):
            A2AProgram(person).told(ASKED, name="m-2", parts=[Part(url="http://10.0.0.1/x", filename="x")])
        assert Goal.objects.count() == 1

    def test_what_is_too_long_for_a_goal_comes_along_as_a_file(self, person):
        A2AProgram(person).told("Sum it up. " + "x" * 30_000, streaming=False)
        goal = Goal.objects.get()
        assert goal.text.endswith("message.md.)")
        assert goal.files.filter(name="message.md").exists()

    def test_why_there_is_no_answer_is_what_the_status_says(self, person, said):
        said([{"do": "something that nobody knows"}])
        status = task_of(A2AProgram(person).told(ASKED, streaming=False))["status"]
        assert status["state"] == "TASK_STATE_FAILED"
        assert status["message"]["parts"][0]["text"]

    def test_a_token_that_only_runs_hears_the_answer_over_plain_http(self, person, said):
        token = issue_token(actor_for(person), "runs", {Scope.RUN})
        body = {"message": {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": ASKED}]}}
        answer = Client().post(
            "/a2a/hub/message:send", body, "application/json", headers={"Authorization": f"Bearer {token}"}
        )
        assert json.loads(read(answer))["task"]["status"]["state"] == "TASK_STATE_COMPLETED"

    def test_a_place_to_wait_is_given_back(self, person):
        before = len(places)
        A2AProgram(person).told(ASKED, streaming=False)
        A2AProgram(person).told(ASKED, name="m-2")
        assert len(places) <= before


class RawProgram:
    """No SDK: what it sends is what a test says."""

    def __init__(self, user, scopes=frozenset({Scope.READ, Scope.RUN})):
        self.headers = {"Authorization": f"Bearer {issue_token(actor_for(user), uuid4().hex, scopes)}"}

    def send(self, body, whom="hub", **headers):
        data = body if isinstance(body, str | bytes) else json.dumps(body)
        return Client().post(f"/a2a/{whom}", data, "application/json", headers=self.headers | headers)

    def ask(self, method, params=None, whom="hub"):
        body = read(self.send({"jsonrpc": "2.0", "id": 7, "method": method, "params": params or {}}, whom))
        return json.loads(body)

    def result(self, method, whom="hub", **params):
        return self.ask(method, params, whom)["result"]

    def told(self, method, **params):
        """The events of a stream."""
        body = read(self.send({"jsonrpc": "2.0", "id": 7, "method": method, "params": params})).decode()
        return [json.loads(line[6:])["result"] for line in body.splitlines() if line.startswith("data: ")]

    def error(self, method, **params):
        return self.ask(method, params)["error"]["code"]

    def rest(self, method, path, body=None):
        data = b"" if body is None else body if isinstance(body, str | bytes) else json.dumps(body)
        return Client().generic(method, f"/a2a/hub{path}", data, "application/json", headers=self.headers)


def said_by_user(text, name="m-1", **more):
    return {"message": {"messageId": name, "role": "ROLE_USER", "parts": [{"text": text}], **more}}


LATER = {"configuration": {"returnImmediately": True}}


@pytest.fixture
def raw(place):
    return RawProgram(place.operator)


class TestWhatWaits:
    def test_a_question_is_an_interrupted_task_and_a_message_to_it_is_the_answer(self, world, raw):
        task = raw.result("GetTask", id=str(world.goal.pk))
        assert task["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"
        asked = task["status"]["message"]
        assert asked["parts"][0]["text"]
        old = raw.result("tasks/get", id=str(world.goal.pk))
        assert (old["kind"], old["status"]["state"]) == ("task", "input-required")
        option = (asked["metadata"]["options"] or ["As restated"])[0]
        after = raw.result("SendMessage", **said_by_user(option, taskId=task["id"]), **LATER)["task"]
        status = after["status"]
        assert status["state"] == "TASK_STATE_WORKING" or status["message"]["messageId"] != asked["messageId"]

    def test_a_task_says_how_far_it_is_and_all_that_it_asks_as_on_the_way_to_1_1(self, world, raw):
        task = raw.result("GetTask", id=str(world.goal.pk))
        before, asked = task["metadata"]["generation"], task["metadata"]["elicitations"]
        assert before == last_seq(world.goal.pk)
        assert asked[0]["elicitationId"] == task["status"]["message"]["metadata"]["question"]
        assert {one["state"] for one in asked} == {"ELICITATION_STATE_BLOCKED"}
        assert asked[0]["metadata"]["options"] == task["status"]["message"]["metadata"]["options"]
        option = (asked[0]["metadata"]["options"] or ["As restated"])[0]
        hint = {"elicitationId": asked[0]["elicitationId"]}
        after = raw.result("SendMessage", **said_by_user(option, taskId=task["id"], metadata=hint), **LATER)["task"]
        assert after["metadata"]["generation"] > before
        left = [one["elicitationId"] for one in after["metadata"].get("elicitations", [])]
        assert left == [one["elicitationId"] for one in asked[1:]]

    @pytest.mark.usefixtures("transactional_db")
    def test_the_events_of_a_stream_never_go_back_in_generation(self, office):
        mine = RawProgram(office.operator)
        told = mine.told("SendStreamingMessage", **said_by_user("Find it."))
        whole = [event["task"] for event in told if "task" in event]
        moved = [event["statusUpdate"] for event in told if "statusUpdate" in event]
        numbers = [each["metadata"]["generation"] for each in (*whole, *moved) if "generation" in each["metadata"]]
        assert len(numbers) > 1
        assert numbers == sorted(numbers)

    @pytest.mark.usefixtures("transactional_db")
    def test_its_stream_ends_where_it_asks(self, world, raw):
        told = raw.told("message/stream", **said_by_user("Go on", contextId=str(world.goal.pk)))
        assert (told[0]["kind"], told[-1]["kind"], told[-1]["final"]) == ("task", "status-update", True)
        assert told[-1]["status"]["state"] == "input-required"

    def test_tasks_are_listed_by_who_gave_them(self, world):
        owner, operator = RawProgram(world.owner), RawProgram(world.operator)
        mine = RawProgram(world.goal.created_by)
        assert str(world.goal.pk) in [task["id"] for task in mine.result("ListTasks")["tasks"]]
        other = operator if world.goal.created_by == world.owner else owner
        assert other.result("ListTasks")["tasks"] == []
        asking = mine.result("ListTasks", status="TASK_STATE_INPUT_REQUIRED")
        assert [task["id"] for task in asking["tasks"]] == [str(world.goal.pk)]
        assert mine.result("ListTasks", status="TASK_STATE_WORKING", contextId=str(world.goal.pk))["tasks"] == []

    def test_a_page_leads_to_the_next(self, office):
        mine = RawProgram(office.operator)
        for number in range(3):
            mine.result("SendMessage", **said_by_user("Find it.", f"m-{number}"), **LATER)
        first = mine.result("ListTasks", pageSize=2)
        second = mine.result("ListTasks", pageSize=2, pageToken=first["nextPageToken"])
        assert (len(first["tasks"]), len(second["tasks"]), second["nextPageToken"]) == (2, 1, "")
        assert first["totalSize"] == 3

    def test_a_running_task_is_cancelled_once(self, raw, office):
        task = raw.result("SendMessage", **said_by_user("Find it."), **LATER)["task"]
        assert task["status"]["state"] == "TASK_STATE_WORKING"
        assert raw.result("CancelTask", id=task["id"])["status"]["state"] == "TASK_STATE_CANCELED"
        assert raw.error("CancelTask", id=task["id"]) == -32002

    def test_history_is_as_long_as_is_asked_for(self, world, raw):
        assert raw.result("GetTask", id=str(world.goal.pk), historyLength=0)["history"] == []
        assert len(raw.result("GetTask", id=str(world.goal.pk), historyLength=2)["history"]) == 2


class TestCards:
    def test_the_hubs_card_is_public_names_nobody_and_is_signed(self, world):
        answer = Client().get("/.well-known/agent-card.json")
        card = parse_agent_card(answer.json())
        keys = Client().get("/.well-known/jwks.json").json()["keys"]

        def key(kid, jku):
            assert jku.endswith("/.well-known/jwks.json")
            return jwt.PyJWK(next(each for each in keys if each["kid"] == kid))

        verify = create_signature_verifier(key, ["EdDSA"])
        verify(card)
        assert not any(handle in answer.text for handle in world.agents)
        assert {(each.protocol_binding, each.protocol_version) for each in card.supported_interfaces} == {
            ("JSONRPC", "1.0"),
            ("HTTP+JSON", "1.0"),
            ("JSONRPC", "0.3"),
            ("HTTP+JSON", "0.3"),
        }
        card.description = "Somebody else."
        with pytest.raises(Exception, match="No valid signature"):
            verify(card)

    def test_members_are_told_what_the_agents_can_do(self, world):
        program = A2AProgram(world.operator)
        raw = RawProgram(world.operator)
        told = raw.result("GetExtendedAgentCard")
        assert "agent-scout" in [skill["id"] for skill in told["skills"]]
        agent = raw.rest("GET", "/extendedAgentCard").json()
        assert agent["skills"] == told["skills"]
        assert program.whom == "hub"

    def test_agents_and_teams_have_cards_of_their_own(self, world):
        raw = RawProgram(world.operator)
        for whom in ("@scout", str(world.root.team.pk)):
            card = Client().get(f"/a2a/{whom}/.well-known/agent-card.json", headers=raw.headers).json()
            assert parse_agent_card(card).supported_interfaces[0].url.endswith(f"/a2a/{whom}")

    def test_nobody_else_reads_them(self, world):
        assert Client().get("/a2a/@scout/.well-known/agent-card.json").status_code == 401
        stranger = RawProgram(factories.person(factories.workspace("Elsewhere")))
        for whom in ("@scout", str(world.root.team.pk)):
            assert Client().get(f"/a2a/{whom}/.well-known/agent-card.json", headers=stranger.headers).status_code == 404
        assert stranger.error("GetTask", id=str(world.goal.pk)) == -32001
        assert stranger.error("SendMessage", **said_by_user("Hello", taskId=str(world.goal.pk))) == -32001
        assert stranger.error("SendMessage", **said_by_user("Hello", contextId=str(world.goal.pk))) == -32001
        assert stranger.result("ListTasks")["tasks"] == []


NO_MESSAGES = [
    *(
        "",
        "{",
        "[]",
        "null",
        "7",
        '"x"',
        "[" * 9000,
        '{"a":' * 9000,
        b"\xff",
        "\ud800".encode("utf-8", "surrogatepass"),
    ),
    *('{"jsonrpc": "1.0", "id": 1, "method": "GetTask"}', '{"jsonrpc": "2.0", "id": {}, "method": "GetTask"}'),
    *('{"jsonrpc": "2.0", "id": 1, "method": 7}', '{"jsonrpc": "2.0", "id": 1, "method": "GetTask", "params": []}'),
    '{"jsonrpc": "2.0", "id": 1, "method": "GetTask", "params": {"id": "a\\u0000"}}',
    '{"jsonrpc": "2.0", "id": "\\ud800", "method": "GetTask"}',
]
WRONG = [
    ("GetTask", {}),
    ("GetTask", {"id": 7}),
    ("GetTask", {"id": "9" * 5000}),
    ("GetTask", {"id": "x", "historyLength": -1}),
    ("CancelTask", {"id": []}),
    ("SubscribeToTask", {"id": "../../etc/passwd"}),
    ("SubscribeToTask", {"id": f"01920000-0000-7000-8000-000000000000.{'9' * 4000}"}),
    ("SendMessage", {}),
    ("SendMessage", {"message": 7}),
    ("SendMessage", {"message": {"messageId": "m", "role": "ROLE_USER", "parts": []}}),
    ("SendMessage", {"message": {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": 7}]}}),
    ("SendMessage", {"message": {"messageId": "m", "role": "ROLE_AGENT", "parts": [{"text": "x"}]}}),
    ("SendMessage", {"message": {"messageId": "", "role": "user", "parts": [{"text": "x"}]}}),
    ("SendMessage", {"message": {"messageId": "m", "role": "user", "parts": [{"raw": "%%%", "filename": "x"}]}}),
    ("SendMessage", {"message": {"messageId": "m", "role": "user", "parts": [{"data": {"a": 1}}] * 201}}),
    ("SendMessage", said_by_user("  ")),
    ("SendMessage", said_by_user("x", contextId="nothing")),
    ("SendMessage", said_by_user("x", taskId="nothing")),
    ("SendMessage", said_by_user("x") | {"configuration": {"historyLength": "many"}}),
    ("ListTasks", {"pageToken": "x"}),
    ("ListTasks", {"pageSize": 0}),
    ("ListTasks", {"pageSize": 10**9}),
    ("ListTasks", {"status": "busy"}),
    ("ListTasks", {"statusTimestampAfter": "yesterday"}),
    ("ListTasks", {"statusTimestampAfter": "2026-07-01T00:00:00"}),
    ("nothing", {}),
]


class TestHostileClients:
    @pytest.mark.parametrize("body", NO_MESSAGES, ids=range(len(NO_MESSAGES)))
    def test_what_is_no_message_is_refused(self, raw, office, body):
        answer = raw.send(body)
        assert (answer.status_code, answer.json()["jsonrpc"]) == (400, "2.0")
        assert answer.json()["error"]["code"] in (-32700, -32600)
        again = raw.rest("POST", "/message:send", body)
        assert again.status_code == 400
        assert again.json()["error"]["details"][0]["reason"]

    def test_of_a_name_that_is_too_long_characters_are_counted(self, raw, office):
        asked = {"message": {"messageId": "m" * 500, "role": "user", "parts": [{"text": "x"}]}}
        assert "String should have at most" in raw.ask("SendMessage", asked)["error"]["message"]

    @pytest.mark.parametrize(("method", "params"), WRONG, ids=range(len(WRONG)))
    def test_what_can_not_be_asked_is_an_error_of_the_protocol(self, raw, office, method, params):
        error = raw.ask(method, params)["error"]
        assert error["code"] in (-32001, -32003, -32004, -32005, -32601, -32602)
        assert error["data"][0]["reason"]
        assert not Goal.objects.exists()

    @pytest.mark.parametrize(
        ("method", "path"),
        [
            ("GET", "/tasks/nothing"),
            ("POST", "/tasks/nothing:cancel"),
            ("POST", "/tasks/nothing:subscribe"),
            ("GET", "/tasks/nothing:subscribe"),
            ("GET", "/tasks?pageSize=x"),
            ("GET", "/tasks?pageToken=x"),
            ("POST", "/message:stream"),
            ("POST", "/nothing"),
            ("DELETE", "/tasks/nothing"),
        ],
    )
    def test_plain_http_says_it_with_a_status(self, raw, office, method, path):
        assert raw.rest(method, path).status_code in (400, 404, 405)

    def test_another_version_is_refused_by_name(self, raw, office):
        answer = raw.send(
            {"jsonrpc": "2.0", "id": 1, "method": "GetTask", "params": {"id": "x"}}, **{"A2A-Version": "2.0"}
        )
        assert answer.json()["error"]["code"] == -32009

    def test_a_token_does_what_its_scopes_reach(self, office):
        reader = RawProgram(office.operator, {Scope.READ})
        answer = reader.send({"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": said_by_user("x")})
        assert (answer.status_code, Goal.objects.count()) == (403, 0)
        viewer = RawProgram(office.viewer, {Scope.READ})
        assert (
            viewer.send({"jsonrpc": "2.0", "id": 1, "method": "CancelTask", "params": {"id": "x"}}).status_code == 403
        )

    def test_without_a_token_nothing_answers(self, office):
        answer = Client().post("/a2a/hub", "{}", "application/json")
        assert (answer.status_code, "Bearer" in answer["WWW-Authenticate"]) == (401, True)

    @pytest.mark.parametrize("whom", ["nobody", "@nobody", "@", "01920000-0000-7000-8000-000000000000", "9" * 300])
    def test_nobody_of_this_name_is_here(self, raw, office, whom):
        assert raw.send({}, whom).status_code == 404
