"""Agents of the hub that a model helps: over HTTP, in whole goals, with what it cost booked as the agent's."""

import json

import pytest

from apps.agents import actions as agents
from apps.agents.connectors.mcp.by_model import question_for
from apps.agents.domain.registration import AgentProfile
from apps.chat.actions import Upload, decide
from apps.teams.models import Attempt, FileVersion, Question
from tests.agents.builtin.test_query import MONTH, SALES, SHOP, TOTAL
from tests.agents.connectors.routed_agent import serving
from tests.agents.connectors.test_mcp import STRING, Server, called_with, tool
from tests.engine.conftest import task
from tests.fake_model.server import COMPLETION_TOKENS, PROMPT_TOKENS, running
from tests.people import waiting

BRIEF = "Sales (units x unit price) by month, with the best and the worst month"
QUERY = {"answers": "Sales", "table": "shop.csv", "derive": [SALES], "group": [MONTH], "measures": [TOTAL]}


@pytest.fixture(scope="module")
def server():
    with running() as fake:
        yield fake


@pytest.fixture
def office(server, stage, settings):
    """The agents that come along, and a model that plans as well as it chooses for them."""
    agents.seed_agents(stage.workspace.id)

    def begin(mode, choose):
        def answer(body):
            data = json.loads(body["messages"][1]["content"])
            if "tables" in data:
                return choose(data)
            work = task("sums", "table-analyst") | {"brief": BRIEF}
            return {"do": "assign", "text": "One task.", "tasks": [work], "answer": "sums", "missing": []}

        server.reset()
        server.utterance = answer
        settings.IOA_MODEL, settings.IOA_MODEL_BASE_URL = "fake", server.url(mode)
        upload = Upload("shop.csv", SHOP.encode())
        return stage.until_ended(stage.launch("How is the shop doing?", files=(upload,), review="never"))

    return begin


@pytest.mark.parametrize("mode", ["good", "tools_only"])
def test_the_analyst_of_a_goal_computes_what_its_model_chose_and_books_what_that_cost(office, stage, mode):
    goal = office(mode, lambda data: {"queries": [QUERY], "not_done": []})

    assert goal.outcome == "done"
    assert "2024-03 EUR 200" in goal.answer
    assert "Query: sales = units times unit price" in goal.answer
    attempt = Attempt.objects.get()
    assert (attempt.prompt_tokens, attempt.completion_tokens) == (PROMPT_TOKENS, COMPLETION_TOKENS)
    assert stage.root(goal).spent_tokens == 2 * (PROMPT_TOKENS + COMPLETION_TOKENS)
    assert FileVersion.objects.filter(media_type="text/csv", task__isnull=False).count() == 1


def test_a_model_that_goes_away_amid_the_work_leaves_it_to_rules_which_say_so(office, server):
    def vanish(data):
        server.utterance = lambda body: {}
        return {}

    goal = office("good", vanish)

    assert goal.outcome == "done"
    assert "So rules read the brief." in goal.answer
    assert Attempt.objects.get().prompt_tokens >= PROMPT_TOKENS


WRITES = tool(["path", "content"], name="write_file", path=STRING, content=STRING)
POEM = {"path": "poem.txt", "content": "Bees buzz."}


def test_what_a_model_fills_in_for_a_tool_that_may_write_is_shown_and_asked_first(stage, server, settings):
    def answer(body):
        data = json.loads(body["messages"][1]["content"])
        if "tool" in data:
            return {"arguments": json.dumps(POEM), "missing": []}
        if "tasks" in data:
            return {"do": "ask_person", "text": "May it?", "numbers": [1]}
        given = task("poem", "writer") | {"brief": "Write a poem about bees to poem.txt"}
        return {"do": "assign", "text": "One task.", "tasks": [given], "answer": "poem", "missing": []}

    tools = Server({"result": {"content": [{"type": "text", "text": "Written."}]}}, second=WRITES)
    with serving({("POST", "/mcp"): tools, ("DELETE", "/mcp"): (200, "", "")}) as mcp:
        skill = {"id": "write_file", "name": "write_file", "read_only": True}
        profile = AgentProfile(
            handle="writer", name="Writer", skills=[skill], connector="mcp", connector_config={"url": f"{mcp.url}/mcp"}
        )
        agents.register_agent(stage.workspace.id, profile)
        server.reset()
        server.utterance = answer
        settings.IOA_MODEL, settings.IOA_MODEL_BASE_URL = "fake", server.url("good")
        goal = stage.launch("Write a poem about bees to poem.txt", review="never")
        stage.until(Question.objects.exists)
        assert Question.objects.get().text == question_for("write_file", POEM)
        assert called_with(mcp.asked) == []
        stage.until(waiting)
        decide(stage.owner, stage.pending().id, "Yes")
        assert stage.until_ended(goal).outcome == "done"
        assert called_with(mcp.asked) == [POEM]
