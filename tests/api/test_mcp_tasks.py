"""A goal as a Task of MCP: of the core protocol in the older era, of the extension in the newer one."""

import pytest
from django.utils import timezone

from apps.accounts.domain.access import Scope
from apps.teams.models import Approval, Goal, Question
from tests import factories
from tests.api.mcp_programs import ASKS, TASKS, MCPProgram, StatelessProgram

ASKED = "Find the revenue."
ABLE = ASKS | TASKS
NOWHERE = "01920000-0000-7000-8000-000000000000"
UNKNOWN = ["", "x", NOWHERE, f"{NOWHERE}.2", 7, None, [], {}]


def launched(program, **more):
    return program.result("tools/call", name="launch_goal", arguments={"text": ASKED}, **more)


@pytest.fixture
def newer(place):
    return StatelessProgram(place.operator, **ABLE)


@pytest.fixture
def older(place):
    return MCPProgram(place.operator, **ASKS)


def asking(world, kind=StatelessProgram, **able):
    """Whose goal it is that asks something."""
    world.goal.created_by = world.operator
    world.goal.save(update_fields=["created_by"])
    return kind(world.operator, **able)


class TestWithoutSessions:
    def test_a_goal_is_begun_as_a_task_where_the_client_knows_tasks(self, newer, office):
        task = launched(newer)
        assert (task["resultType"], task["status"], task["ttlMs"]) == ("task", "working", None)
        assert task["taskId"] == str(Goal.objects.get().pk)
        looked = newer.result("tasks/get", taskId=task["taskId"])
        assert (looked["resultType"], looked["status"], looked["createdAt"]) == (
            "complete",
            "working",
            task["createdAt"],
        )

    def test_a_client_that_does_not_is_answered_at_once(self, office):
        plain = StatelessProgram(office.operator)
        said = launched(plain)
        assert (said["resultType"], said["structuredContent"]["outcome"]) == ("complete", "running")
        for method in ("tasks/get", "tasks/update", "tasks/cancel"):
            answer = plain.asked(method, {"taskId": said["structuredContent"]["id"]})
            wanted = answer.json()["error"]["data"]["requiredCapabilities"]
            assert (answer.status_code, answer.json()["error"]["code"], wanted) == (400, -32021, TASKS)

    def test_what_was_refused_is_no_task(self, newer, office):
        said = newer.result("tools/call", name="launch_goal", arguments={"text": ""})
        assert (said["resultType"], said["isError"]) == ("complete", True)

    def test_other_tools_make_none_whatever_a_client_says(self, newer, office):
        said = newer.result("tools/call", name="list_goals", arguments={}, task={"ttl": 1})
        assert said["resultType"] == "complete"

    def test_it_is_cancelled_and_says_so(self, newer, office):
        task = launched(newer)
        for _ in range(2):
            assert newer.result("tasks/cancel", taskId=task["taskId"]) == {"resultType": "complete"}
        assert newer.result("tasks/get", taskId=task["taskId"])["status"] == "cancelled"
        assert Goal.objects.get().outcome == "stopped"

    def test_its_result_is_as_the_call_would_have_had_it(self, newer, office):
        task = launched(newer)
        Goal.objects.update(outcome="done", answer="It grew.", ended_at=timezone.now())
        looked = newer.result("tasks/get", taskId=task["taskId"])
        result = looked["result"]
        assert (looked["status"], result["resultType"], result["isError"]) == ("completed", "complete", False)
        assert (result["structuredContent"]["verdict"], result["structuredContent"]["answer"]) == ("done", "It grew.")

    def test_a_goal_that_failed_is_a_result_with_an_error(self, newer, older, office):
        task = launched(newer)
        Goal.objects.update(outcome="failed", failure="Nobody came.", ended_at=timezone.now())
        looked = newer.result("tasks/get", taskId=task["taskId"])
        assert (looked["status"], looked["result"]["isError"]) == ("completed", True)
        assert older.result("tasks/get", taskId=task["taskId"])["status"] == "failed"

    def test_what_it_asks_is_answered_by_the_person_behind_the_client(self, world):
        program = asking(world, **ABLE)
        task = program.result("tasks/get", taskId=str(world.goal.pk))
        question = Question.objects.get(room__goal=world.goal)
        asked = task["inputRequests"][str(question.hop_id)]
        assert (task["status"], asked["method"]) == ("input_required", "elicitation/create")
        assert question.text in asked["params"]["message"]
        assert asked["params"]["requestedSchema"]["required"] == ["answer"]
        given = {str(question.hop_id): {"action": "accept", "content": {"answer": "As restated"}}, NOWHERE: {}}
        assert program.result("tasks/update", taskId=task["taskId"], inputResponses=given) == {"resultType": "complete"}
        question.refresh_from_db()
        assert (question.state, question.answer) == ("answered", "As restated")
        after = program.result("tasks/get", taskId=task["taskId"])
        assert str(question.hop_id) not in after.get("inputRequests", {})

    def test_who_declines_leaves_the_question_to_people_in_the_room(self, world):
        program = asking(world, **ABLE)
        question = Question.objects.get(room__goal=world.goal)
        for said in (
            {"action": "decline"},
            {"action": "cancel"},
            {"action": "accept"},
            {},
            7,
            {"action": "accept", "content": 1},
        ):
            program.result("tasks/update", taskId=str(world.goal.pk), inputResponses={str(question.hop_id): said})
        question.refresh_from_db()
        assert question.state == "open"

    def test_a_client_that_cannot_ask_is_asked_nothing(self, world):
        task = asking(world, **TASKS).result("tasks/get", taskId=str(world.goal.pk))
        assert (task["status"], "inputRequests" in task) == ("working", False)
        assert "room" in task["statusMessage"]

    def test_what_would_permit_an_agent_something_is_not_asked(self, world):
        program = asking(world, **ABLE)
        Approval.objects.filter(team__goal=world.goal).update(kind="permit")
        permit = Approval.objects.filter(team__goal=world.goal, state="pending").first()
        assert str(permit.pk) not in program.result("tasks/get", taskId=str(world.goal.pk))["inputRequests"]
        given = {str(permit.pk): {"action": "accept", "content": {"answer": "Approve"}}}
        program.result("tasks/update", taskId=str(world.goal.pk), inputResponses=given)
        permit.refresh_from_db()
        assert permit.state == "pending"

    def test_a_token_that_only_reads_answers_and_cancels_nothing(self, world):
        world.goal.created_by = world.operator
        world.goal.save(update_fields=["created_by"])
        reader = StatelessProgram(world.operator, frozenset({Scope.READ}), **ABLE)
        assert reader.result("tasks/get", taskId=str(world.goal.pk))["status"] == "working"
        for method, more in (("tasks/update", {"inputResponses": {NOWHERE: {}}}), ("tasks/cancel", {})):
            assert reader.error(method, taskId=str(world.goal.pk), **more) == -32602, method

    @pytest.mark.parametrize("name", UNKNOWN, ids=str)
    def test_a_task_that_is_not_there_is_an_error_of_the_protocol(self, newer, office, name):
        for method in ("tasks/get", "tasks/update", "tasks/cancel"):
            params = newer.message(method, {"taskId": name, "inputResponses": {}})["params"]
            header = name if isinstance(name, str) else ""
            answer = newer.asked(method, params, **{"Mcp-Name": header})
            assert answer.json()["error"]["code"] == -32602, method


