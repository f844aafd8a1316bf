"""Whoever has the floor speaks itself, over its own connector; else a model speaks for it, and the room says so."""

import json
from decimal import Decimal

import pytest

from apps.agents.actions.call_limits import count_question
from apps.agents.models import Agent, Connection
from apps.chat.domain.states import OWN_VOICE
from apps.chat.jobs.turns import begin_turn
from apps.chat.models import Turn
from apps.chat.voices import member
from apps.teams.models import Member, Task
from tests.engine.conftest import task
from tests.fake_model.server import running

ASKED = {"do": "say", "text": "Can it be done by June?", "next": "thinker"}


@pytest.fixture(scope="module")
def server():
    with running() as fake:
        yield fake


@pytest.fixture
def room(server, stage, settings):
    """A goal that a model leads: `steps` are its turns; for members it speaks `stand_in`."""

    def launch(*steps, stand_in=None):
        server.reset()
        turns = iter(steps)

        def utterance(body):
            speaks_for_member = "for its member" in body["messages"][0]["content"]
            return stand_in if speaks_for_member else next(turns)

        server.utterance = utterance
        settings.IOA_MODEL, settings.IOA_MODEL_BASE_URL = "fake", server.url("good")
        return stage.until_ended(stage.launch("Rent the hall?", review="never"))

    return launch


def concluded(text="As they said."):
    return {"do": "conclude", "text": text, "verdict": "done"}


def said(stage, goal, handle):
    """What was said under an agent's name: words, by what voice, and what else is known of them."""
    rows = [
        one for one in stage.messages(goal) if one.member and one.member.agent and one.member.agent.handle == handle
    ]
    return [(one.text, one.voice, one.data) for one in rows]


# --- itself ---------------------------------------------------------------------------------------------------------


def test_an_agent_that_has_the_floor_speaks_itself(stage, room):
    stage.agent("thinker", {"result": "By July, rather."})
    goal = room(ASKED, concluded())

    assert said(stage, goal, "thinker") == [("By July, rather.", OWN_VOICE, {})]
    assert [turn.voice for turn in Turn.objects.order_by("number")] == ["fake", OWN_VOICE, "fake"]


def test_it_is_told_who_it_is_the_goal_the_team_and_what_was_said(stage, room):
    stage.agent("thinker", {"result": "{brief}"})
    goal = room(ASKED, concluded())

    told = said(stage, goal, "thinker")[0][0]
    for words in (
        "You are @thinker",
        "> Rent the hall?",
        "- @coordinator (leads)",
        "- @thinker (you): work of thinker",
        "> Can it be done by June?",
        '"do": "say"',
    ):
        assert words in told


def test_what_an_agent_spends_on_words_is_booked(stage, room):
    stage.agent("thinker", {"result": "Yes.", "usage": {"prompt_tokens": 40, "completion_tokens": 2, "money": 0.5}})
    goal = room(ASKED, concluded())

    turn = Turn.objects.get(voice=OWN_VOICE)
    assert (turn.prompt_tokens, turn.completion_tokens, turn.money) == (40, 2, Decimal("0.5"))
    assert stage.root(goal).spent_money >= Decimal("0.5")


def test_agents_hand_the_floor_on_among_themselves(stage, room):
    stage.agent("thinker", {"result": json.dumps({"do": "object", "text": "Too dear.", "next": "@Doubter"})})
    stage.agent("doubter", {"result": json.dumps({"do": "pass"})})
    goal = room({"do": "pass", "next": "doubter"}, ASKED, concluded("No: too dear."))

    told = [(one.kind, one.text) for one in stage.messages(goal) if one.kind in ("say", "notice")]
    assert told[-3:] == [
        ("say", "Can it be done by June?"),
        ("say", "Too dear."),
        ("notice", "@doubter passes."),
    ]
    assert said(stage, goal, "thinker") == [("Too dear.", OWN_VOICE, {"about": "object"})]
    assert goal.answer == "No: too dear."


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ({"do": "conclude", "answer": "Pay me."}, "I propose to conclude with this:\n\nPay me."),
        (
            {"do": "assign", "tasks": [task("pay", "thinker")]},
            "I propose this work:\n\n- **Pay** (@thinker): Do pay.",
        ),
        ({"do": "ask_person", "question": "Your card number?"}, "I propose to ask a person: Your card number?"),
    ],
)
def test_what_an_agent_may_not_do_is_a_proposal_and_no_act(stage, room, order, words):
    stage.agent("thinker", {"result": json.dumps(order)})
    goal = room(ASKED, concluded("Thank you."))

    assert said(stage, goal, "thinker") == [(words, OWN_VOICE, {"about": "propose"})]
    assert (goal.answer, Task.objects.count()) == ("Thank you.", 0)


