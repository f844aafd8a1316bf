"""A goal that shows its plan first: nothing begins before a person starts it, and its rows can be changed."""

import pytest

from apps.accounts.domain.errors import Conflict, Forbidden, Refused
from apps.chat.actions import cancel_task, decide, post_message, propose_again, start_plan
from apps.teams.actions.plans import Outdated, drop_step, edit_step, move_step
from apps.teams.domain.plans import StepChange
from apps.teams.models import Approval, Attempt, Task
from apps.teams.queries.plans import plan_of
from tests.engine.conftest import task


def shown(stage, *steps, **request):
    """A goal whose coordinator has made a plan that waits."""
    for handle in ("first", "second", "third"):
        stage.agent(handle, {"result": f"{handle} did: {{brief}}"})
    given = list(steps) or [task("one", "first"), task("two", "second", after=["one"])]
    stage.voices([{"do": "assign", "tasks": given, "answer": given[-1]["key"]}, {"do": "conclude", "answer": "Done."}])
    return stage.launch("A dinner for 12 people", shows_plan=True, **request)


def waiting(goal):
    """The kinds of what waits for a person."""
    return list(Approval.objects.filter(team__goal=goal, state="pending").values_list("kind", flat=True))


def row(number):
    return Task.objects.select_related("team__goal", "owner__agent").get(number=number)


def test_nothing_begins_until_a_person_starts_it(stage):
    goal = shown(stage)
    assert set(Task.objects.values_list("state", flat=True)) == {"planned"}
    assert not Attempt.objects.exists()
    assert waiting(goal) == ["plan"]

    start_plan(stage.operator, stage.root(goal).id)
    goal = stage.until_ended(goal)
    assert goal.outcome == "done"
    assert set(Task.objects.values_list("state", flat=True)) == {"done"}


def test_a_goal_that_does_not_show_its_plan_begins_at_once(stage):
    stage.agent("first", {"result": "Here."})
    stage.voices([{"do": "assign", "tasks": [task("one", "first")], "answer": "one"}])
    assert stage.until_ended(stage.launch()).outcome == "done"


def test_what_is_written_into_a_row_is_what_its_agent_is_asked(stage):
    goal = shown(stage)
    edit_step(stage.operator, row(1).id, 1, StepChange(title="Choose fish", brief="Only fish.", owner="third"))
    one = row(1)
    assert (one.title, one.brief, one.owner.agent.handle) == ("Choose fish", "Only fish.", "third")
    assert one.origin.user_id == stage.operator.user_id

    start_plan(stage.owner, stage.root(goal).id)
    stage.until_ended(goal)
    assert row(1).attempts.get().agent.handle == "third"


def test_of_two_who_change_one_row_the_second_reads_the_newer_one_first(stage):
    goal = shown(stage)
    edit_step(stage.operator, row(1).id, 1, StepChange(title="Choose fish"))
    with pytest.raises(Outdated, match="changed this step meanwhile"):
        edit_step(stage.owner, row(1).id, 1, StepChange(title="Choose meat"))
    assert row(1).title == "Choose fish"
    step = plan_of(stage.root(goal)).steps[0]
    assert step.version == 2
    assert step.edited_by
    edit_step(stage.owner, row(1).id, step.version, StepChange(title="Choose meat"))
    assert row(1).title == "Choose meat"


def test_a_row_that_would_wait_for_itself_is_refused(stage):
    shown(stage)
    with pytest.raises(Refused, match="wait for itself"):
        edit_step(stage.owner, row(1).id, 1, StepChange(after=(2,)))
    with pytest.raises(Refused, match="no step 9"):
        edit_step(stage.owner, row(1).id, 1, StepChange(after=(9,)))
    assert not row(1).depends_on.exists()


def test_a_row_that_comes_after_nothing_any_more_begins_with_the_others(stage):
    goal = shown(stage)
    edit_step(stage.owner, row(2).id, 1, StepChange(after=()))
    assert row(2).state == "planned"
    with stage.bells_lost():
        start_plan(stage.owner, stage.root(goal).id)
    assert {one.state for one in (row(1), row(2))} == {"ready"}


def test_whose_result_needs_an_ok_is_looked_at_by_a_person(stage):
    goal = shown(stage)
    edit_step(stage.owner, row(1).id, 1, StepChange(check="whether it is tasty", needs_ok=True))
    start_plan(stage.owner, stage.root(goal).id)
    assert "whether it is tasty" in Approval.objects.get(kind="check", state="pending").question
    assert row(2).state == "planned"


