"""What the A2A specification 1.0 says that a server MUST do, and the tests that fail where that is not done: `MUSTS`.

Read: the specification of a2aproject/A2A (the text of 1.0 at commit 001fa24), and where a2a-sdk 1.3.0, made from
the released protocol, differs from that text (`returnImmediately`, names of enumerations, statuses over HTTP), the SDK.
"""

import asyncio
import json
import re

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from tests import factories
from tests.api import test_a2a, test_a2a_pushes
from tests.api.conftest import read
from tests.api.test_a2a import ASKED, LATER, RawProgram, said_by_user

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
NOWHERE = "01920000-0000-7000-8000-000000000000"
MUSTS = {
    "3.1.1: answer at once with a task or a message": ("test_what_is_not_waited_for_is_answered_with_a_working_task",),
    "3.1.2, 3.1.6: begin a stream with the task, and end it where the task ends": (
        "test_a_stream_begins_with_its_task_and_ends_with_it",
        "test_who_subscribes_is_first_told_the_task",
    ),
    "3.1.4: list own tasks alone, latest news first, page by page; artifacts only where asked for": (
        "test_the_list_is_sorted_by_the_last_news",
        "test_a_list_leaves_artifacts_out_unless_they_are_asked_for",
        "a2a.TestWhatWaits",
    ),
    "3.1.5: refuse to cancel what has ended": ("a2a.test_a_running_task_is_cancelled_once",),
    "3.1.6: refuse to follow what has ended": ("a2a.test_a_task_that_has_ended_takes_no_more",),
    "3.1.7 to 3.1.9: keep, give and list where a task is told": (
        "pushes.test_what_it_asked_for_is_read_listed_replaced_and_deleted",
    ),
    "3.1.8: fail for a place that is not there": ("test_a_place_that_is_not_there_is_not_found",),
    "3.1.10: delete for good; twice is as once": ("test_deleting_twice_is_as_once",),
    "3.2.2: wait for the end, with all artifacts, unless told not to": (
        "a2a.test_a_message_is_a_goal_and_its_task_has_the_answer",
    ),
    "3.2.4: give no more history than asked for": ("a2a.test_history_is_as_long_as_is_asked_for",),
    "3.3.2: refuse a wrong token, what it may not, what is wrong; never tell whether another's task is there": (
        "test_nobody_learns_of_the_tasks_of_others",
        "a2a.TestHostileClients",
        "a2a.test_nobody_else_reads_them",
    ),
    "3.3.2: give a code and a message with each error": ("a2a.test_what_can_not_be_asked_is_an_error_of_the_protocol",),
    "3.3.4: do what the card says it can; none of its extensions is required": (
        "test_what_a_card_says_can_be_done_is_done",
    ),
    "3.4.1: make a context and name it; keep the one that was sent, or refuse it": ("test_a_context_is_made_and_kept",),
    "3.4.2: infer the context from the task; refuse one that does not match": (
        "test_a_message_to_a_task_is_in_its_context_and_in_no_other",
    ),
    "3.5.2: tell all streams of a task the same in the same order, whatever becomes of the others": (
        "test_two_streams_of_a_task_are_told_the_same",
    ),
    "3.6: speak the version that is named, whatever its patch; refuse others by name": (
        "test_a_version_is_spoken_as_it_is_named",
        "a2a.test_another_version_is_refused_by_name",
    ),
    "4.3.3, 13.2: send what happened at least once, with the credentials that were given": (
        "pushes.TestTheOfficialClient",
        "pushes.TestWhatArrives",
    ),
    "5.1, 5.2: do the same over each binding; declare all of them": (
        "a2a.TestTheOfficialClient",
        "a2a.test_the_hubs_card_is_public_names_nobody_and_is_signed",
    ),
    "5.4: map errors to codes and statuses": (
        "test_an_error_has_the_code_and_the_status_of_its_kind",
        "test_a_task_that_has_ended_can_not_be_cancelled_over_either_binding",
    ),
    "5.5, 5.6, 5.7: write names in camelCase, enumerations by name, times in UTC; leave no required list empty": (
        "test_names_times_and_lists_have_the_form_of_the_protocol",
    ),
    "8: serve the card at its known place; a signature is over its canonical form": ("a2a.TestCards",),
    "9: answer with the id of the request; a stream is of such answers, as server-sent events": (
        "test_each_event_of_a_stream_is_an_answer_to_its_request",
    ),
    "11: have the addresses, methods and query names of the binding, in application/a2a+json": (
        "test_plain_http_takes_its_query_by_the_names_of_the_protocol",
    ),
    "13.1: look at who asks at each operation": ("test_nobody_learns_of_the_tasks_of_others",),
    "13.3: ask for a token for the extended card": ("test_the_extended_card_takes_a_token",),
}


