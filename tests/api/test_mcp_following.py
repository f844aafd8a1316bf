"""Waiting for a goal over MCP: what is told meanwhile, what is asked of the person behind the client, and how."""

import json
from uuid import UUID

import pytest

from apps.accounts.domain.access import Scope
from apps.accounts.queries import actor_for
from apps.api.waiting_places import places
from apps.chat.actions import post_message, stop
from apps.journal.queries import last_seq
from apps.teams.models import Approval, Question
from tests import factories
from tests.api.conftest import read
from tests.api.mcp_programs import ASKS, EVENTS, MCPProgram, StatelessProgram

pytestmark = pytest.mark.usefixtures("transactional_db")
ELICITS = "elicitation/create"


@pytest.fixture
def question(world):
    """The one thing that the goal asks."""
    Approval.objects.filter(team__goal=world.goal).delete()
    return Question.objects.get(room__goal=world.goal)


@pytest.fixture
def goal(world):
    return str(world.goal.pk)


def accepted(answer):
    return {"action": "accept", "content": {"answer": answer}}


def finished(world):
    """The goal ends, in the middle of a wait."""
    stop(actor_for(world.operator), world.root.team.pk)


class TestWithoutSessions:
    def test_a_question_goes_to_the_person_behind_the_client_and_its_answer_to_the_team(self, world, goal, question):
        program = StatelessProgram(world.operator, **ASKS)
        said = program.call("follow_goal", goal=goal)
        [(key, asked)] = said["inputRequests"].items()
        assert (said["resultType"], asked["method"], UUID(key)) == ("input_required", ELICITS, question.hop_id)
        again = program.result(
            "tools/call",
            name="follow_goal",
            arguments={"goal": goal, "seconds": 0},
            inputResponses={key: accepted("As restated")},
        )
        question.refresh_from_db()
        assert (again["resultType"], question.answer) == ("complete", "As restated")

    @pytest.mark.parametrize("said", [{"action": "decline"}, {"action": "cancel"}, 7, accepted(7), accepted("")])
    def test_what_was_not_answered_is_told_and_not_asked_for_ever(self, world, goal, question, said):
        program = StatelessProgram(world.operator, **ASKS)
        params = {"name": "follow_goal", "arguments": {"goal": goal}, "inputResponses": {str(question.hop_id): said}}
        given = program.result("tools/call", **params)
        refused = said == accepted("")
        assert given["resultType"] == ("input_required" if refused else "complete")
        assert refused or given["structuredContent"]["asks"] == [question.text]

    def test_a_closed_set_of_answers_is_a_choice(self, world, goal, question):
        Question.objects.all().delete()
        world.root.ask("More?", "limit", ("Two more hours", "Conclude now"))
        program = StatelessProgram(world.operator, **ASKS)
        [asked] = program.call("follow_goal", goal=goal)["inputRequests"].values()
        answer = asked["params"]["requestedSchema"]["properties"]["answer"]
        assert answer["enum"] == ["Two more hours", "Conclude now"]

    @pytest.mark.parametrize("able", [{}, {"elicitation": {"url": {}}}, {"elicitation": 7}, {"sampling": {}}])
    def test_a_client_that_cannot_ask_reads_what_is_asked(self, world, goal, question, able):
        said = StatelessProgram(world.operator, **able).given("follow_goal", goal=goal)
        assert (said["state"], said["asks"]) == ("input-required", [question.text])

    def test_a_token_that_only_reads_is_asked_nothing(self, world, goal, question):
        reader = StatelessProgram(world.operator, frozenset({Scope.READ}), **ASKS)
        assert reader.given("follow_goal", goal=goal)["asks"] == [question.text]
        params = {"name": "follow_goal", "arguments": {"goal": goal}}
        refused = reader.result("tools/call", **params, inputResponses={str(question.hop_id): accepted("x")})
        assert "scope run" in refused["content"][0]["text"]

    def test_no_stream_ever_carries_a_request(self, world, goal, question):
        said = StatelessProgram(world.operator, **ASKS).told("tools/call", name="follow_goal", arguments={"goal": goal})
        assert [set(each) for each in said] == [{"jsonrpc", "id", "result"}]