def test_rows_are_put_in_another_order_and_left_out(stage):
    goal = shown(stage, task("one", "first"), task("two", "second"), task("three", "third", after=["one"]))
    move_step(stage.owner, row(2).id, up=True)
    assert [step.number for step in plan_of(stage.root(goal)).steps] == [2, 1, 3]
    drop_step(stage.owner, row(1).id)
    assert [(step.number, step.after) for step in plan_of(stage.root(goal)).steps] == [(2, ()), (3, ())]
    assert {one.state for one in (row(2), row(3))} == {"planned"}

    start_plan(stage.owner, stage.root(goal).id)
    assert stage.until_ended(goal).outcome == "done"
    assert row(1).state == "cancelled"


def test_the_only_row_is_not_left_out(stage):
    shown(stage, task("one", "first"))
    with pytest.raises(Conflict, match="only step"):
        drop_step(stage.owner, row(1).id)


def test_another_plan_is_asked_for_with_a_note_and_waits_as_well(stage):
    for handle in ("first", "second"):
        stage.agent(handle, {"result": f"{handle} did it."})
    stage.voices(
        [
            {"do": "assign", "tasks": [task("one", "first")], "answer": "one"},
            {"do": "assign", "tasks": [task("two", "second")], "answer": "two"},
        ]
    )
    goal = stage.launch("A dinner", shows_plan=True)
    propose_again(stage.owner, stage.root(goal).id, "Without meat.")

    assert row(1).state == "cancelled"
    assert row(2).state == "planned"
    assert waiting(goal) == ["plan"]
    start_plan(stage.owner, stage.root(goal).id)
    assert stage.until_ended(goal).answer == "second did it."
    assert not row(1).attempts.exists()


def test_rules_make_another_plan_as_well(stage):
    stage.agent("painter", skill="paint the fence")
    goal = stage.launch("Paint the fence.", shows_plan=True)
    propose_again(stage.owner, stage.root(goal).id, "In green.")

    assert row(1).state == "cancelled"
    assert row(2).state == "planned"
    assert "In green" in row(2).brief
    assert waiting(goal) == ["plan"]
    start_plan(stage.owner, stage.root(goal).id)
    assert stage.until_ended(goal).answer == "painter did it."


def test_rules_that_would_plan_the_same_again_put_it_before_the_person_again(stage):
    stage.agent("painter", skill="paint the fence")
    goal = stage.launch("Paint the fence.", shows_plan=True)
    for number in (2, 3):
        propose_again(stage.owner, stage.root(goal).id, "Paint the fence.")
        assert (row(number).state, waiting(goal)) == ("planned", ["plan"])


def test_a_word_in_the_room_does_not_start_the_plan(stage):
    goal = shown(stage)
    post_message(stage.owner, stage.root(goal).id, "Think of the children.", "note")
    assert waiting(goal) == ["plan"]
    assert not Attempt.objects.exists()


def test_while_it_runs_a_row_that_has_begun_is_locked_and_a_later_one_is_not(stage):
    with stage.bells_lost():
        goal = shown_by_hand(stage)
        edit_step(stage.owner, row(2).id, 1, StepChange(brief="For vegetarians."))
        assert row(2).brief == "For vegetarians."
        with pytest.raises(Conflict, match="can't be changed any more"):
            edit_step(stage.owner, row(1).id, 1, StepChange(brief="Late."))
        edit_step(stage.owner, row(2).id, 2, StepChange(after=()))
    assert row(2).state == "ready"
    assert goal.outcome == "running"


def shown_by_hand(stage):
    stage.agent("first")
    stage.agent("second")
    given = [task("one", "first"), task("two", "second", after=["one"])]
    stage.voices([{"do": "assign", "tasks": given, "answer": "two"}])
    goal = stage.launch("A dinner")
    stage.speak(stage.claim(), stage.script()[0])
    return goal


def test_a_plan_is_started_once_and_by_who_may(stage):
    goal = shown(stage)
    root = stage.root(goal).id
    with pytest.raises(Forbidden):
        start_plan(stage.viewer, root)
    with pytest.raises(Forbidden):
        edit_step(stage.viewer, row(1).id, 1, StepChange(title="Mine"))
    decide(stage.owner, Approval.objects.get(kind="plan").id, "Start")
    with pytest.raises(Conflict, match="No plan waits"):
        start_plan(stage.owner, root)
    stage.until_ended(goal)


def test_a_step_taken_back_on_its_page_while_the_plan_waits_begins_nothing(stage):
    goal = shown(stage, task("one", "first"), task("two", "second"))
    with stage.bells_lost():
        cancel_task(stage.owner, row(1).id)
    assert row(2).state == "planned"
    assert goal.outcome == "running"