class TestOfSessions:
    def test_a_goal_is_begun_as_a_task_where_the_client_asks_for_one(self, older, office):
        said = launched(older, task={"ttl": 60_000})
        task = said["task"]
        assert (task["status"], task["ttl"]) == ("working", None)
        assert older.result("tasks/get", taskId=task["taskId"])["status"] == "working"
        assert "structuredContent" in launched(older)

    def test_which_tools_can_be_tasks_is_told(self, older, office):
        told = {tool["name"]: tool.get("execution") for tool in older.result("tools/list")["tools"]}
        assert [name for name, execution in told.items() if execution] == ["launch_goal"]
        assert older.begin()["capabilities"]["tasks"]["requests"] == {"tools": {"call": {}}}
        assert older.error("tools/call", name="list_goals", arguments={}, task={}) == -32601

    def test_tasks_are_listed_to_who_gave_them_page_by_page(self, older, office, monkeypatch):
        monkeypatch.setattr("apps.api.mcp.tasks.PER_PAGE", 2)
        begun = [launched(older, task={})["task"]["taskId"] for _ in range(3)]
        first = older.result("tasks/list")
        second = older.result("tasks/list", cursor=first["nextCursor"])
        assert sorted(task["taskId"] for task in first["tasks"] + second["tasks"]) == sorted(begun)
        assert "nextCursor" not in second
        other = MCPProgram(office.owner)
        assert other.result("tasks/list")["tasks"] == []
        for method in ("tasks/get", "tasks/result", "tasks/cancel"):
            assert other.error(method, taskId=begun[0]) == -32602, method
        for cursor in ("x", 7, ""):
            assert older.error("tasks/list", cursor=cursor) == -32602

    def test_one_that_has_ended_is_not_cancelled_again(self, older, office):
        task = launched(older, task={})["task"]
        assert older.result("tasks/cancel", taskId=task["taskId"])["status"] == "cancelled"
        assert older.error("tasks/cancel", taskId=task["taskId"]) == -32602

    def test_its_result_is_what_the_call_would_have_given(self, older, office):
        task = launched(older, task={})["task"]
        older.result("tasks/cancel", taskId=task["taskId"])
        given = older.result("tasks/result", taskId=task["taskId"])
        assert given["_meta"]["io.modelcontextprotocol/related-task"] == {"taskId": task["taskId"]}
        assert (given["isError"], given["structuredContent"]["verdict"]) == (True, "stopped")

    @pytest.mark.parametrize("name", UNKNOWN, ids=str)
    def test_a_task_that_is_not_there_is_an_error_of_the_protocol(self, older, office, name):
        for method in ("tasks/get", "tasks/result", "tasks/cancel"):
            assert older.error(method, taskId=name) == -32602, method


def test_another_workspace_has_no_such_task(world):
    asking(world)
    stranger = factories.person(factories.workspace("Elsewhere"))
    for program in (StatelessProgram(stranger, **ABLE), MCPProgram(stranger)):
        assert program.error("tasks/get", taskId=str(world.goal.pk)) == -32602
