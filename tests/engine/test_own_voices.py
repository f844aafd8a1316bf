"""A member with the floor speaks itself over its own protocol's wire: what it may say, and what is no answer."""

import json

import pytest

from apps.agents import actions as agents
from apps.agents.domain.registration import AgentProfile
from apps.chat.domain.states import OWN_VOICE
from apps.chat.jobs.turns import begin_turn
from apps.chat.queries.briefing import briefing_for
from tests.agents.connectors.fake_agent import as_events, as_json, served, whole
from tests.asked import rows_of
from tests.fake_model.server import running

BROUGHT_IN = {"do": "pass", "next": "doubter"}
ASKED = {"do": "say", "text": "Can it be done by June?", "next": "thinker"}
DONE = {"do": "conclude", "text": "As they said.", "verdict": "done"}
FOR_IT = {"do": "say", "text": "Hardly by June.", "next": None}
LONGER = {"Content-Length": "9999"}
"""More is announced than comes: the connection ends in the middle."""


def chat_completions(text):
    return as_json(whole(text))


def a2a(text):
    message = {"role": "ROLE_AGENT", "parts": [{"text": text}]}
    task = {"id": "t", "contextId": "c", "status": {"state": "TASK_STATE_COMPLETED", "message": message}}
    return as_json({"jsonrpc": "2.0", "id": 1, "result": {"task": task}})


def ag_ui(text):
    said = {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m1", "delta": text}
    return as_events({"type": "RUN_STARTED", "threadId": "t", "runId": "r"}, said, {"type": "RUN_FINISHED"})


WIRES = {
    "openai": (chat_completions, {"model": "m"}),
    "a2a": (a2a, {"version": "1.0", "streaming": False}),
    "agui": (ag_ui, {}),
}


@pytest.fixture(scope="module")
def model():
    with running() as fake:
        yield fake


@pytest.fixture(params=WIRES)
def wire(request):
    """How the member is reached, and what its server gives for a text."""
    return request.param, *WIRES[request.param]


@pytest.fixture
def talk(stage, settings, model, wire):
    """A goal whose lead hands the floor to a member that answers so; gives the goal and what its server was asked."""
    kind, answer, config = wire
    stage.agent("doubter", {"result": json.dumps({"do": "pass"})})

    def hold(text="", *, broken=False):
        turns = iter([BROUGHT_IN, ASKED, DONE])
        model.reset()
        model.utterance = lambda body: FOR_IT if "for its member" in body["messages"][0]["content"] else next(turns)
        status, media, body = answer(text)
        tell = (status, media, body[:-20], LONGER) if broken else (status, media, body)
        with served(lambda asked: tell) as server:
            register(stage, kind, config | {"url": server.url})
            settings.IOA_MODEL, settings.IOA_MODEL_BASE_URL = "fake", model.url("good")
            return stage.until_ended(stage.launch("Rent the hall?", review="never")), server.asked

    return hold


def register(stage, kind, config):
    skill = {"id": "t", "name": "thinking", "description": "thinking", "tags": ["thinking"], "read_only": True}
    profile = AgentProfile(
        handle="thinker", name="Thinker", description="Thinks.", skills=[skill], connector=kind, connector_config=config
    )
    agents.register_agent(stage.workspace.id, profile)


def told(stage, goal):
    """What the member said: its words, their stance, and whose voice it was."""
    rows = [one for one in stage.messages(goal) if one.member and one.member.agent]
    return [(one.text, one.data.get("about", ""), one.voice) for one in rows if one.member.agent.handle == "thinker"]


SAID = {
    "says": ("By July, rather.", "By July, rather.", ""),
    "agrees": (json.dumps({"do": "agree", "text": "June it is."}), "June it is.", "agree"),
    "objects": (json.dumps({"do": "object", "text": "Too soon."}), "Too soon.", "object"),
    "asks": (json.dumps({"do": "ask", "text": "Which June?"}), "Which June?", "ask"),
    "gives nonsense": ('{"do": "dance", "steps": [', '{"do": "dance", "steps": [', ""),
}


@pytest.mark.parametrize("what", SAID)
def test_it_says_in_its_own_words_that_it(stage, talk, what):
    sent, words, stance = SAID[what]
    goal, asked = talk(sent)

    assert told(stage, goal) == [(words, stance, OWN_VOICE)]
    assert "Can it be done by June?" in json.dumps([one.body for one in asked if one.body])
    assert goal.outcome == "done"


def test_it_passes_and_the_floor_is_the_leads_again(stage, talk):
    goal, _ = talk(json.dumps({"do": "pass"}))

    assert "@thinker passes." in [one.text for one in stage.messages(goal)]
    assert (told(stage, goal), goal.outcome) == ([], "done")


def test_it_hands_the_floor_on_to_a_colleague(stage, talk):
    goal, _ = talk(json.dumps({"do": "say", "text": "You, please.", "next": "@Doubter"}))

    said = next(one for one in stage.messages(goal) if one.text == "You, please.")
    after = [one.text for one in stage.messages(goal) if one.number > said.number]
    assert (said.next_speaker, after[0]) == ("doubter", "@doubter passes.")


def test_where_it_hands_the_floor_to_nobody_the_room_is_told_who_is_there(stage, talk):
    goal, _ = talk(json.dumps({"do": "say", "text": "Ask Bob.", "next": "@Bob"}))

    notices = [one.text for one in stage.messages(goal) if one.kind == "notice"]
    assert any(
        "@thinker named “bob”, who does not take part. Here are: @coordinator, @doubter." in one for one in notices
    )
    assert told(stage, goal) == [("Ask Bob.", "", OWN_VOICE)]


def test_where_it_dies_in_the_middle_a_model_speaks_for_it_and_the_room_says_why(stage, talk):
    goal, _ = talk("By July, rather.", broken=True)

    ((words, _, voice),) = told(stage, goal)
    assert (words, voice) == ("Hardly by June.", "fake")
    assert all(one.data["because"] for one in stage.messages(goal) if one.text == words)
    assert goal.outcome == "done"


def test_where_nothing_can_speak_for_it_the_floor_is_the_leads_again_with_a_notice(stage, settings, wire):
    kind, answer, config = wire
    status, media, body = answer("By July, rather.")
    stage.voices([{"do": "say", "text": "Well?", "next_speaker": "thinker"}])
    with served(lambda asked: (status, media, body[:-20], LONGER)) as server:
        register(stage, kind, config | {"url": server.url})
        with stage.bells_lost():
            goal = stage.launch()
            begin_turn(stage.room(goal).id)
            settings.IOA_SCRIPT = ""
            begin_turn(stage.room(goal).id)

    assert any(one.text.startswith("@thinker can't speak. ") for one in stage.messages(goal))
    assert briefing_for(rows_of(stage.room(goal).id)).speaker.lead
