"""What a person says into a goal that rules coordinate: work in hand goes on, and a follow-up gets its own answer."""

import asyncio

import pytest

from apps.agents import actions as agents
from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result
from apps.agents.domain.registration import AgentProfile
from apps.chat.actions import post_message
from apps.chat.models import Message
from apps.chat.queries.briefing import briefing_for
from apps.chat.voices.rules import RuleVoice
from apps.teams.models import Task
from tests.asked import rows_of
from tests.engine.conftest import finish

BALLAD = "Write a slow ballad about trains."
HAIKU = {"result": "Rails hum in the night."}


@pytest.fixture
def office(stage):
    """A workspace with the agents that come along, a document, and a poet that joined."""
    agents.seed_agents(stage.workspace.id)
    agents.seed_documents(stage.workspace.id)
    poet = AgentProfile(
        handle="poet",
        name="Poet",
        description="Writes poems.",
        skills=[{"id": "poems", "name": "write poems", "description": "Writes poems.", "tags": ["poems"]}],
        connector="scripted",
        connector_config={"steps": [HAIKU]},
    )
    agents.register_agent(stage.workspace.id, poet)
    return stage


def speak_by_rules(office):
    """The turn that is due is taken by rules."""
    claimed = office.claim()
    said = asyncio.run(RuleVoice().speak(briefing_for(rows_of(claimed.conversation_id))))
    office.speak(claimed, said.raw)


def said_into_work(office, text):
    """A goal that the poet is at when a person says something, and the poet's attempt."""
    goal = office.launch(BALLAD)
    speak_by_rules(office)
    attempt = office.begin(1)
    post_message(office.owner, office.root(goal).id, text)
    speak_by_rules(office)
    return goal, attempt


def owners(goal):
    tasks = Task.objects.filter(team__goal=goal).order_by("number").select_related("owner__agent")
    return [task.owner.agent.handle for task in tasks]


@pytest.mark.parametrize(
    ("text", "answered"),
    [("What is the status?", "At work: “{title}” (@poet)."), ("Add a train to it.", "It is passed on to the agents")],
)
def test_a_question_on_the_state_and_a_remark_leave_the_work_as_it_is(office, text, answered):
    with office.bells_lost():
        goal, attempt = said_into_work(office, text)
        assert office.states(goal) == {1: "working"}
        reply = Message.objects.filter(conversation=office.room(goal), kind="say").latest("number")
        assert answered.format(title=Task.objects.get().title) in reply.text
        finish(attempt.id, CallOutcome(Result("Oh, trains.")))
    goal = office.until_ended(goal)
    assert (goal.outcome, owners(goal)) == ("done", ["poet"])


def test_a_wish_that_cannot_be_met_leaves_the_answer_of_the_work_in_hand(office):
    with office.bells_lost():
        goal, attempt = said_into_work(office, "Also make a chart.")
        assert office.states(goal)[1] == "working"
        finish(attempt.id, CallOutcome(Result("Oh, trains.")))
    goal = office.until_ended(goal)
    assert goal.outcome == "partial"
    assert goal.answer.startswith(("Oh, trains.", HAIKU["result"]))
    assert "Not done:" in goal.answer


def test_a_clear_correction_replaces_the_work_in_hand(office):
    with office.bells_lost():
        goal, _ = said_into_work(office, "No, write a poem about ships instead.")
        assert office.states(goal)[1] == "cancelled"
    goal = office.until_ended(goal)
    assert (goal.outcome, goal.answer, owners(goal)) == ("done", HAIKU["result"], ["poet", "poet"])


def test_a_follow_up_question_is_searched_for_and_not_the_first_goal(office):
    goal = office.until_ended(office.launch("Write a poem about the sea."))
    post_message(office.owner, office.root(goal).id, "What do the documents say about Microsoft revenue in 2019?")
    goal = office.until_ended(goal)
    assert (goal.outcome, owners(goal)) == ("done", ["poet", "document-search"])
    assert "125,843" in goal.answer


def test_a_follow_up_that_refers_back_goes_to_who_gave_the_answer(office):
    goal = office.until_ended(office.launch("Write a haiku poem about cats."))
    post_message(office.owner, office.root(goal).id, "Now do it as a sonnet about dogs.")
    goal = office.until_ended(goal)
    assert (goal.outcome, owners(goal)) == ("done", ["poet", "poet"])
    assert Task.objects.get(number=2).brief == "Now do it as a sonnet about dogs."