class TestOfSessions:
    def test_a_question_is_a_request_in_the_stream_and_its_answer_a_message_of_its_own(self, world, goal, question):
        program = MCPProgram(world.operator, **ASKS)
        program.begin()
        params = {"name": "follow_goal", "arguments": {"goal": goal, "seconds": 1}}
        asked, result = program.told("tools/call", **params)
        assert (asked["method"], asked["id"]) == (ELICITS, f"ask-{question.hop_id}")
        assert result["result"]["structuredContent"]["asks"] == [question.text]
        answer = {"jsonrpc": "2.0", "id": asked["id"], "result": accepted("As restated")}
        assert program.send(answer).status_code == 202
        question.refresh_from_db()
        assert question.answer == "As restated"
        assert program.send(answer).status_code == 202, "somebody was faster: nothing comes of it"

    def test_a_client_that_cannot_ask_is_sent_no_request(self, world, goal, question):
        program = MCPProgram(world.operator)
        program.begin()
        [result] = program.told("tools/call", name="follow_goal", arguments={"goal": goal})
        assert result["result"]["structuredContent"]["asks"] == [question.text]

    @pytest.mark.parametrize("name", ["ask-x", "x", 7, "ask-01920000-0000-7000-8000-000000000000"])
    def test_an_answer_to_nothing_changes_nothing(self, world, question, name):
        answer = {"jsonrpc": "2.0", "id": name, "result": accepted("x")}
        assert MCPProgram(world.operator).send(answer).status_code in (202, 400)
        question.refresh_from_db()
        assert question.state == "open"

    def test_nobody_answers_for_another_workspace_nor_with_a_token_that_reads(self, world, question):
        answer = {"jsonrpc": "2.0", "id": f"ask-{question.hop_id}", "result": accepted("x")}
        stranger = MCPProgram(factories.person(factories.workspace("Elsewhere")))
        assert stranger.send(answer).status_code == 202
        assert MCPProgram(world.operator, frozenset({Scope.READ})).send(answer).status_code == 400
        question.refresh_from_db()
        assert question.state == "open"

    def test_the_result_of_a_task_asks_too_and_names_the_task(self, world, goal, question):
        world.goal.created_by = world.operator
        world.goal.save(update_fields=["created_by"])
        program = MCPProgram(world.operator, **ASKS)
        program.begin()
        answer = program.asked("tasks/result", {"taskId": goal}, Accept=EVENTS)
        question_told = _first(answer)
        related = {"io.modelcontextprotocol/related-task": {"taskId": goal}}
        assert (question_told["method"], question_told["params"]["_meta"]) == (ELICITS, related)


def _first(answer):
    """The first message of a stream that goes on; the rest is not waited for."""
    import asyncio

    async def one():
        parts = answer.streaming_content
        async for part in parts:
            if b"data: " in part:
                await parts.aclose()
                return json.loads(part.decode().partition("data: ")[2])
        return None

    return asyncio.run(one())


@pytest.fixture
def spoken(world, question, monkeypatch):
    """Two lines that are said while somebody waits."""
    before = last_seq(world.goal.pk)
    for text in ("Use the newest filings.", "And the " + "o" * 400 + "ld ones."):
        post_message(actor_for(world.owner), world.root.team.pk, text)
    monkeypatch.setattr("apps.api.mcp.following.last_seq", lambda goal_id: before)


class TestProgress:
    def test_what_is_said_is_told_under_the_clients_own_name_for_it(self, world, goal, spoken):
        params = {"name": "follow_goal", "arguments": {"goal": goal}, "_meta": {"progressToken": "p-1"}}
        *told, result = MCPProgram(world.operator).told("tools/call", **params)
        assert told
        assert {each["method"] for each in told} == {"notifications/progress"}
        assert {each["params"]["progressToken"] for each in told} == {"p-1"}
        numbers = [each["params"]["progress"] for each in told]
        assert numbers == sorted({*numbers})
        lines = [each["params"]["message"] for each in told]
        assert any(line.endswith(": Use the newest filings.") for line in lines)
        assert max(map(len, lines)) == 300
        assert result["result"]["structuredContent"]["state"] == "input-required"

    def test_who_wants_no_progress_hears_none(self, world, goal, spoken):
        assert len(MCPProgram(world.operator).told("tools/call", name="follow_goal", arguments={"goal": goal})) == 1

    def test_a_client_that_reads_no_events_gets_the_result_alone(self, world, goal, question):
        answer = MCPProgram(world.operator).asked("tools/call", {"name": "follow_goal", "arguments": {"goal": goal}})
        assert answer["Content-Type"] == "application/json"
        assert json.loads(read(answer))["result"]["structuredContent"]["asks"] == [question.text]

    def test_the_seconds_end_the_wait_and_not_the_goal(self, world, goal, question):
        Question.objects.all().delete()
        given = MCPProgram(world.operator).given("follow_goal", goal=goal, seconds=1)
        assert (given["state"], given["result"]["verdict"]) == ("working", None)
        assert len(places) == 0

    def test_a_goal_that_has_ended_is_told_at_once(self, world, goal):
        finished(world)
        answer = MCPProgram(world.operator).asked(
            "tools/call", {"name": "follow_goal", "arguments": {"goal": goal}}, Accept=EVENTS
        )
        assert answer["Content-Type"] == "application/json"
        assert answer.json()["result"]["structuredContent"]["result"]["verdict"] == "stopped"

    def test_a_token_that_is_revoked_meanwhile_hears_no_more(self, world, goal, question):
        from apps.accounts.models import ApiToken

        Question.objects.all().delete()
        program = MCPProgram(world.operator)
        answer = program.asked("tools/call", {"name": "follow_goal", "arguments": {"goal": goal}}, Accept=EVENTS)
        ApiToken.objects.all().delete()
        assert "no longer counts" in read(answer).decode()
        assert len(places) == 0
