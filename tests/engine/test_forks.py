"""A goal goes on otherwise from one of its moments: what was known then goes along, what came later does not."""

import pytest

from apps.accounts.domain.errors import Forbidden, NotFound, Refused
from apps.agents.models import Document
from apps.chat.actions import Fork, GoalRequest, Upload, fork_goal, launch_goal, post_message
from apps.chat.queries.forks import forks_of, words_at
from apps.files.queries.contents import stored_content
from apps.journal.models import Event
from apps.journal.queries import last_seq
from apps.teams.models import Goal
from tests.engine.conftest import task

PLAN = {"do": "assign", "tasks": [task("first", "first")], "answer": "first"}


@pytest.fixture
def goal(stage):
    """A goal with a file that ended, with a person's words and a note in it."""
    stage.agent("first", {"result": "A table for 12."})
    stage.voices([PLAN, {"do": "say", "text": "Noted."}])
    with stage.bells_lost():
        files = (Upload("guests.csv", b"name\nAnn\n"),)
        goal = launch_goal(stage.owner, GoalRequest("A dinner for 12 people", {"turns": 17}, files=files))
        stage.speak(stage.claim(), PLAN)
        post_message(stage.owner, stage.root(goal).id, "Only the host knows the budget.", "note")
        post_message(stage.owner, stage.root(goal).id, "In the garden.")
    return stage.until_ended(goal)


def event_of(goal, text):
    return Event.objects.get(stream=goal.id, kind="message.added", payload__text__startswith=text).seq


def given(goal):
    """The files that were given to a goal, by name, as text."""
    found = Document.objects.filter(goal_id=goal.id).select_related("blob")
    return {one.name: b"".join(stored_content(one.blob).chunks()).decode() for one in found}


def test_a_fork_has_the_limits_agents_and_files_of_then(stage, goal):
    fork = fork_goal(stage.owner, goal.id, Fork(last_seq(goal.id)))
    assert (fork.text, fork.limits["turns"], fork.wanted_handles) == (goal.text, 17, ["first"])
    assert (fork.forked_from_id, fork.forked_at) == (goal.id, last_seq(goal.id))
    assert given(fork)["guests.csv"] == "name\nAnn\n"
    assert [one.id for one in forks_of(goal.id)] == [fork.id]


def test_what_came_later_and_notes_for_people_do_not_go_along(stage, goal):
    before = given(fork_goal(stage.owner, goal.id, Fork(event_of(goal, "In the garden.") - 1)))["what-went-before.md"]
    assert "A dinner for 12 people" in before
    assert "In the garden." not in before
    assert "A table for 12." not in before
    assert "budget" not in before
    whole = given(fork_goal(stage.owner, goal.id, Fork(last_seq(goal.id))))["what-went-before.md"]
    assert "In the garden." in whole
    assert "A table for 12." in whole
    assert "budget" not in whole


def test_before_anybody_took_part_the_team_is_found_anew(stage, goal):
    assert fork_goal(stage.owner, goal.id, Fork(1)).wanted_handles == []


def test_a_fork_of_a_fork_keeps_both_pasts(stage, goal):
    stage.voices([PLAN])
    fork = stage.until_ended(fork_goal(stage.owner, goal.id, Fork(last_seq(goal.id))))
    again = fork_goal(stage.owner, fork.id, Fork(last_seq(fork.id), text="A dinner for 20 people"))
    assert {"what-went-before.md", "what-went-before-2.md", "guests.csv"} <= set(given(again))
    assert again.text == "A dinner for 20 people"


def test_a_goal_that_still_runs_is_forked_and_not_touched(stage):
    stage.agent("first", {"result": "done."})
    stage.voices([PLAN])
    with stage.bells_lost():
        goal = stage.launch("A dinner for 12 people")
        seq = last_seq(goal.id)
        fork_goal(stage.owner, goal.id, Fork(seq))
        assert last_seq(goal.id) == seq
    stage.until_ended(goal)


def test_the_words_of_a_person_at_that_event_are_there_to_be_changed(goal):
    assert words_at(goal, event_of(goal, "In the garden.")) == "A dinner for 12 people\n\nIn the garden."
    assert words_at(goal, 1) == "A dinner for 12 people"


def test_one_key_is_one_fork(stage, goal):
    fork = Fork(last_seq(goal.id), idempotency_key="once")
    assert fork_goal(stage.owner, goal.id, fork).id == fork_goal(stage.owner, goal.id, fork).id
    assert Goal.objects.filter(forked_from=goal).count() == 1


@pytest.mark.parametrize("seq", [0, -1, 10**9])
def test_an_event_that_is_not_there_is_refused(stage, goal, seq):
    with pytest.raises(Refused, match="events 1 to"):
        fork_goal(stage.owner, goal.id, Fork(seq))


def test_viewers_fork_nothing_and_others_find_nothing(stage, goal):
    with pytest.raises(Forbidden):
        fork_goal(stage.viewer, goal.id, Fork(1))
    with pytest.raises(NotFound):
        fork_goal(stage.stranger, goal.id, Fork(1))
