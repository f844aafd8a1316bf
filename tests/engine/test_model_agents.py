"""Agents of the hub that a model helps: over HTTP, in whole goals, with what it cost booked as the agent's."""

import json

import pytest

from apps.agents import actions as agents
from apps.chat.actions import Upload
from apps.teams.models import Attempt, FileVersion
from tests.agents.builtin.test_query import MONTH, SALES, SHOP, TOTAL
from tests.engine.conftest import task
from tests.fake_model.server import COMPLETION_TOKENS, PROMPT_TOKENS, running

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