@pytest.fixture
def raw(place):
    return RawProgram(place.operator)


@pytest.fixture
def asker(demo, said):
    """A program of somebody whose goals are worked on to their end within the request."""
    from apps.accounts.models import User

    return RawProgram(User.objects.get(pk=demo.owner.user_id))


def events_of(program, method, **params):
    """What is said in a stream, each event as it is sent; and the answer's headers."""
    answer = program.send({"jsonrpc": "2.0", "id": "s-1", "method": method, "params": params})
    lines = read(answer).decode().splitlines()
    return [json.loads(line[6:]) for line in lines if line.startswith("data: ")], answer


async def as_it_comes(program, goal_id):
    """The events of a stream that follows a task, while it is open."""
    asked = {"jsonrpc": "2.0", "id": 1, "method": "SubscribeToTask", "params": {"id": str(goal_id)}}
    answer = await sync_to_async(program.send)(asked)
    async for part in answer.streaming_content:
        for line in part.decode().splitlines():
            if line.startswith("data: "):
                yield json.loads(line[6:])["result"]


def given(program, number=1):
    """A task that nobody waits for."""
    return program.result("SendMessage", **said_by_user("Find it.", f"m-{number}"), **LATER)["task"]


def test_what_is_not_waited_for_is_answered_with_a_working_task(raw, office):
    assert given(raw)["status"]["state"] == "TASK_STATE_WORKING"


@pytest.mark.usefixtures("transactional_db")
class TestStreams:
    def test_a_stream_begins_with_its_task_and_ends_with_it(self, asker):
        told, _ = events_of(asker, "SendStreamingMessage", **said_by_user(ASKED))
        results = [each["result"] for each in told]
        assert [set(result) for result in results if set(result) & {"task"}] == [{"task"}]
        assert set(results[0]) == {"task"}
        assert all(set(result) in ({"statusUpdate"}, {"artifactUpdate"}) for result in results[1:])
        assert results[-1]["statusUpdate"]["status"]["state"] == "TASK_STATE_COMPLETED"

    def test_each_event_of_a_stream_is_an_answer_to_its_request(self, asker):
        told, answer = events_of(asker, "SendStreamingMessage", **said_by_user(ASKED))
        assert answer["Content-Type"].startswith("text/event-stream")
        assert {(each["jsonrpc"], each["id"], "error" in each) for each in told} == {("2.0", "s-1", False)}

    def test_who_subscribes_is_first_told_the_task(self, world, raw):
        task = raw.result("GetTask", id=str(world.goal.pk))

        async def first():
            stream = as_it_comes(raw, world.goal.pk)
            told = await anext(stream)
            await stream.aclose()
            return told

        told = asyncio.run(first())
        assert (set(told), told["task"]["id"]) == ({"task"}, task["id"])
        assert told["task"]["status"]["state"] == task["status"]["state"]

    def test_two_streams_of_a_task_are_told_the_same(self, world, raw):
        programs = (raw, raw, RawProgram(world.operator))

        async def followed():
            streams = [as_it_comes(program, world.goal.pk) for program in programs]
            firsts = [await anext(stream) for stream in streams]
            await streams[0].aclose()
            await sync_to_async(raw.result)("CancelTask", id=str(world.goal.pk))
            return firsts, [[event async for event in stream] for stream in streams[1:]]

        firsts, rest = asyncio.run(followed())
        assert firsts[0] == firsts[1] == firsts[2]
        assert rest[0] == rest[1]
        assert rest[0][-1]["statusUpdate"]["status"]["state"] == "TASK_STATE_CANCELED"


