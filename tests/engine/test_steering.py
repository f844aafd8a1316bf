"""What a person says into work that goes on reaches the task that an agent is doing, and makes no other task."""

import pytest

from apps.accounts.domain.errors import Refused
from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result
from apps.chat.actions import post_message
from apps.chat.queries.hearing import who_hears
from apps.teams.models import Attempt, Goal, Task
from tests.engine.conftest import finish, task


def at_work(stage, *, answer: str = "first"):
    """A goal with two tasks that agents are at, and their attempts."""
    stage.agent("first", {"result": "{told}"})
    stage.agent("second", {"result": "second did it."})
    tasks = [task("first", "first"), task("second", "second")]
    stage.voices([{"do": "assign", "tasks": tasks, "answer": answer}, {"do": "say", "text": "Noted."}])
    goal = stage.launch("A dinner for 12 people")
    stage.speak(stage.claim(), stage.script()[0])
    return goal, stage.begin(1), stage.begin(2)


def overtaken():
    """Which attempts don't know of what was said since they began, by id."""
    return dict(Attempt.objects.values_list("id", "overtaken"))


def test_steering_reaches_the_named_agent_alone_and_wakes_nobody_else(stage):
    with stage.bells_lost():
        goal, first, second = at_work(stage)
        turns = stage.room(goal).turns.count()
        said = post_message(stage.owner, stage.root(goal).id, "@first also count the children.", "steer")
        assert stage.room(goal).turns.count() == turns
        assert overtaken() == {first.id: True, second.id: False}
        finish(second.id, CallOutcome(Result("second did it.")))
        finish(first.id, CallOutcome(Result("A table for 12.")))
    goal = stage.until_ended(goal)

    assert said.data == {"tasks": [1]}
    assert Task.objects.count() == 2
    assert ": @first also count the children." in goal.answer
    assert Task.objects.get(number=2).attempts.count() == 1


def test_an_interruption_has_the_agent_begin_again_with_the_words_untouched(stage):
    with stage.bells_lost():
        goal, first, second = at_work(stage)
        post_message(stage.operator, stage.root(goal).id, "@first stop: 22, not 12.", "interrupt")
        first.refresh_from_db()
        assert (first.state, Task.objects.get(number=1).state) == ("cancelled", "ready")
        finish(second.id, CallOutcome(Result("second did it.")))
    goal = stage.until_ended(goal)

    assert ": @first stop: 22, not 12." in goal.answer
    assert Task.objects.count() == 2
    assert list(Attempt.objects.filter(task__number=1).order_by("number").values_list("state", flat=True)) == [
        "cancelled",
        "done",
    ]


def test_without_a_name_it_is_for_all_who_are_at_work(stage):
    with stage.bells_lost():
        goal, _, _ = at_work(stage)
        said = post_message(stage.owner, stage.root(goal).id, "In euros.", "steer")
    assert said.data == {"tasks": [1, 2]}
    assert not Attempt.objects.filter(overtaken=False).exists()


@pytest.mark.parametrize("how", ["steer", "interrupt"])
def test_where_nobody_is_at_work_it_is_refused_with_what_to_do(stage, how):
    stage.voices([{"do": "conclude", "answer": "Understood."}])
    with stage.bells_lost():
        goal = stage.launch()
        with pytest.raises(Refused, match="Send it instead"):
            post_message(stage.owner, stage.root(goal).id, "In euros.", how)
    assert Goal.objects.get(id=goal.id).outcome == "running"


def test_an_agent_that_has_nothing_to_do_now_is_named_in_the_refusal(stage):
    with stage.bells_lost():
        goal, _, second = at_work(stage)
        finish(second.id, CallOutcome(Result("second did it.")))
        with pytest.raises(Refused, match="@second is not at work"):
            post_message(stage.owner, stage.root(goal).id, "@second also this.", "steer")


def test_what_is_sent_to_an_agent_by_its_name_reaches_the_one_task_that_it_is_doing(stage):
    with stage.bells_lost():
        goal, first, second = at_work(stage)
        turns = stage.room(goal).turns.count()
        said = post_message(stage.owner, stage.root(goal).id, "@first also count the children.")
        assert (said.delivery, said.text, said.data) == ("steer", "@first also count the children.", {"tasks": [1]})
        assert stage.room(goal).turns.count() == turns
        finish(second.id, CallOutcome(Result("second did it.")))
        finish(first.id, CallOutcome(Result("A table for 12.")))
    goal = stage.until_ended(goal)

    assert Task.objects.count() == 2
    assert ": @first also count the children." in goal.answer


@pytest.mark.parametrize(
    "text", ["Ask @first to count the children.", "@first and @third also count the children.", "@nobody count them."]
)
def test_what_only_speaks_of_an_agent_or_names_one_that_is_idle_is_for_the_next_turn(stage, text):
    with stage.bells_lost():
        goal, _, _ = at_work(stage)
        said = post_message(stage.owner, stage.root(goal).id, text)
    assert (said.delivery, said.data) == ("next_turn", {})


def test_who_is_left_alone_gets_no_turn_and_no_work_anew(stage):
    with stage.bells_lost():
        goal, first, second = at_work(stage)
        room = stage.room(goal)
        turn = room.turn
        lead = who_hears(stage.owner, stage.root(goal), "In euros.").hearers[0]
        post_message(stage.owner, stage.root(goal).id, "In euros.", not_waking=[lead.handle, "second"])
        room.refresh_from_db()
        assert (room.turn, room.turn_state) == (turn, "none")
        assert overtaken() == {first.id: True, second.id: False}
        post_message(stage.owner, stage.root(goal).id, "In dollars.", not_waking=["second"])
        room.refresh_from_db()
        assert (room.turn, room.turn_state) == (turn + 1, "due")
        assert overtaken() == {first.id: True, second.id: False}


def test_steering_leaves_out_who_is_to_be_left_alone_but_not_everybody(stage):
    with stage.bells_lost():
        goal, _, _ = at_work(stage)
        said = post_message(stage.owner, stage.root(goal).id, "In euros.", "steer", not_waking=["first"])
        assert said.data == {"tasks": [2]}
        with pytest.raises(Refused, match="All whom this is for are left out"):
            post_message(stage.owner, stage.root(goal).id, "In euros.", "steer", not_waking=["first", "second"])


def test_after_the_end_who_opens_the_round_cannot_be_left_out(stage):
    stage.voices([{"do": "conclude", "answer": "Understood."}])
    goal = stage.until_ended(stage.launch())
    lead = who_hears(stage.owner, stage.root(goal), "And?").hearers[0]
    assert lead.why == "opens a new round"
    with pytest.raises(Refused, match="opens the new round"):
        post_message(stage.owner, stage.root(goal).id, "And?", not_waking=[lead.handle])
    post_message(stage.operator, stage.root(goal).id, "For us.", "note", not_waking=[lead.handle])
    goal.refresh_from_db()
    assert (goal.outcome, goal.paid_by_id) == ("done", stage.owner.user_id), (
        "a note opens no round and is paid by nobody"
    )