def test_an_agent_brings_nobody_in(stage, room):
    stage.agent("thinker", {"result": json.dumps({"do": "say", "text": "Ask the doubter.", "next": "doubter"})})
    stage.agent("doubter")
    room(ASKED, concluded())

    assert not Member.objects.filter(agent__handle="doubter").exists()


def test_work_is_for_whom_it_names_however_that_is_spelt(stage):
    stage.agent("thinker", {"result": "Thought."})
    stage.voices([{"do": "assign", "tasks": [task("think", "@Thinker")], "answer": "think"}])

    assert stage.until_ended(stage.launch(team=("thinker",), review="never")).answer == "Thought."


def test_an_agent_that_asks_back_has_asked_the_room(stage, room):
    stage.agent("thinker", {"ask": "Which June?"})
    goal = room(ASKED, concluded())

    assert said(stage, goal, "thinker") == [("Which June?", OWN_VOICE, {"about": "ask"})]


# --- spoken for -----------------------------------------------------------------------------------------------------

FOR_IT = {"do": "object", "text": "Hardly by June.", "next": None}


def spoken_for(stage, goal, why):
    assert said(stage, goal, "thinker") == [("Hardly by June.", "fake", {"about": "object", "because": why})]


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ({"error": "Out of ink.", "permanent": True}, "Out of ink."),
        ({"result": "  "}, member.SAID_NOTHING),
    ],
)
def test_where_an_agent_gives_no_words_a_model_speaks_for_it_and_the_room_says_so(stage, room, step, why):
    stage.agent("thinker", step)
    spoken_for(stage, room(ASKED, concluded(), stand_in=FOR_IT), why)


def test_an_agent_that_takes_too_long_is_spoken_for_after_its_own_time(stage, room):
    stage.agent("thinker", {"wait": 30}, timeout_seconds=1)
    spoken_for(stage, room(ASKED, concluded(), stand_in=FOR_IT), "The agent did not finish within 1 seconds.")


def test_an_agent_that_has_had_its_calls_of_the_minute_is_spoken_for(stage, room):
    stage.agent("thinker")
    connection = Agent.objects.get(handle="thinker").connection_id
    Connection.objects.filter(pk=connection).update(calls_per_minute=1)
    assert count_question(connection)
    spoken_for(stage, room(ASKED, concluded(), stand_in=FOR_IT), member.BUSY)


def test_an_agent_that_may_act_is_not_told_others_words_unasked(stage, room):
    stage.agent("doubter", {"result": "Buy it now!"})
    stage.agent("thinker", {"result": "Bought."}, read_only=False)
    first = {"do": "say", "text": "And you?", "next": "doubter"}
    goal = room(first, ASKED, concluded(), stand_in=FOR_IT)

    ((_, voice, data),) = said(stage, goal, "thinker")
    assert voice == "fake"
    assert data["because"] == "@thinker may do more than read, and what it would be told comes from @doubter."


def test_a_model_that_speaks_for_a_member_is_told_what_that_member_is(stage, room, server):
    stage.agent("thinker", {"error": "Out of ink.", "permanent": True})
    room(ASKED, concluded(), stand_in=FOR_IT)

    system, user = (one["content"] for one in server.requests[1].body["messages"])
    assert "for its member @thinker" in system
    assert "> work of thinker" in user
    assert "> Can it be done by June?" in user


def test_of_a_member_that_nothing_can_speak_for_the_room_says_why(stage, settings):
    stage.agent("thinker", {"error": "Out of ink.", "permanent": True})
    stage.voices([{"do": "say", "text": "Well?", "next_speaker": "thinker"}])
    with stage.bells_lost():
        goal = stage.launch()
        begin_turn(stage.room(goal).id)
        settings.IOA_SCRIPT = ""
        begin_turn(stage.room(goal).id)

    assert "@thinker can't speak. Out of ink." in [one.text for one in stage.messages(goal)]
