"""A model behind chat completions that works in a team turns to its colleagues by tools, within what it may."""

import json

import pytest

from apps.agents import actions as agents
from apps.agents.connectors.openai import connector
from apps.agents.domain.registration import AgentProfile
from apps.teams.models import Attempt, Question, Task
from tests.agents.connectors.fake_agent import as_json, served, whole
from tests.engine.conftest import task

SKILL = {"id": "work", "name": "work of thinker", "read_only": True, "repeatable": True}


def calls(name, **arguments):
    function = {"name": name, "arguments": json.dumps(arguments)}
    message = {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c1", "type": "function", "function": function}],
    }
    return as_json({"choices": [{"message": message, "finish_reason": "tool_calls"}]})


@pytest.fixture
def thinking(stage):
    """A team in which a model has one task, and does what the test says to a request's messages."""

    def run(tell, *script):
        connector.traits_of.cache_clear()
        with served(lambda asked: tell(asked.body["messages"])) as server:
            profile = AgentProfile(
                handle="thinker",
                name="Thinker",
                skills=[SKILL],
                connector="openai",
                connector_config={"url": server.url, "model": "m"},
            )
            agents.register_agent(stage.workspace.id, profile)
            stage.agent("counter", {"result": "Twelve."}, skill="counting growth rates")
            stage.voices([{"do": "assign", "tasks": [task("think", "thinker")], "answer": "think"}, *script])
            return stage.until_ended(stage.launch()), server.asked

    return run


def given(messages):
    """What the newest tool gave; "" before any was called."""
    return messages[-1]["content"] if messages[-1]["role"] == "tool" else ""


def test_it_hands_a_part_on_and_answers_with_what_came_of_it(stage, thinking):
    def tell(messages):
        return (
            as_json(whole(f"They say: {given(messages)}"))
            if given(messages)
            else calls("delegate", brief="Count.", agent="@counter")
        )

    goal, _ = thinking(tell)

    assert goal.answer.startswith("They say: The result of @counter:\n\n```\nTwelve.\n```")
    part = Task.objects.get(delegated_by__isnull=False)
    assert (part.brief, part.owner.agent.handle, part.delegated_by.owner.agent.handle) == (
        "Count.",
        "counter",
        "thinker",
    )
    assert "@counter, please: Count." in [message.text for message in stage.messages(goal)]


def test_it_finds_agents_and_is_told_why_a_part_is_not_handed_on(thinking):
    def tell(messages):
        tools = [message["content"] for message in messages if message["role"] == "tool"]
        if not tools:
            return calls("find_agents", need="counting growth rates")
        if len(tools) == 1:
            return calls("delegate", brief="Count.", agent="nobody")
        return as_json(whole("Twelve, by my own count."))

    goal, asked = thinking(tell)

    found, refused = (message["content"] for message in asked[-1].body["messages"] if message["role"] == "tool")
    assert "- @counter: counting growth rates" in found
    assert refused == "Not handed on: There is no agent 'nobody' that may take part in this goal."
    assert goal.answer == "Twelve, by my own count."
    assert not Task.objects.filter(delegated_by__isnull=False).exists()


def test_it_asks_and_gets_the_answer_with_its_task_again(thinking):
    def tell(messages):
        answered = "The answer:\n\n2014" in messages[-1]["content"]
        return as_json(whole("It was 2014.")) if answered else calls("ask_team", question="Which year?")

    goal, asked = thinking(tell, {"do": "say", "text": "2014", "answers": 1})

    assert goal.answer == "It was 2014."
    assert Question.objects.get().text == "Which year?"
    assert "You asked:\n\n```\nWhich year?\n```" in asked[-1].body["messages"][-1]["content"]
    assert list(Attempt.objects.order_by("number").values_list("state", flat=True)) == ["asked", "done"]


def test_a_part_that_failed_is_told_as_such(stage, thinking):
    stage.agent("breaker", {"error": "Out of ink.", "permanent": True}, skill="breaking things")

    def tell(messages):
        return as_json(whole("Twelve.")) if given(messages) else calls("delegate", brief="Break.", agent="breaker")

    goal, asked = thinking(tell)

    assert given(asked[-1].body["messages"]) == "@breaker could not do it: Out of ink."
    assert goal.answer == "Twelve."
