"""A goal as a run of AG-UI: each event is read by the types of the protocol's own package."""

import gc
import json
from uuid import uuid4

import pytest
from ag_ui.core import Event
from django.test import Client
from pydantic import TypeAdapter

from apps.accounts.actions import issue_token
from apps.accounts.domain.access import Scope
from apps.accounts.models import User
from apps.accounts.queries import actor_for
from apps.api.agui.requests import RunInput
from apps.api.waiting_places import places
from apps.chat.models import Message
from apps.teams.models import Goal
from tests.api.conftest import SAYS, read

ANSWER, ASKED = "It grew by a tenth.", "How much did the revenue grow?"
EVENTS = TypeAdapter(Event)


class AGUIPage:
    """What a page sends, and the events that it gets."""

    def __init__(self, user, scopes=frozenset({Scope.READ, Scope.RUN})):
        self.headers = {"Authorization": f"Bearer {issue_token(actor_for(user), uuid4().hex, scopes)}"}

    def send(self, body, whom="hub"):
        data = body if isinstance(body, str | bytes) else json.dumps(body)
        return Client().post(f"/ag-ui/{whom}", data, "application/json", headers=self.headers)

    def run(self, *words, thread="thread-1", whom="hub", **more):
        """The events of a run, whose last message is the user's."""
        roles = ("user", "assistant")
        talk = [{"id": f"m-{number}", "role": roles[number % 2], "content": said} for number, said in enumerate(words)]
        answer = self.send({"threadId": thread, "runId": "run-1", "messages": talk, **more}, whom)
        assert answer.status_code == 200, answer.content
        told = [json.loads(line[6:]) for line in read(answer).decode().splitlines() if line.startswith("data: ")]
        for event in told:
            EVENTS.validate_python(event)
        assert told[0]["type"] == "RUN_STARTED"
        return told


@pytest.fixture(autouse=True)
def no_place_is_kept():
    """An answer that a test did not read gives its place back when it is collected: here, and not in another test."""
    yield
    gc.collect()


@pytest.fixture
def page(demo, said):
    return AGUIPage(User.objects.get(pk=demo.owner.user_id))


def messages_of(events):
    return [event["delta"] for event in events if event["type"] == "TEXT_MESSAGE_CONTENT"]


@pytest.mark.usefixtures("transactional_db")
class TestRuns:
    def test_a_run_is_a_goal_and_its_last_message_the_answer(self, page, said):
        said([{"do": "say", "text": "I look at the filings."}, *SAYS])
        before = len(places)
        events = page.run(ASKED)
        assert (events[-1]["type"], events[-1]["outcome"]["type"]) == ("RUN_FINISHED", "success")
        assert messages_of(events)[-1] == ANSWER
        assert any("I look at the filings." in text for text in messages_of(events))
        states = [event["snapshot"]["status"] for event in events if event["type"] == "STATE_SNAPSHOT"]
        assert (states[0], states[-1]) == ("working", "completed")
        assert len(places) <= before

    def test_the_next_run_of_a_thread_is_the_next_round_of_its_goal(self, page, said):
        page.run(ASKED)
        said([*SAYS, {"do": "conclude", "answer": "In thousands: the same."}])
        events = page.run(ASKED, ANSWER, "In thousands?")
        assert messages_of(events)[-1] == "In thousands: the same."
        assert "In thousands?" not in messages_of(events)
        assert Goal.objects.count() == 1
        page.run(ASKED, thread="thread-2")
        assert Goal.objects.count() == 2

    def test_an_agent_is_the_team_of_its_threads(self, page):
        page.run(ASKED, whom="@auto-gpt")
        assert Goal.objects.get().wanted_handles == ["auto-gpt"]

    def test_why_there_is_no_answer_is_an_error_of_the_run(self, page, said):
        said([{"do": "something that nobody knows"}])
        last = page.run(ASKED)[-1]
        assert (last["type"], bool(last["message"])) == ("RUN_ERROR", True)

    def test_what_was_said_before_goes_along_with_a_new_thread(self, page):
        page.run("Which year?", "2023.", "And the growth?")
        text = Goal.objects.get().text
        assert text.startswith("And the growth?")
        assert "assistant: 2023." in text


@pytest.mark.usefixtures("transactional_db")
class TestWhatWaits:
    def test_a_question_is_an_interrupt_and_a_resume_its_answer(self, world):
        page, team = AGUIPage(world.operator), str(world.root.team.pk)
        last = page.run("Go on", whom=team)[-1]
        assert last["outcome"]["type"] == "interrupt"
        asked = last["outcome"]["interrupts"][0]
        answer = (asked["metadata"]["options"] or ["As restated"])[0]
        resume = [{"interruptId": asked["id"], "status": "resolved", "payload": answer}]
        page.send({"threadId": "t", "runId": "r", "messages": [], "resume": resume}, team)
        assert Message.objects.filter(kind="answer", text=answer).exists()


@pytest.mark.parametrize(
    ("more", "own"),
    [
        ({}, "x"),
        ({"resume": []}, "x"),
        ({"resume": [{"interruptId": "i", "payload": {"answer": " Oak "}}]}, "Oak"),
        ({"resume": [{"interruptId": "i", "status": "cancelled"}]}, "x"),
    ],
)
def test_what_a_person_says_with_a_run_is_known_so_that_it_is_not_told_to_them_again(more, own):
    assert RunInput.model_validate({**GOOD, **more}).own_words == own


GOOD = {"threadId": "t", "runId": "r", "messages": [{"id": "m", "role": "user", "content": "x"}]}
WRONG = [
    *("", "{", "[]", "7", "null", "[" * 9000, b"\xff"),
    *({}, {**GOOD, "threadId": ""}, {**GOOD, "threadId": 7}, {**GOOD, "threadId": "x" * 999}),
    *({**GOOD, "messages": 7}, {**GOOD, "messages": []}, {**GOOD, "messages": [{"role": "user", "content": 7}]}),
    {**GOOD, "messages": [{"role": "assistant", "content": "x"}]},
    {**GOOD, "messages": [{"role": "user", "content": "a\u0000"}]},
    {**GOOD, "resume": "yes"},
]


class TestHostileClients:
    @pytest.mark.parametrize("body", WRONG, ids=range(len(WRONG)))
    def test_what_is_no_run_is_refused(self, office, body):
        answer = AGUIPage(office.operator).send(body)
        assert answer.status_code in (400, 422)
        assert not Goal.objects.exists()

    def test_an_answer_to_nothing_is_refused(self, world):
        page = AGUIPage(world.operator)
        for name, status in (("nothing", 422), (str(uuid4()), 404)):
            resume = [{"interruptId": name, "status": "resolved", "payload": "x"}]
            assert page.send({**GOOD, "resume": resume}, str(world.root.team.pk)).status_code == status

    def test_only_who_may_run_goals_may_run_anything(self, office):
        assert AGUIPage(office.viewer, {Scope.READ}).send(GOOD).status_code == 403
        assert Client().post("/ag-ui/hub", "{}", "application/json").status_code == 401
        assert AGUIPage(office.operator).send(GOOD, "@nobody").status_code == 404
