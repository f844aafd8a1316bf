"""A model behind chat completions that calls tools: it asks its team, finds agents and hands parts on."""

import json
import uuid
from dataclasses import dataclass, field, replace

import pytest

from apps.agents.connectors import connector_for
from apps.agents.connectors.openai import connector, tool_talk
from apps.agents.domain.calls import InputRequired, Progress, Result, RunRequest, Sign, Usage
from apps.agents.domain.colleague_tools import Begun
from apps.agents.domain.places import TeamPlace
from tests.agents.connectors.fake_agent import agent, as_events, as_json, piece, whole

TASK = uuid.UUID(int=7)


@dataclass
class Desk:
    """Colleagues as a test has them. `settles_at`: how often one has to look."""

    settles_at: int = 1
    refuses: str = ""
    given: list = field(default_factory=list)
    looks: int = 0

    def find_agents(self, need):
        return f"- @counter: does {need}"

    def hand_on(self, brief, agent, need):
        self.given.append((brief, agent, need))
        return Begun(None, self.refuses) if self.refuses else Begun(TASK)

    def what_came_of(self, task):
        assert task == TASK
        self.looks += 1
        return "Twelve." if self.looks >= self.settles_at else None


PLACE = TeamPlace(handle="scout", name="Scout")


def request(desk=None):
    return RunRequest(key="k-1", goal="Compare bees", brief="Count the bees", place=PLACE, desk=desk)


def calls(*named, text=None, **more):
    """A whole answer in which the model calls tools: (name, arguments)."""
    made = [
        {"id": f"c{place}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
        for place, (name, arguments) in enumerate(named)
    ]
    message = {"role": "assistant", "content": text, "tool_calls": made}
    return as_json({"choices": [{"message": message, "finish_reason": "tool_calls"}], **more})


async def played(server, asked):
    return [event async for event in connector_for("openai").run({"url": server.url, "model": "m"}, asked)]


def told(server, place=-1):
    """What the tools gave, as a request tells of it."""
    return [message["content"] for message in server.asked[place].body["messages"] if message["role"] == "tool"]


async def test_a_question_by_a_tool_is_the_teams():
    with agent(
        calls(("ask_team", {"question": "Net or gross?"}), usage={"prompt_tokens": 9, "completion_tokens": 1})
    ) as it:
        (end,) = await played(it, request())
    assert end == InputRequired("Net or gross?", Usage(9, 1))
    assert [tool["function"]["name"] for tool in it.asked[0].body["tools"]] == ["ask_team"]


async def test_a_call_that_comes_in_pieces_is_put_together():
    def part(**function):
        return {"choices": [{"delta": {"tool_calls": [{"index": 0, "id": "c1", "function": function}]}}]}

    sent = [
        part(name="ask_team", arguments='{"quest'),
        part(arguments='ion": "Net?"}'),
        piece("", finish_reason="tool_calls"),
    ]
    with agent(as_events(*sent)) as it:
        assert (await played(it, request()))[-1].question == "Net?"


async def test_a_part_is_handed_on_and_its_result_comes_back_to_the_model(monkeypatch):
    monkeypatch.setattr(tool_talk, "LOOK_SECONDS", 0.01)
    desk = Desk(settles_at=3)
    first = calls(
        ("find_agents", {"need": "counting"}), ("delegate", {"brief": "Count.", "agent": "@counter"}), text="So:"
    )
    with agent(first, as_json(whole("There are twelve."))) as it:
        looks, hands, end = await played(it, request(desk))
    assert (looks, hands) == (
        Progress("Looks for who can help: counting", Sign.TOOL),
        Progress("Hands on: Count.", Sign.TOOL),
    )
    assert end.text == "There are twelve."
    assert (desk.given, desk.looks) == ([("Count.", "@counter", "")], 3)
    assert told(it) == ["- @counter: does counting", "Twelve."]
    assert it.asked[1].body["messages"][-3]["content"] == "So:"
    assert [asked.headers["Idempotency-Key"] for asked in it.asked] == ["k-1", "k-1:tools1"], "these bodies differ"


async def test_what_all_its_answers_took_is_counted():
    tokens = {"usage": {"prompt_tokens": 10, "completion_tokens": 2}}
    with agent(calls(("find_agents", {"need": "x"}), **tokens), as_json(whole("Done.", **tokens))) as it:
        assert (await played(it, request(Desk())))[-1].usage == Usage(20, 4)


async def test_the_model_is_told_what_could_not_be_done():
    wrong = calls(("rm", {}), ("delegate", {"brief": ""}), ("delegate", {"brief": "Count."}))
    with agent(wrong, as_json(whole("Then not."))) as it:
        assert (await played(it, request(Desk(refuses="Not handed on: nobody counts."))))[-1].text == "Then not."
    assert [words[:24] for words in told(it)] == [
        "There is no such tool. T",
        "delegate: brief: String ",
        "Not handed on: nobody co",
    ]


async def test_a_model_that_only_calls_tools_has_to_answer_in_the_end(monkeypatch):
    monkeypatch.setattr(tool_talk, "MOST_ROUNDS", 2)
    with agent(calls(("find_agents", {"need": "x"}), text="Looking.")) as it:
        end = (await played(it, request(Desk())))[-1]
    assert [asked.body.get("tool_choice") for asked in it.asked] == [None, None, "none"]
    assert end == Result("Looking.", end.usage)


@pytest.mark.parametrize("how", ["no team", "cut"])
async def test_calls_that_were_not_offered_or_are_cut_do_nothing(how):
    answer = {"message": {"content": "Ten", "tool_calls": [{"function": {"name": "delegate", "arguments": "{}"}}]}}
    desk = Desk()
    asked = replace(request(desk), place=None) if how == "no team" else request(desk)
    with agent(as_json({"choices": [answer | {"finish_reason": "length" if how == "cut" else "stop"}]})) as it:
        end = (await played(it, asked))[-1]
    assert end.text.startswith("Ten")
    assert (len(it.asked), desk.given) == (1, [])
    assert ("tools" in it.asked[0].body) is (how == "cut")


async def test_a_server_without_tools_is_asked_without_from_then_on():
    connector.traits_of.cache_clear()
    refusal = as_json({"error": {"message": "tools are not supported"}}, 400)
    with agent(refusal, as_json(whole("Ten."))) as it:
        assert (await played(it, request()))[-1].text == "Ten."
        assert (await played(it, request()))[-1].text == "Ten."
    assert ["tools" in asked.body for asked in it.asked] == [True, False, False]
    keys = [asked.headers["Idempotency-Key"] for asked in it.asked]
    assert keys == ["k-1", "k-1:plain", "k-1"], "these bodies differ"


async def test_what_is_refused_with_and_without_tools_says_nothing_of_them():
    connector.traits_of.cache_clear()
    refusal = as_json({"error": {"message": "the context is too long"}}, 400)
    with agent(refusal, refusal, refusal, as_json(whole("Ten."))) as it:
        assert "too long" in (await played(it, request()))[-1].reason
        assert (await played(it, request()))[-1].text == "Ten."
    assert "tools" in it.asked[-1].body
