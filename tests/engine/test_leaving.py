"""A stop in two steps: agents are told to leave what they are at, and who has confirmed is counted."""

from datetime import timedelta

from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result
from apps.chat.actions import stop
from apps.chat.queries.stopped_work import STOP_PATIENCE
from apps.chat.queries.tree import tree
from apps.chat.queries.unchanged import unchanged_until
from apps.journal.queries import events_after
from apps.teams.actions.attempts import note_left
from apps.teams.models import Team
from tests.engine.conftest import finish, task

TWO = {"do": "assign", "tasks": [task("one", "first"), task("two", "second")], "answer": "one"}


def stopped(stage):
    """A goal that was stopped while two agents were at work, and their attempts."""
    stage.agent("first")
    stage.agent("second")
    stage.voices([TWO])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), TWO)
        attempts = [stage.begin(1), stage.begin(2)]
        stop(stage.operator, stage.root(goal).id)
    return goal, attempts


def leaving(goal, after=timedelta(0)):
    root = Team.objects.get(goal=goal, parent=None)
    return tree(goal.id, root.ended_at + after).root.leaving


def test_those_at_work_are_counted_as_they_leave(stage):
    goal, (one, two) = stopped(stage)
    assert (leaving(goal).confirmed, leaving(goal).agents, leaving(goal).is_waited_for) == (0, 2, True)
    note_left(one.id)
    note_left(one.id)
    assert (leaving(goal).confirmed, [face.handle for face in leaving(goal).silent]) == (1, ["second"])
    left = [event.payload for event in events_after(goal.id, 0, limit=1000) if event.kind == "attempt.left"]
    assert [(one["number"], one["handle"]) for one in left] == [(1, "first")]
    note_left(two.id)
    assert (leaving(goal).confirmed, leaving(goal).silent) == (2, ())


def test_who_does_not_answer_is_named_after_a_while_and_what_they_send_is_not_used(stage):
    goal, (one, two) = stopped(stage)
    note_left(one.id)
    assert not leaving(goal, STOP_PATIENCE).is_waited_for
    assert [face.handle for face in leaving(goal, STOP_PATIENCE).silent] == ["second"]
    finish(two.id, CallOutcome(Result("Too late.")))
    two.refresh_from_db()
    assert (two.state, two.task.result) == ("late", "")
    assert (leaving(goal).confirmed, leaving(goal).agents) == (2, 2)


def test_a_page_is_drawn_anew_when_the_wait_is_over(stage):
    goal, _ = stopped(stage)
    ended = Team.objects.get(goal=goal, parent=None).ended_at
    seen = tree(goal.id, ended + timedelta(seconds=4))
    assert unchanged_until(seen, ended + timedelta(seconds=4), ended + stage.hour) == ended + STOP_PATIENCE


def test_a_call_that_ended_before_is_no_agent_at_work(stage):
    stage.agent("first")
    stage.agent("second")
    stage.voices([TWO])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), TWO)
        finish(stage.begin(1).id, CallOutcome(Result("Done.")))
        stage.begin(2)
        stop(stage.operator, stage.root(goal).id)
    assert (leaving(goal).agents, [face.handle for face in leaving(goal).silent]) == (1, ["second"])