class TestLists:
    def test_the_list_is_sorted_by_the_last_news(self, raw, office):
        tasks = [given(raw, number)["id"] for number in range(3)]
        raw.result("CancelTask", id=tasks[1])
        assert [task["id"] for task in raw.result("ListTasks")["tasks"]] == [tasks[1], tasks[2], tasks[0]]

    @pytest.mark.usefixtures("transactional_db")
    def test_a_list_leaves_artifacts_out_unless_they_are_asked_for(self, asker):
        events_of(asker, "SendStreamingMessage", **said_by_user(ASKED))
        (short,) = asker.result("ListTasks")["tasks"]
        (whole,) = asker.result("ListTasks", includeArtifacts=True)["tasks"]
        assert ("artifacts" in short, len(whole["artifacts"])) == (False, 1)

    def test_plain_http_takes_its_query_by_the_names_of_the_protocol(self, raw, office):
        first, second = given(raw, 1), given(raw, 2)
        raw.result("CancelTask", id=second["id"])
        asked = {
            f"contextId={first['contextId']}": [first["id"]],
            "status=TASK_STATE_CANCELED": [second["id"]],
            "pageSize=1": [second["id"]],
            "statusTimestampAfter=2100-01-01T00:00:00Z": [],
        }
        for query, found in asked.items():
            answer = raw.rest("GET", f"/tasks?{query}&historyLength=0&includeArtifacts=false")
            assert answer["Content-Type"] == "application/a2a+json"
            assert [task["id"] for task in answer.json()["tasks"]] == found, query
            assert "nextPageToken" in answer.json()


class TestContexts:
    def test_a_context_is_made_and_kept(self, raw, office):
        task = given(raw)
        assert task["contextId"]
        again = raw.result("SendMessage", **said_by_user("Hurry.", "m-2", contextId=task["contextId"]), **LATER)["task"]
        assert again["contextId"] == task["contextId"]
        assert raw.error("SendMessage", **said_by_user("x", "m-3", contextId=NOWHERE), **LATER) == -32001

    def test_a_message_to_a_task_is_in_its_context_and_in_no_other(self, raw, office):
        first, second = given(raw, 1), given(raw, 2)
        told = raw.result("SendMessage", **said_by_user("Hurry.", "m-3", taskId=first["id"]), **LATER)["task"]
        assert told["contextId"] == first["contextId"]
        both = {"taskId": first["id"], "contextId": second["contextId"]}
        assert raw.error("SendMessage", **said_by_user("Hurry.", "m-4", **both), **LATER) == -32602


class TestWhoAsks:
    @pytest.mark.parametrize(
        "method",
        [
            "GetTask",
            "CancelTask",
            "SubscribeToTask",
            "ListTaskPushNotificationConfigs",
            "GetTaskPushNotificationConfig",
        ],
    )
    def test_nobody_learns_of_the_tasks_of_others(self, world, method):
        stranger = RawProgram(factories.person(factories.workspace("Elsewhere")))
        of_another, of_none = (
            stranger.ask(method, {"id": name, "taskId": name})["error"] for name in (str(world.goal.pk), NOWHERE)
        )
        assert of_another == of_none
        assert of_none["code"] == -32001

    @pytest.mark.parametrize("path", ["/a2a/hub/extendedAgentCard", "/a2a/@scout/extendedAgentCard"])
    def test_the_extended_card_takes_a_token(self, world, path):
        assert Client().get(path).status_code == 401

    def test_what_a_card_says_can_be_done_is_done(self, world, raw):
        for whom in ("hub", "@scout", str(world.root.team.pk)):
            path = f"/a2a/{whom}/.well-known/agent-card.json"
            card = Client().get(path, headers=raw.headers).json()
            able = card["capabilities"]
            assert (able["streaming"], able["pushNotifications"], able["extendedAgentCard"]) == (True, True, True), whom
            assert not any(one.get("required") for one in able.get("extensions", []))
            assert raw.result("GetExtendedAgentCard", whom)["skills"]


PLACE = {"url": "https://client.example/told"}


