"""An agent at work turns to its team by tools of MCP, with its task's token."""

import json

import pytest
from asgiref.sync import async_to_sync, sync_to_async

from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result
from apps.api.mcp.messages import META_CLIENT, META_VERSION, STATELESS
from apps.chat.actions import decide
from apps.teams.models import Question, Task
from tests.colleagues.conftest import COLLEAGUES
from tests.engine.conftest import finish

MCP = f"{COLLEAGUES}/mcp"


def message(method, **params):
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def said(answer):
    """The result of an answer."""
    return answer.json()["result"]


def call(working, tool, **arguments):
    return said(working.program.post(MCP, message("tools/call", name=tool, arguments=arguments)))


@pytest.fixture
def hasty(monkeypatch):
    """Nobody waits for what takes long."""
    monkeypatch.setattr("apps.api.mcp.colleagues.SECONDS", 0.0)


NEWER = {META_VERSION: STATELESS, META_CLIENT: {}}


@pytest.mark.parametrize(("method", "more"), [("initialize", {}), ("server/discover", {"_meta": NEWER})])
def test_a_client_gets_to_know_the_team(working, method, more):
    headers = {"MCP-Protocol-Version": STATELESS, "Mcp-Method": method} if more else {}
    told = said(working.program.post(MCP, message(method, **more), headers=headers))
    assert told["capabilities"] == {"tools": {}}
    assert "ask_team" in told["instructions"]


def test_the_tools_are_those_that_rest_has(working):
    tools = {tool["name"]: tool for tool in said(working.program.post(MCP, message("tools/list")))["tools"]}
    assert sorted(tools) == ["ask_team", "delegate", "find_agents", "get_answer", "get_delegated", "hear_changes"]
    assert tools["ask_team"]["inputSchema"]["required"] == ["question"]
    assert tools["find_agents"]["annotations"]["readOnlyHint"]


def test_a_question_is_answered_by_the_team(working):
    working.stage.voices([{"do": "say", "text": "2014", "answers": 1}])
    assert call(working, "ask_team", question="Which year?")["structuredContent"]["answer"] == "2014"


def test_an_answer_that_comes_later_is_fetched_later(working, hasty):
    working.stage.voices([{"do": "say", "text": "I don't know."}])
    asked = call(working, "ask_team", question="Which year?")["structuredContent"]
    assert asked["settled"] is False
    decide(working.stage.owner, working.stage.pending().id, "2020")
    assert call(working, "get_answer", question=asked["id"])["structuredContent"]["answer"] == "2020"


def test_leave_is_asked_of_a_person(working, hasty):
    working.stage.voices([])
    call(working, "ask_team", question="May I?", options=["Yes", "No"], people_only=True)
    assert Question.objects.get().person_id == working.stage.owner.user_id


def test_agents_are_found_and_given_a_part(working, hasty):
    found = call(working, "find_agents", need="counting growth rates")["structuredContent"]["items"]
    assert found[0]["handle"] == "counter"
    with working.stage.bells_lost():
        given = call(working, "delegate", brief="Count it.", agent="@counter")["structuredContent"]
        task = Task.objects.get(id=given["id"])
        finish(working.stage.begin(task.number).id, CallOutcome(Result("42")))
    assert call(working, "get_delegated", task=given["id"])["structuredContent"]["result"] == "42"


def test_what_people_said_is_heard(working):
    assert call(working, "hear_changes")["structuredContent"] == {"items": []}


@pytest.mark.parametrize(
    ("tool", "arguments", "why"),
    [
        ("ask_team", {}, "question: Field required"),
        ("ask_team", {"question": "Which?", "loud": True}, "loud: Extra inputs"),
        ("delegate", {"brief": "x", "agent": "nobody"}, "no agent 'nobody'"),
        ("get_answer", {"question": "01930000-0000-7000-8000-000000000000"}, "asked no such question"),
        ("get_delegated", {"task": "x"}, "task: Input should be a valid UUID"),
    ],
)
def test_what_a_tool_refuses_is_its_result(working, tool, arguments, why):
    told = call(working, tool, **arguments)
    assert told["isError"]
    assert why in told["content"][0]["text"]


def test_no_other_tool_is_there(working):
    answer = working.program.post(MCP, message("tools/call", name="launch_goal", arguments={})).json()
    assert "The tools are ask_team" in answer["error"]["message"]


def test_the_token_ends_with_the_work(working):
    finish(working.attempt.id, CallOutcome(Result("Done.")))
    assert working.program.post(MCP, message("tools/list")).status_code == 401


def test_a_call_waits_for_the_answer(working):
    working.stage.voices([{"do": "say", "text": "I don't know."}])
    waiting = working.program.post(MCP, message("tools/call", name="ask_team", arguments={"question": "Which year?"}))
    assert waiting.streaming
    pending = working.stage.pending().id

    async def whole():
        parts = []
        async for part in waiting.streaming_content:
            parts.append(part.decode())
            if len(parts) == 1:
                await sync_to_async(decide)(working.stage.owner, pending, "2020")
        return "".join(parts)

    told = async_to_sync(whole)()
    assert told.startswith(" ")
    assert json.loads(told)["result"]["structuredContent"]["answer"] == "2020"
