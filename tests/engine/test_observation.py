"""A goal's observation: the workspace's hook is asked with it before a turn, and whoever speaks learns what it saw."""

import json

import pytest

from apps.accounts.actions import set_observation_hook
from apps.accounts.models import Member as Membership
from apps.chat.models import Message
from apps.chat.queries.briefing import hook_of
from tests.agents.connectors.fake_agent import agent, as_json
from tests.engine.conftest import task
from tests.fake_model.server import running

SEEN = {"room": 4, "people": 11}


@pytest.fixture
def hook(stage, settings):
    """A hook on this machine that the workspace asks; gives what it was asked."""
    settings.IOA_LOCAL_AGENTS = True
    with agent(as_json(SEEN)) as listening:
        set_observation_hook(stage.owner, f"{listening.url}/look")
        yield listening.asked


def test_a_model_reads_what_the_hook_saw(stage, settings, hook):
    stage.agent("writer", {"result": "Eleven."})
    with running() as model:
        model.utterance = lambda body: {"do": "assign", "tasks": [task("count", "writer")], "answer": "count"}
        settings.IOA_MODEL, settings.IOA_MODEL_BASE_URL = "fake", model.url("good")
        goal = stage.until_ended(stage.launch("Count the people", observation={"camera": "north"}))
        prompt = json.loads(model.requests[0].body["messages"][1]["content"])
    assert goal.answer == "Eleven."
    assert [(one.method, one.path, one.body) for one in hook] == [("POST", "/look", {"camera": "north"})]
    assert json.loads(prompt["observation"]) == SEEN


def test_a_goal_without_an_observation_asks_nothing(stage, hook):
    stage.agent("writer")
    stage.voices([{"do": "conclude", "answer": "Done."}])
    stage.until_ended(stage.launch("Count the people"))
    assert hook == []


def test_nothing_is_sent_to_the_hook_where_nobody_stands_behind_it(stage, hook):
    """The hub by itself, or somebody who was taken out before the turn began."""
    stage.agent("writer")
    stage.voices([{"do": "conclude", "answer": "Done."}])
    with stage.bells_lost():
        goal = stage.launch("Count the people", observation={"camera": "north"})
        room = stage.room(goal)
        assert hook_of(room) is not None
        Membership.objects.filter(user=stage.user).update(role="viewer")
        assert hook_of(stage.room(goal)) is None
        Membership.objects.filter(user=stage.user).update(role="owner")
        room.origin_id = None
        assert hook_of(room) is None


def test_rules_say_that_they_did_not_use_it(stage, hook):
    stage.agent("writer", {"result": "Eleven."}, skill="count people")
    goal = stage.until_ended(stage.launch("Count the people", observation={"camera": "north"}))
    plan = Message.objects.get(conversation__team__goal=goal, kind="assign")
    assert "The observation was not used: that takes a model." in plan.text
