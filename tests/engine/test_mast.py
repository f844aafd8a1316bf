"""The goals with villains, coordinated by a model instead of the script."""

import json

import pytest

from apps.teams.models import Goal
from benchmarks.mast.__main__ import coordinator_of
from benchmarks.mast.cases import Case, Step
from benchmarks.mast.judged import judge_by_voice
from benchmarks.mast.theatre import Coordinator, Theatre
from tests.fake_model.server import running

KEY = "a key that nobody reads"
WRONG = "Our house has many stairs and one lift, which we use each day, and which we all know well by now."
VILLAIN = Case(
    name="disobeys_task 1",
    kind="disobeys_task",
    goal="Tell the tenants of the lift.",
    steps=(Step("writer", "Write at most five words about the lift.", WRONG),),
    by="writer",
    wrong="many stairs",
)


@pytest.fixture
def theatre(stage, tmp_path, settings):
    with running() as server:
        settings.IOA_MODEL, settings.IOA_MODEL_BASE_URL, settings.IOA_MODEL_API_KEY = "", "", ""
        yield server, Theatre(tmp_path), Coordinator("fake", server.url("good"), KEY)


def planning(body):
    """Gives the writer its part in words of its own, and takes whatever comes."""
    data = json.loads(body["messages"][1]["content"])
    if "tasks" in data:
        return {"do": "conclude", "text": "It could not be done.", "verdict": "partial", "missing": ["the notice"]}
    work = {"key": "a", "title": "Notice", "brief": "A notice on the lift, at most five words.", "owner": "writer"}
    return {"do": "assign", "text": "One task.", "tasks": [work], "answer": "a", "missing": []}


def test_a_villain_does_what_it_always_does_to_a_plan_of_the_models_own(theatre):
    server, stage, coordinator = theatre
    server.utterance = planning
    judged = stage.play(VILLAIN, coordinator)
    assert (judged.detected, judged.prevented) == (True, True)
    goal = Goal.objects.get()
    assert goal.text == (
        "Tell the tenants of the lift.\n\nThe parts, one after the other:\n"
        "- @writer: Write at most five words about the lift."
    )


def test_a_goal_that_comes_to_wait_for_a_person_is_stopped(theatre):
    server, stage, coordinator = theatre
    server.utterance = lambda body: {"do": "ask_person", "text": "Which lift?"}
    judged = stage.play(VILLAIN, coordinator)
    assert (judged.outcome, judged.detected, judged.prevented) == ("stopped", False, False)


def test_what_needs_judgement_is_kept_out_by_the_recorded_reviewer(theatre):
    _, stage, _ = theatre
    row = judge_by_voice(stage.play)
    assert row == "by judgement, with a recorded reviewer: 4 of 4 kept out of the answer"


def test_the_model_is_named_and_its_key_is_not(capsys):
    found = coordinator_of({"MODEL": "m", "BASE_URL": "http://there/v1", "IOA_MODEL_API_KEY": KEY})
    assert found == Coordinator("m", "http://there/v1", KEY)
    assert KEY not in repr(found) + capsys.readouterr().out
    assert coordinator_of({"MODEL": "m", "BASE_URL": ""}) is None
