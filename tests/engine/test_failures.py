"""What goes wrong is tried again where that helps, told where it does not, and never pretended away."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.db.models.functions import Now

from apps.agents import actions as agents
from apps.agents.actions import set_availability
from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import AgentError, Result
from apps.agents.domain.profile import Availability
from apps.agents.domain.registration import MINUTE
from apps.agents.models import Agent, Connection, RecentCall
from apps.agents.queries.agents import workspace_connection
from apps.chat.actions import notifications
from apps.journal.queries import events_after
from apps.teams.actions import attempts
from apps.teams.models import Attempt, Goal, Task
from tests.asked import assignment
from tests.engine.conftest import finish, task


def given(*tasks: dict, answer: str | None = None, then: tuple[dict | str, ...] = ()) -> list[dict | str]:
    """A script whose first turn gives these tasks."""
    return [{"do": "assign", "tasks": list(tasks), "answer": answer}, *then]


def launched(stage) -> Goal:
    with stage.bells_lost():
        return stage.launch()


# --- agents ---------------------------------------------------------------------------------------------------------


def test_an_error_that_may_pass_is_followed_by_another_try_after_a_while(stage):
    stage.agent("worker", {"result": "Done at last."})
    stage.voices(given(task("work", "worker"), answer="work"))
    launched(stage)
    with stage.bells_lost():
        stage.speak(stage.claim(), stage.script()[0])
        first = stage.begin(1)
        finish(first.id, CallOutcome(AgentError("The line is busy.")))

    second = Attempt.objects.get(number=2)
    first.refresh_from_db()
    assert (first.state, first.failure) == ("failed", "The line is busy.")
    assert (second.not_before - first.ended_at).total_seconds() == 1.0
    assert not attempts.claim_attempt(second.id, "too early")

    goal = stage.until_ended(Goal.objects.get())
    assert goal.answer == "Done at last."
    assert stage.states(goal) == {1: "done"}


def test_an_agent_that_is_busy_is_asked_when_it_wants_which_is_no_failure(stage):
    stage.agent("worker", {"result": "Done at last."})
    stage.voices(given(task("work", "worker"), answer="work"))
    launched(stage)
    with stage.bells_lost():
        stage.speak(stage.claim(), stage.script()[0])
        for _ in range(5):  # a failure would be tried three times
            asked = stage.begin(1)
            attempts.note_handle(asked.id, "job-7")
            finish(asked.id, CallOutcome(AgentError("Too many requests (429).", retry_after=7)))
            asked.refresh_from_db()
            assert (asked.state, asked.number, asked.reserved_tokens) == ("ready", 1, 0)
            assert (asked.not_before - Task.objects.get().state_at).total_seconds() == 7.0
            assert not attempts.claim_attempt(asked.id, "too early")
            assert assignment(asked.id).request.handle == "job-7"
            Attempt.objects.update(not_before=Now())
            Connection.objects.update(busy_until=Now())

    goal = stage.until_ended(Goal.objects.get())
    assert goal.answer == "Done at last."
    assert Attempt.objects.count() == 1
    assert Agent.objects.get().tasks_failed == 0


@pytest.mark.parametrize(("waited", "wants"), [(0, 61), (50, 20), (61, 1), (0, 10**30)])
def test_a_busy_agent_has_no_more_time_in_all_than_a_call_may_take(stage, waited, wants):
    stage.agent("worker", timeout_seconds=60)
    stage.voices(given(task("work", "worker"), answer="work", then=({"do": "conclude", "answer": "No."},)))
    launched(stage)
    with stage.bells_lost():
        stage.speak(stage.claim(), stage.script()[0])
        asked = stage.begin(1)
        Attempt.objects.update(busy_for=timedelta(seconds=waited))
        finish(asked.id, CallOutcome(AgentError("Too many requests (429).", retry_after=wants)))
    assert Task.objects.get().state == "failed"
    assert Attempt.objects.get().failure == "Too many requests (429)."
    stage.until_ended(Goal.objects.get())


def test_a_busy_agent_is_left_alone_by_everybody(stage):
    stage.agent("worker", {"result": "done"}, concurrency=1)
    stage.voices(given(task("one", "worker"), task("two", "worker"), answer="two"))
    launched(stage)
    with stage.bells_lost():
        stage.speak(stage.claim(), stage.script()[0])
        first = stage.begin(1)
    finish(first.id, CallOutcome(AgentError("Too many requests (429).", retry_after=30)))
    until = Agent.objects.get().connection.busy_until
    assert not Attempt.objects.exclude(state="ready").exists()
    assert not attempts.claim_attempt(Attempt.objects.get(task__number=2).id, "a worker")
    assert set(Attempt.objects.values_list("not_before", flat=True)) == {until}

    Attempt.objects.update(not_before=Now())
    Connection.objects.update(busy_until=Now())
    assert stage.until_ended(Goal.objects.get()).outcome == "done"


def test_the_end_of_a_call_that_is_told_twice_does_not_end_the_next_call_of_the_attempt(stage):
    stage.agent("worker")
    stage.voices(given(task("work", "worker"), answer="work"))
    launched(stage)
    with stage.bells_lost():
        stage.speak(stage.claim(), stage.script()[0])
        first = stage.begin(1)
        busy = CallOutcome(AgentError("Too many requests (429).", retry_after=1))
        notifications.finish_attempt(first.id, first.started_at, busy)
        Attempt.objects.update(not_before=Now())
        Connection.objects.update(busy_until=Now())
        assert attempts.claim_attempt(first.id, "another worker")
        notifications.finish_attempt(first.id, first.started_at, busy)
        again = Attempt.objects.get()
        assert (again.state, again.worker) == ("running", "another worker")
        notifications.finish_attempt(first.id, again.started_at, CallOutcome(Result("Done at last.")))
    assert stage.until_ended(Goal.objects.get()).answer == "Done at last."


def test_three_errors_fail_the_task_and_its_assigner_gives_it_to_somebody_else(stage):
    stage.agent("shaky", {"error": "The line is busy."})
    stage.agent("steady", {"result": "Done."})
    again = {"do": "assign", "tasks": [task("again", "steady")], "answer": "again"}
    stage.voices(given(task("work", "shaky"), answer="work", then=(again,)))

    goal = stage.until_ended(stage.launch())

    assert (goal.outcome, goal.answer) == ("done", "Done.")
    assert stage.states(goal) == {1: "failed", 2: "done"}
    assert Attempt.objects.filter(task__number=1, state="failed").count() == 3
    assert Agent.objects.get(handle="shaky").tasks_failed == 1


def test_a_permanent_error_is_not_tried_again_and_dependants_are_skipped(stage):
    stage.agent("broken", {"error": "No such account.", "permanent": True})
    stage.agent("writer")
    end = {"do": "conclude", "answer": "It could not be found out.", "verdict": "failed"}
    stage.voices(given(task("find", "broken"), task("write", "writer", after=("find",)), answer="write", then=(end,)))

    goal = stage.until_ended(stage.launch())

    assert (goal.outcome, goal.failure) == ("failed", "It could not be found out.")
    assert stage.states(goal) == {1: "failed", 2: "skipped"}
    assert Attempt.objects.count() == 1
    told = [message.text for message in stage.messages(goal) if message.kind == "failure"]
    assert "No such account." in told
    assert Task.objects.get(number=2).failure == "Skipped: it needs task 1, which gave no result."


def test_a_task_behind_a_skipped_one_is_skipped_too(stage):
    stage.agent("broken", {"error": "No.", "permanent": True})
    stage.agent("writer")
    chain = (
        task("a", "broken"),
        task("b", "writer", after=("a",)),
        task("c", "writer", after=("b",)),
        task("free", "writer"),
    )
    stage.voices(given(*chain, then=({"do": "conclude", "answer": "As far as it goes.", "verdict": "partial"},)))

    goal = stage.until_ended(stage.launch())

    assert goal.outcome == "partial"
    assert stage.states(goal) == {1: "failed", 2: "skipped", 3: "skipped", 4: "done"}


def test_a_task_behind_a_failed_one_and_behind_what_that_skips_is_skipped_once(stage):
    stage.agent("broken", {"error": "No.", "permanent": True})
    stage.agent("writer")
    chain = (
        task("find", "broken"),
        task("plot", "writer", after=("find",)),
        task("write", "writer", after=("find", "plot")),
    )
    stage.voices(given(*chain, then=({"do": "conclude", "answer": "Nothing was found.", "verdict": "failed"},)))

    goal = stage.until_ended(stage.launch())

    assert stage.states(goal) == {1: "failed", 2: "skipped", 3: "skipped"}
    told = [event.payload for event in events_after(goal.id, 0, limit=1000) if event.kind == "task.changed"]
    assert [task["number"] for task in told if task["state"] == "skipped"] == [2, 3]


def test_nobody_to_tell_concludes_with_what_there_is_marked_partial(stage):
    stage.agent("worker", {"result": "Half of it."})
    stage.agent("broken", {"error": "No.", "permanent": True})
    stage.voices(given(task("one", "worker"), task("two", "broken"), then=({"fail": "No model.", "permanent": True},)))

    goal = stage.until_ended(stage.launch())

    assert goal.outcome == "partial"
    assert "Half of it." in goal.answer


def test_an_agent_that_is_switched_off_before_its_turn_fails_the_task_by_name(stage):
    agent = stage.agent("worker")
    stage.voices(given(task("work", "worker"), answer="work", then=({"do": "conclude", "answer": "Without it."},)))
    launched(stage)
    with stage.bells_lost():
        stage.speak(stage.claim(), stage.script()[0])
    agents.set_enabled([agent], enabled=False)

    goal = stage.until_ended(Goal.objects.get())

    assert goal.answer == "Without it."
    assert Task.objects.get().failure == "The agent @worker was switched off."


def test_an_agent_that_went_offline_is_not_taken_for_new_work(stage):
    agent = stage.agent("worker", skill="painting fences")
    set_availability(workspace_connection(agent), Availability.OFFLINE)
    stage.voices(given(task("work", needs=("painting fences",)), answer="work"))

    goal = stage.until_ended(stage.launch())

    assert (goal.outcome, goal.missing_skills) == ("failed", ["painting fences"])
    assert not Task.objects.exists()


def test_a_busy_agent_is_asked_one_thing_after_the_other(stage):
    stage.agent("only", {"result": "done"}, concurrency=1)
    names = [f"t{number}" for number in range(4)]
    parts = [task(name, "only") for name in names]
    stage.voices(given(*parts, task("sum", "only", after=tuple(names)), answer="sum"))
    launched(stage)
    with stage.bells_lost():
        stage.speak(stage.claim(), stage.script()[0])
        running = stage.begin(1)
        waiting = Attempt.objects.get(task__number=2)
        assert not attempts.claim_attempt(waiting.id, "another worker")

    stage.sweep()
    assert Attempt.objects.filter(state="running").count() == 1
    finish(running.id, CallOutcome(Result("done")))  # rings for the next, and so on

    goal = Goal.objects.get()
    assert goal.outcome == "done"
    assert set(stage.states(goal).values()) == {"done"}


def test_an_agent_that_takes_few_calls_a_minute_gets_no_more(stage):
    stage.agent("only", {"result": "done"}, concurrency=9, calls_per_minute=2)
    names = [f"t{number}" for number in range(3)]
    stage.voices(given(*(task(name, "only") for name in names), answer=names[-1]))
    goal = stage.launch()
    stage.until(lambda: Attempt.objects.filter(state="done").count() == 2)
    waiting, calls = Attempt.objects.get(state="ready"), RecentCall.objects.order_by("at")
    assert waiting.not_before == calls[0].at + MINUTE

    RecentCall.objects.filter(pk=calls[0].pk).update(at=F("at") - MINUTE)
    Attempt.objects.filter(pk=waiting.pk).update(not_before=F("not_before") - MINUTE)
    assert stage.until_ended(goal).outcome == "done"
    assert RecentCall.objects.count() == 2  # what is past the minute is forgotten


def test_of_two_goals_that_wait_for_one_agent_the_urgent_one_is_first(stage):
    stage.agent("only", {"result": "done"}, concurrency=1)
    stage.voices(given(task("work", "only"), answer="work"))
    with stage.bells_lost():
        goals = [stage.launch(priority=priority) for priority in ("normal", "low", "high")]
        for goal in goals:
            stage.speak(stage.claim(stage.root(goal)), stage.script()[0])
        first = Attempt.objects.get(task__team__goal=goals[0])
        assert attempts.claim_attempt(first.id, "worker")
        for attempt in Attempt.objects.filter(state="ready"):
            assert not attempts.claim_attempt(attempt.id, "worker")

    finish(first.id, CallOutcome(Result("done")))

    for goal in goals:
        stage.until_ended(goal)
    done = Attempt.objects.order_by("ended_at").values_list("task__team__goal__priority", flat=True)
    assert list(done) == ["normal", "high", "low"]


# --- skills ---------------------------------------------------------------------------------------------------------


def test_a_skill_that_nobody_has_is_named_and_the_goal_fails(stage):
    stage.agent("worker", skill="counting ships")
    stage.voices(given(task("work", needs=("ordering a pizza",)), answer="work"))

    goal = stage.until_ended(stage.launch())

    assert (goal.outcome, goal.missing_skills) == ("failed", ["ordering a pizza"])
    assert "ordering a pizza" in goal.failure
    assert stage.room(goal).turns.count() == 2  # it was asked to word the need otherwise


def test_what_can_be_done_is_done_and_what_is_missing_makes_it_partial(stage):
    stage.agent("worker", {"result": "Nine ships."}, skill="counting ships")
    plan = given(task("count", needs=("counting ships",)), task("eat", needs=("ordering a pizza",)), answer="count")[0]
    stage.voices([plan])

    goal = stage.until_ended(stage.launch())

    assert (goal.outcome, goal.answer, goal.missing_skills) == ("partial", "Nine ships.", ["ordering a pizza"])


def test_an_owner_that_does_not_exist_is_named(stage):
    stage.voices(given(task("work", "nobody"), answer="work"))

    goal = stage.until_ended(stage.launch())

    assert goal.outcome == "failed"
    assert "@nobody" in goal.failure


# --- voices ---------------------------------------------------------------------------------------------------------


def test_a_voice_that_fails_for_a_moment_is_asked_again_and_the_turn_is_the_same(stage):
    stage.voices([{"fail": "The model is overloaded."}])
    launched(stage)
    stage.sweep()
    stage.voices([{"do": "conclude", "answer": "Here I am."}])

    goal = stage.until_ended(Goal.objects.get())

    assert goal.answer == "Here I am."
    turns = stage.room(goal).turns.order_by("id")
    assert {turn.number for turn in turns} == {1}
    assert [turn.outcome for turn in turns] == ["failed", "spoken"]


def test_a_voice_that_fails_again_and_again_ends_the_goal_with_its_reason(stage):
    stage.voices([{"fail": "The model is overloaded."}])

    goal = stage.until_ended(stage.launch())

    assert (goal.outcome, goal.failure) == ("failed", "The model is overloaded.")
    assert stage.room(goal).turns.count() == 3
    assert stage.kinds(goal) == ["goal", "failure"]


def test_a_voice_that_fails_for_good_is_not_asked_again(stage):
    stage.voices([{"fail": "The key was refused.", "permanent": True}])

    goal = stage.until_ended(stage.launch())

    assert (goal.outcome, goal.failure) == ("failed", "The key was refused.")
    assert stage.room(goal).turns.count() == 1


@pytest.mark.parametrize(
    "garbage",
    [
        "",
        "   ",
        '{"do": "conclude", "answer"',
        "x" * 200_001,
        {"do": "dance"},
        {"do": "assign", "tasks": []},
        {"do": "assign", "tasks": [task("a", "worker", after=("b",)), task("b", "worker", after=("a",))]},
        {"do": "conclude", "answer": "\x00"},
        {"do": "wait_for", "tasks": [99]},
    ],
    ids=["nothing", "blanks", "half", "huge", "unknown", "no-tasks", "cycle", "nul", "wait-for-nothing"],
)
def test_an_answer_that_can_not_be_used_is_asked_for_again_and_then_explained(stage, garbage):
    stage.agent("worker")
    stage.voices([garbage])

    goal = stage.until_ended(stage.launch())

    assert goal.outcome == "failed"
    assert goal.failure.startswith("The answers could not be used")
    assert [message.data["about"] for message in stage.messages(goal) if message.kind == "notice"] == ["repair"] * 2
    assert stage.room(goal).turns.count() == 3


def test_one_bad_answer_is_repaired_by_the_next(stage):
    stage.voices([{"do": "dance"}, {"do": "conclude", "answer": "Sorry: 42."}])

    goal = stage.until_ended(stage.launch())

    assert goal.answer == "Sorry: 42."


def test_words_that_are_no_object_are_a_thing_said(stage):
    stage.voices(["I shall think about it.", {"do": "conclude", "answer": "Thought."}])

    goal = stage.until_ended(stage.launch())

    assert stage.kinds(goal) == ["goal", "say", "conclusion"]


def test_one_goal_that_fails_leaves_another_alone(stage):
    stage.agent("worker", {"result": "fine"})
    stage.voices({"Bad": [{"do": "dance"}], "*": given(task("work", "worker"), answer="work")})

    bad, good = stage.launch("Bad"), stage.launch("Good")

    assert stage.until_ended(bad).outcome == "failed"
    assert stage.until_ended(good).answer == "fine"