class TestPlaces:
    @pytest.fixture
    def task(self, raw, office):
        return given(raw)["id"]

    def test_a_place_that_is_not_there_is_not_found(self, raw, task):
        assert raw.error("GetTaskPushNotificationConfig", taskId=task, id="nothing") == -32001

    def test_deleting_twice_is_as_once(self, raw, task):
        made = raw.result("CreateTaskPushNotificationConfig", taskId=task, **PLACE)
        named = {"taskId": task, "id": made["id"]}
        answers = [raw.result("DeleteTaskPushNotificationConfig", **named) for _ in range(2)]
        assert answers[0] == answers[1]
        assert not raw.result("ListTaskPushNotificationConfigs", taskId=task).get("configs")


class TestForms:
    @pytest.mark.parametrize(
        ("version", "method", "code"),
        [
            ("1.0", "GetTask", None),
            ("1.0.1", "GetTask", None),
            ("0.3", "tasks/get", None),
            ("0.3.0", "tasks/get", None),
            ("1.0", "tasks/get", -32601),
            ("0.3", "GetTask", -32601),
            ("0.4", "GetTask", -32009),
            ("1", "GetTask", -32009),
        ],
    )
    def test_a_version_is_spoken_as_it_is_named(self, raw, world, version, method, code):
        asked = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"id": str(world.goal.pk)}}
        answer = raw.send(asked, **{"A2A-Version": version}).json()
        assert answer.get("error", {}).get("code") == code

    @pytest.mark.parametrize(
        ("method", "params", "path", "code", "status"),
        [
            ("GetTask", {"id": NOWHERE}, ("GET", f"/tasks/{NOWHERE}"), -32001, 404),
            ("CancelTask", {"id": NOWHERE}, ("POST", f"/tasks/{NOWHERE}:cancel"), -32001, 404),
            ("ListTasks", {"pageSize": 0}, ("GET", "/tasks?pageSize=0"), -32602, 400),
            ("SendMessage", {}, ("POST", "/message:send", {}), -32602, 400),
        ],
    )
    def test_an_error_has_the_code_and_the_status_of_its_kind(self, raw, office, method, params, path, code, status):
        error = raw.ask(method, params)["error"]
        answer = raw.rest(*path)
        said = answer.json()["error"]
        assert (error["code"], answer.status_code, said["code"]) == (code, status, status)
        assert error["message"] == said["message"]
        assert error["data"] == said["details"]

    def test_a_task_that_has_ended_can_not_be_cancelled_over_either_binding(self, raw, office):
        task = given(raw)["id"]
        raw.result("CancelTask", id=task)
        answer = raw.rest("POST", f"/tasks/{task}:cancel")
        assert (answer.status_code, answer.json()["error"]["details"][0]["reason"]) == (400, "TASK_NOT_CANCELABLE")

    def test_names_times_and_lists_have_the_form_of_the_protocol(self, world, raw):
        task = raw.result("GetTask", id=str(world.goal.pk))
        assert UTC.fullmatch(task["status"]["timestamp"])
        assert {task["status"]["state"][:11]} | {one["role"][:5] for one in task["history"]} == {"TASK_STATE_", "ROLE_"}
        assert all(one["parts"] and one["messageId"] for one in task["history"])
        card = raw.result("GetExtendedAgentCard")
        assert card["skills"]
        assert card["supportedInterfaces"]
        assert not [name for name in (*names_in(task), *names_in(card)) if "_" in name]


def names_in(value):
    """The names of all fields below, but for those that the protocol leaves to whoever writes them."""
    if isinstance(value, list):
        return [name for one in value for name in names_in(one)]
    if not isinstance(value, dict):
        return []
    return [name for key, one in value.items() for name in (key, *(() if key == "metadata" else names_in(one)))]


@pytest.mark.parametrize("must", MUSTS)
def test_each_must_has_its_tests(must):
    modules = {"a2a": test_a2a, "pushes": test_a2a_pushes}
    for name in MUSTS[must]:
        module, _, test = name.rpartition(".")
        known = vars(modules[module]) if module else globals()
        classes = [vars(one) for one in known.values() if isinstance(one, type)]
        assert any(test in place for place in (known, *classes)), name
