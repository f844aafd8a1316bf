"""What a model at work may call: read from whatever it wrote."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.domain.colleague_tools import (
    ASK,
    DELEGATE,
    FIND,
    MOST_ARGUMENTS,
    AskTeam,
    FindAgents,
    HandOn,
    ToolCall,
    tools,
    wish_of,
)


def wished(name, arguments):
    return wish_of(ToolCall("c1", name, arguments if isinstance(arguments, str) else json.dumps(arguments)))


@pytest.mark.parametrize(
    ("name", "arguments", "wish"),
    [
        (ASK, {"question": " Net or gross? "}, AskTeam(question="Net or gross?")),
        (ASK, {"question": "Which?", "options": ["a"]}, AskTeam(question="Which?")),
        (FIND, {"need": "counting"}, FindAgents(need="counting")),
        (DELEGATE, {"brief": "Count."}, HandOn(brief="Count.")),
        (DELEGATE, {"brief": "Count.", "agent": "@counter"}, HandOn(brief="Count.", agent="@counter")),
    ],
)
def test_what_is_filled_in_is_read(name, arguments, wish):
    assert wished(name, arguments) == wish


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("rm", {}, "There is no such tool. The tools are ask_team, find_agents, delegate."),
        (ASK, "{", "The arguments of ask_team are no JSON object."),
        (ASK, "[]", "The arguments of ask_team are no JSON object."),
        (ASK, json.dumps({"question": "?" * MOST_ARGUMENTS}), "The arguments of ask_team are no JSON object."),
        (ASK, {"question": " "}, "ask_team: question: String should have at least 1 character."),
        (ASK, {"question": 7}, "ask_team: question: Input should be a valid string."),
        (DELEGATE, {"agent": "counter"}, "delegate: brief: Field required."),
    ],
)
def test_the_model_is_told_what_is_wrong_with_a_call(name, arguments, words):
    assert wished(name, arguments) == words


@given(st.text(), st.one_of(st.text(), st.recursive(st.text() | st.integers() | st.none(), st.lists).map(json.dumps)))
def test_whatever_a_model_writes_is_a_wish_or_words(name, arguments):
    for tool in (name, ASK, FIND, DELEGATE):
        assert wished(tool, arguments)


def test_who_has_nobody_to_turn_to_can_only_ask():
    assert [tool["function"]["name"] for tool in tools(colleagues=False)] == [ASK]
    offered = [tool["function"] for tool in tools(colleagues=True)]
    assert [tool["name"] for tool in offered] == [ASK, FIND, DELEGATE]
    assert offered[2]["parameters"]["required"] == ["brief"]
    assert all(tool["description"] and len(tool["description"]) < 250 for tool in offered)
