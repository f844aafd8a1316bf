"""Agents that have the floor form teams by their own words, within the goal's limits and what each may set to work."""

import pytest

from apps.chat.queries import floor
from apps.teams.models import Attempt, Member, Task, Team
from apps.teams.queries.authority import call_request_of, chain_in_words
from tests.engine.conftest import task

FIND, COUNT, PAINT = "finding old maps", "counting growth rates", "painting fences"
ASKED = {"do": "say", "text": "What would you do?", "next_speaker": "thinker"}
OUTER = {"do": "form_subteam", "text": "Do outer.", "needs": [FIND, COUNT]}
HEARD = {"do": "say", "text": "They have done it."}
CONCLUDED = {"do": "conclude", "answer": "All is done."}


@pytest.fixture
def agents(stage):
    stage.agent("thinker", skill="thinking about the whole")
    for handle, skill in (("finder", FIND), ("counter", COUNT), ("painter", PAINT)):
        stage.agent(handle, skill=skill)
    return stage


def notices(stage, goal):
    return [one.text for one in stage.messages(goal) if one.kind == "notice"]


def test_agents_form_teams_two_levels_deep_by_their_own_words(agents):
    agents.voices(
        {
            "Do inner.": [{"do": "assign", "tasks": [task("paint", "painter")], "answer": "paint"}],
            "Do outer.": [
                {"do": "say", "text": "And the fence?", "next_speaker": "counter"},
                {"do": "form_subteam", "text": "Do inner.", "needs": [PAINT]},
                {"do": "say", "text": "It is painted."},
                {"do": "conclude", "answer": "Found, counted and painted."},
            ],
            "*": [ASKED, OUTER, HEARD, CONCLUDED],
        }
    )

    goal = agents.until_ended(agents.launch())

    assert goal.answer == "All is done."
    assert sorted(Team.objects.values_list("depth", "purpose")) == [
        (0, "Do the work"),
        (1, "Do outer."),
        (2, "Do inner."),
    ]
    assert Task.objects.get(number=1, team__depth=0).result == "Found, counted and painted."


def test_who_formed_a_team_by_its_own_word_stands_in_the_chain_of_its_work_and_is_judged_as_its_asker(agents):
    agents.voices(
        {
            "Do outer.": [{"do": "assign", "tasks": [task("a", "finder"), task("b", needs=(PAINT,))], "answer": "b"}],
            "*": [ASKED, OUTER, HEARD, CONCLUDED],
        }
    )

    agents.until_ended(agents.launch())

    seats = Member.objects.filter(team__depth=1).values_list("agent__handle", "proposed_by__handle")
    assert set(seats) == {("finder", "thinker"), ("counter", "thinker"), ("painter", "thinker")}
    for attempt in Attempt.objects.filter(task__team__depth=1):
        assert "@thinker" in chain_in_words(attempt.task)
        asker = call_request_of(attempt).asker
        assert asker is not None
        assert asker.handle == "thinker"
    assert Attempt.objects.filter(task__team__depth=1).count() == 2


@pytest.mark.parametrize(
    ("limits", "why"), [({"depth": 0}, floor.NO_DEEPER), ({"teams": 1}, floor.NO_MORE_TEAMS)], ids=["depth", "number"]
)
def test_where_a_limit_is_reached_the_team_is_a_proposal_and_the_room_is_told_why(agents, limits, why):
    agents.voices([ASKED, OUTER, CONCLUDED])

    goal = agents.until_ended(agents.launch(limits=limits))

    assert (goal.answer, Team.objects.count(), Task.objects.count()) == ("All is done.", 1, 0)
    assert f"@thinker forms no team by itself: {why} It is a proposal to @coordinator." in notices(agents, goal)
    proposed = next(one for one in agents.messages(goal) if one.data.get("about") == "propose")
    assert proposed.text.startswith("I propose a team of its own")


def test_the_last_team_that_a_goal_may_have_is_formed(agents):
    agents.voices(
        {
            "Do outer.": [{"do": "assign", "tasks": [task("find", "finder")], "answer": "find"}],
            "*": [ASKED, OUTER, HEARD, CONCLUDED],
        }
    )

    agents.until_ended(agents.launch(limits={"depth": 1, "teams": 2}))

    assert Team.objects.count() == 2


def test_a_team_with_an_agent_that_acts_only_by_a_persons_leave_is_a_proposal(stage):
    stage.agent("thinker", skill="thinking about the whole")
    stage.agent("finder", skill=FIND)
    stage.agent("counter", skill=COUNT, read_only=False)
    stage.voices([ASKED, OUTER, CONCLUDED])

    goal = stage.until_ended(stage.launch())

    assert Team.objects.count() == 1
    assert any(
        "@thinker wants @counter to do this, which may do more than read." in one for one in notices(stage, goal)
    )
