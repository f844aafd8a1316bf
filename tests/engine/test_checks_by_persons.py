"""A person, or who leads, looks at work before it counts; and what a sub-team gave is checked like anybody's."""

import pytest

from apps.accounts.domain.errors import Conflict
from apps.chat.actions import cancel_task, decide, stop
from apps.teams.models import Approval, Attempt, Task
from apps.teams.queries.decisions import DECIDER, POLICY, approval_facts
from tests.engine.conftest import task
from tests.engine.test_checks import GIVE_UP, TABLE, a_file, known, of_goal, planned


@pytest.fixture
def asked(stage):
    """A goal whose work is before a person."""
    stage.agent("worker", a_file("Region,Sales"), {"result": "The wording."})
    stage.voices([planned("person the wording"), GIVE_UP])
    goal = stage.launch()
    stage.until(lambda: Approval.objects.filter(state="pending", kind="check").exists())
    return stage, goal


def test_a_person_is_shown_the_result_and_finds_it_right(asked):
    stage, goal = asked
    shown = approval_facts(Approval.objects.annotate(called=DECIDER, policy=POLICY).get(pk=stage.pending().pk), {}, {})
    assert stage.states(goal) == {1: "working"}
    assert shown.question == "Is the result of “Work” right? the wording"
    assert [(part.title, part.text) for part in shown.errand.parts][:2] == [
        ("Asked for", "Do work."),
        ("Result", "The wording."),
    ]
    assert shown.errand.parts[2].title == "File sales.csv"
    assert shown.takes_words

    decide(stage.operator, stage.pending().id, "It is right")
    assert stage.until_ended(goal).outcome == "done"
    assert known() == ("verified", "Bob looked at it and found it right.")
    assert Task.objects.get().checked_by.user_id == stage.operator.user_id


def test_what_a_person_says_is_wrong_is_done_once_more_and_put_before_people_again(asked):
    stage, goal = asked
    decide(stage.operator, stage.pending().id, "The second line insults our customers.")
    stage.until(lambda: Attempt.objects.count() == 2 and Approval.objects.filter(state="pending").exists())
    assert Attempt.objects.get(number=1).failure == "The second line insults our customers."

    decide(stage.operator, stage.pending().id, "It still does.")
    stage.until_ended(goal)
    assert stage.states(goal) == {1: "failed"}
    assert known() == ("refuted", "It still does.")


def test_a_person_may_leave_it_unchecked(asked):
    stage, goal = asked
    decide(stage.operator, stage.pending().id, "Leave it unchecked")

    assert stage.until_ended(goal).outcome == "done"
    assert known() == ("unchecked", "Bob let it pass without a look.")


def test_one_person_decides(asked):
    stage, _ = asked
    first = stage.pending().id
    decide(stage.operator, first, "It is right")
    with pytest.raises(Conflict):
        decide(stage.owner, first, "It is wrong.")


@pytest.mark.parametrize("end", ["stop", "take back"])
def test_nobody_is_asked_any_more_about_work_that_is_not_wanted(asked, end):
    stage, goal = asked
    if end == "stop":
        stop(stage.operator, stage.root(goal).id)
    else:
        cancel_task(stage.operator, Task.objects.get().id)

    stage.until_ended(goal)
    assert Approval.objects.get().state == "lapsed"


# --- who leads ------------------------------------------------------------------------------------------------------


REVIEWED = planned("review whether both sides are heard")
ACCEPT = {"do": "conclude", "accepts": 1}


def test_what_the_lead_is_to_look_at_is_verified_by_its_review(stage):
    stage.agent("worker")
    stage.voices({"*": [REVIEWED], "review": [ACCEPT]})
    goal = stage.until_ended(stage.launch(review="always"))

    assert known() == ("verified", "Its coordinator looked at it in the review, and let it stand.")
    assert Task.objects.get().checked_by.kind == "coordinator"
    assert of_goal(goal)[0] == "verified"


def test_without_a_review_it_is_unchecked_and_says_so(stage):
    stage.agent("worker")
    stage.voices([REVIEWED])
    goal = stage.until_ended(stage.launch(review="never"))

    assert known() == ("unchecked", "Its coordinator was to look at it, and there was no review.")
    assert of_goal(goal)[0] == "unchecked"


def test_what_was_sent_back_is_not_verified_and_what_was_made_anew_is(stage):
    stage.agent("worker")
    back = {"do": "send_back", "task": 1, "wrong": "Only one side is heard."}
    stage.voices({"*": [REVIEWED], "review": [back, {"do": "conclude", "accepts": 2}]})
    stage.until_ended(stage.launch(review="always"))

    assert known(1) == ("unchecked", "Sent back in the review: Only one side is heard.")
    assert known(2)[0] == "verified"


# --- what a sub-team gave -------------------------------------------------------------------------------------------


def of_a_team(stage, check) -> None:
    """A task that two agents do as a team of their own, with this check."""
    stage.agent("one", a_file("Region,Sales\nNorth,12"), {"result": "The table."}, skill="find figures")
    stage.agent("two", skill="draw maps")
    work = task("work", needs=("find figures", "draw maps"), check=check)
    below = {"do": "assign", "tasks": [task("found", "one")], "answer": "found"}
    stage.voices({"Do work.": [below], "*": [{"do": "assign", "tasks": [work], "answer": "work"}, GIVE_UP]})


def test_what_a_sub_team_gave_is_verified_by_its_tasks_check(stage):
    of_a_team(stage, TABLE)
    stage.until_ended(stage.launch())

    assert known() == ("verified", "sales.csv has the columns region, sales.")


def test_what_a_sub_team_gave_fails_where_its_check_refutes_it(stage):
    of_a_team(stage, "table region, profit")
    goal = stage.until_ended(stage.launch())

    assert stage.states(goal) == {1: "failed"}
    assert known() == ("refuted", "sales.csv lacks the column profit; it has: Region, Sales.")


def test_a_person_looks_at_what_a_sub_team_gave(stage):
    of_a_team(stage, "person")
    goal = stage.launch()
    stage.until(lambda: Approval.objects.filter(state="pending", kind="check").exists())
    decide(stage.operator, stage.pending().id, "It is right")

    assert stage.until_ended(goal).outcome == "done"
    assert known()[0] == "verified"


def test_somebody_who_was_not_of_the_sub_team_looks_at_what_it_gave(stage):
    of_a_team(stage, "member @one")
    stage.until_ended(stage.launch())

    assert known()[0] == "unchecked"
