"""Goals whose turns a model takes: a real client over HTTP, a server that behaves or misbehaves."""

import json

import pytest
from django.utils import timezone

from apps.accounts.actions import set_model_use
from apps.chat.actions import decide
from apps.chat.domain.machine.silence import ASK_AGAIN, BY_RULES
from apps.chat.domain.machine.utterance_effects import CONCLUDE, STOP
from apps.chat.jobs import take_turn
from apps.chat.models import Message, Turn
from apps.teams.models import Goal
from tests.engine.conftest import task
from tests.fake_model.server import running


@pytest.fixture(scope="module")
def server():
    with running() as fake:
        yield fake


@pytest.fixture
def model(server, stage, settings):
    """Have a model of that mode speak for the workspace."""

    def speak(mode: str, utterance=None):
        server.reset()
        if utterance is not None:
            server.utterance = utterance
        settings.IOA_MODEL, settings.IOA_MODEL_BASE_URL = "fake", server.url(mode)
        return server

    return speak


@pytest.fixture
def ending(settings):
    """Goals end where the model gives nothing, as the environment says."""
    settings.IOA_MODEL_USE = {"when_silent": "end"}


def chain(body: dict) -> dict:
    """A plan of three tasks, the last of which is the answer."""
    tasks = [
        task("research", "researcher"),
        task("costing", "costing"),
        task("writing", "writer", after=("research", "costing")),
    ]
    return {"do": "assign", "text": "The plan.", "tasks": tasks, "answer": "writing", "missing": []}


def test_one_call_plans_staffs_and_names_the_answer(stage, model):
    for handle in ("researcher", "costing", "writer"):
        stage.agent(handle, {"result": f"{handle} says so."})
    server = model("good", chain)

    goal = stage.until_ended(stage.launch("Decide which hall to refit first", review="never"))

    assert (goal.outcome, goal.answer) == ("done", "writer says so.")
    assert len(server.requests) == 1
    turn = Turn.objects.get()
    assert (turn.outcome, turn.voice) == ("spoken", "fake")
    assert turn.prompt_tokens > 0
    assert stage.root(goal).spent_tokens == turn.prompt_tokens + turn.completion_tokens


def test_one_more_call_reviews_and_writes_the_answer(stage, model):
    for handle in ("researcher", "costing", "writer"):
        stage.agent(handle, {"result": f"{handle} says so."})

    def speak(body: dict) -> dict:
        data = json.loads(body["messages"][1]["content"])
        if "draft" not in data:
            return chain(body)
        final = {"do": "conclude", "text": f"In short: {data['draft']}", "verdict": "done"}
        return final | {"tasks": [], "answer": None, "missing": [], "numbers": []}

    server = model("good", speak)
    goal = stage.until_ended(stage.launch("Decide which hall to refit first"))

    assert (goal.outcome, goal.answer) == ("done", "In short: writer says so.")
    assert len(server.requests) == 2
    told = json.loads(server.requests[1].body["messages"][1]["content"])
    assert [one["result"] for one in told["tasks"]] == ["researcher says so.", "costing says so.", "see draft"]


def test_a_result_that_is_longer_than_a_prompt_can_be_the_answer_whole(stage, model):
    report = " ".join(f"Hall {number} grew." for number in range(2_000))
    stage.agent("writer", {"result": report})

    def speak(body: dict) -> dict:
        data = json.loads(body["messages"][1]["content"])
        if "tasks" not in data:
            return {"do": "assign", "tasks": [task("halls", "writer") | {"brief": "Which halls grew?"}]}
        assert data["tasks"][0]["result"].endswith("…")
        return {"do": "conclude", "text": "", "numbers": [1], "verdict": "done", "missing": []}

    model("good", speak)
    goal = stage.until_ended(stage.launch("Report on our halls", review="never"))

    assert (goal.outcome, goal.answer) == ("done", report)


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("wrong_key", "401"),
        ("unknown_model", "model"),
        ("refuses", ""),
        ("broken", ""),
        ("huge", ""),
        ("filtered", ""),
    ],
)
def test_a_model_that_gives_nothing_fails_the_goal_with_the_reason_in_the_room(stage, model, ending, mode, words):
    stage.agent("writer")
    model(mode)

    goal = stage.until_ended(stage.launch())

    assert goal.outcome == "failed"
    assert goal.failure
    assert words in goal.failure
    assert Message.objects.get(conversation__team__goal=goal, kind="failure").text.startswith(goal.failure[:100])


def test_a_model_that_talks_garbage_is_asked_again_and_then_explained(stage, model, ending):
    stage.agent("writer")
    model("empty")

    goal = stage.until_ended(stage.launch())

    assert goal.outcome == "failed"
    assert goal.failure


def test_nothing_else_suffers_from_a_broken_model(stage, model, ending, settings):
    stage.agent("writer", {"result": "Fine."})
    model("broken")
    failed = stage.until_ended(stage.launch())
    settings.IOA_MODEL = settings.IOA_MODEL_BASE_URL = ""
    stage.voices([{"do": "assign", "tasks": [task("write", "writer")], "answer": "write"}])

    fine = stage.until_ended(stage.launch())

    assert (failed.outcome, fine.outcome) == ("failed", "done")


def test_a_person_decides_what_follows_where_the_model_is_silent_and_the_rules_go_on(stage, model):
    stage.agent("writer", {"result": "A report."}, skill="Write reports")
    model("wrong_key")
    goal = stage.launch("Write a report about halls.", review="never")
    card = stage.pending()

    assert card.options == [ASK_AGAIN, BY_RULES, CONCLUDE, STOP]
    assert "check the key" in card.question
    assert Goal.objects.get(pk=goal.pk).outcome == "running"

    decide(stage.owner, card.id, BY_RULES)
    done = stage.until_ended(goal)

    assert done.answer == "A report."
    assert "rules" in set(Turn.objects.values_list("voice", flat=True))


def test_the_rules_go_on_by_themselves_where_the_workspace_says_so(stage, model):
    stage.agent("writer", {"result": "A report."}, skill="Write reports")
    set_model_use(stage.owner, {"when_silent": "rules"})
    model("wrong_key")

    goal = stage.until_ended(stage.launch("Write a report about halls.", review="never"))

    assert goal.answer == "A report."
    told = Message.objects.filter(kind="notice", data__about="rules").get().text
    assert told.endswith("The built-in rules go on, as the settings say.")


def test_a_room_waits_as_the_models_server_says_and_says_so(stage, model):
    stage.agent("writer")
    server = model("busy")
    server.retry_after = "600"
    with stage.bells_lost():
        goal = stage.launch()
        take_turn(str(stage.room(goal).id))

    assert 590 < (stage.room(goal).turn_due_at - timezone.now()).total_seconds() <= 600
    told = Message.objects.get(kind="notice", data__about="retry").text
    assert "(429)" in told
    assert told.endswith("It is asked again in 10 minutes; nothing is lost meanwhile.")
    assert len(server.requests) == 1
