"""A worker that is lost in the middle of a call: tried again where that is harmless, else a person decides."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import OperationalError, transaction
from django.db.models.functions import Now

from apps.accounts.domain.errors import Refused
from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import AgentError, Result, Usage
from apps.chat.actions import decide, post_message, stop, turn_leases, turns
from apps.chat.domain.briefing import Spoken
from apps.chat.domain.protocol import parse
from apps.chat.jobs import attempts as jobs
from apps.chat.models import Turn
from apps.teams.actions import attempt_ends, attempts, leases
from apps.teams.actions.suspension import ACCEPT, CANCEL, RETRY
from apps.teams.domain.retries import LEASE
from apps.teams.models import Attempt, Goal, Task
from apps.teams.queries import work
from apps.teams.queries.repeatability import unrepeatable
from tests.asked import assignment
from tests.engine.beside import closing, somebody_waits_for_a_lock
from tests.engine.conftest import finish, task


def lose(stage, *, repeatable: bool, handle: str = "", result: str = "Sent.") -> Attempt:
    """A goal whose only attempt has lost its worker. `handle`: what the agent calls the work."""
    stage.agent("worker", {"result": result}, repeatable=repeatable)
    stage.voices(
        [
            {"do": "assign", "tasks": [task("send", "worker")], "answer": "send"},
            {"do": "conclude", "answer": "It was not sent.", "verdict": "partial"},
        ]
    )
    with stage.bells_lost():
        stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        attempt = stage.begin(1)
        attempts.note_handle(attempt.id, handle)
        leases.lapse([leases.call_name(attempt.id)])
        attempt_ends.expire_attempt(attempt.id)
    return attempt


def test_work_that_may_be_repeated_is_done_again(stage):
    lose(stage, repeatable=True)

    goal = stage.until_ended(Goal.objects.get())

    assert goal.answer == "Sent."
    assert list(Attempt.objects.order_by("number").values_list("state", flat=True)) == ["lost", "done"]


def test_work_that_the_agent_has_a_name_for_is_gone_on_with(stage):
    lose(stage, repeatable=False, handle="work 7", result="Went on with {handle}.")

    goal = stage.until_ended(Goal.objects.get())

    assert goal.answer == "Went on with work 7."
    assert list(Attempt.objects.order_by("number").values_list("state", flat=True)) == ["lost", "done"]


def test_an_answer_goes_to_the_work_that_asked(stage):
    stage.agent(
        "worker",
        {"accept": "work 7"},
        {"if_answered": [{"result": "{answer} for {handle}."}]},
        {"ask": "Which year?"},
    )
    stage.voices(
        [
            {"do": "assign", "tasks": [task("send", "worker")], "answer": "send"},
            {"do": "say", "text": "2019", "answers": 1},
        ]
    )
    goal = stage.until_ended(stage.launch())

    assert goal.answer == "2019 for work 7."


def test_work_that_failed_begins_anew(stage):
    stage.agent("worker", {"accept": "work 7"}, {"error": "No luck."})
    stage.voices([{"do": "assign", "tasks": [task("send", "worker")], "answer": "send"}])
    with stage.bells_lost():
        stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        attempt = stage.begin(1)
        attempts.note_handle(attempt.id, "work 7")
        finish(attempt.id, CallOutcome(AgentError("No luck.")))

    assert assignment(Attempt.objects.get(number=2).id).request.handle == ""


def test_a_call_whose_work_was_cancelled_is_given_up(stage):
    stage.agent("worker", {"result": "Sent."})
    stage.voices([{"do": "assign", "tasks": [task("send", "worker")], "answer": "send"}])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        attempt = stage.begin(1)
        assert work.cancelled_attempts([attempt.id]) == []
        stop(stage.owner, stage.root(goal).id)

    assert work.cancelled_attempts([attempt.id]) == [attempt.id]


def test_work_that_could_do_harm_twice_waits_for_a_person(stage):
    lose(stage, repeatable=False)
    stage.sweep()

    approval = stage.pending()
    assert (approval.kind, approval.options) == ("outcome", [RETRY, ACCEPT, CANCEL])
    assert "“Send”" in approval.question
    assert Task.objects.get().state == "unknown"
    assert Attempt.objects.count() == 1
    with pytest.raises(Refused):
        decide(stage.owner, approval.id, "Perhaps")


def test_a_person_has_it_done_again(stage):
    lose(stage, repeatable=False)

    decide(stage.operator, stage.pending().id, RETRY)

    goal = stage.until_ended(Goal.objects.get())
    assert (goal.outcome, goal.answer) == ("done", "Sent.")
    assert Attempt.objects.count() == 2


def test_a_person_takes_it_as_done(stage):
    lose(stage, repeatable=False)

    decide(stage.operator, stage.pending().id, ACCEPT)

    goal = stage.until_ended(Goal.objects.get())
    assert (goal.outcome, goal.answer) == ("done", "Accepted as done by a person; its outcome was unknown.")
    assert Attempt.objects.count() == 1


def test_a_person_cancels_it_and_the_team_goes_on(stage):
    lose(stage, repeatable=False)

    decide(stage.operator, stage.pending().id, CANCEL)

    goal = stage.until_ended(Goal.objects.get())
    assert (goal.outcome, goal.answer) == ("partial", "It was not sent.")
    assert stage.states(goal) == {1: "cancelled"}


def test_a_question_about_an_outcome_stays_open_when_somebody_speaks(stage):
    lose(stage, repeatable=False)
    stage.voices([{"do": "say", "text": "unused"}, {"do": "say", "text": "We wait for a decision."}])
    goal = Goal.objects.get()
    post_message(stage.owner, stage.root(goal).id, "What is going on?")

    assert stage.pending().kind == "outcome"
    assert Goal.objects.get().outcome == "running"


def test_the_result_of_a_lost_worker_is_kept_as_late_and_costs_what_it_cost(stage):
    attempt = lose(stage, repeatable=False)

    finish(attempt.id, CallOutcome(Result("Sent after all.", Usage(prompt_tokens=7, completion_tokens=3))))

    attempt.refresh_from_db()
    assert (attempt.state, attempt.result, attempt.prompt_tokens) == ("late", "Sent after all.", 7)
    assert Task.objects.get().state == "unknown"
    assert stage.root(Goal.objects.get()).spent_tokens == 10


def test_a_lease_that_still_holds_is_not_given_up(stage):
    stage.agent("worker")
    stage.voices([{"do": "assign", "tasks": [task("send", "worker")], "answer": "send"}])
    with stage.bells_lost():
        stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        attempt = stage.begin(1)
        attempt_ends.expire_attempt(attempt.id)

    attempt.refresh_from_db()
    assert attempt.state == "running"


def test_a_worker_that_stops_lets_others_take_over_at_once(stage):
    stage.agent("worker", {"result": "Done."})
    stage.voices([{"do": "assign", "tasks": [task("send", "worker")], "answer": "send"}])
    with stage.bells_lost():
        stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        leases.release([leases.call_name(stage.begin(1).id)])

    assert stage.until_ended(Goal.objects.get()).answer == "Done."
    assert Attempt.objects.get().state == "done", "it was handed back, which is no try that was lost"


def test_work_that_must_not_be_done_twice_and_was_given_back_waits_for_a_person_too(stage):
    stage.agent("worker", repeatable=False)
    stage.voices([{"do": "assign", "tasks": [task("send", "worker")], "answer": "send"}])
    with stage.bells_lost():
        stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        attempt = stage.begin(1)
        assert unrepeatable([attempt.id]) == [attempt.id]
        leases.release([leases.call_name(attempt.id)])
    stage.sweep()

    assert stage.pending().kind == "outcome"


def test_however_often_workers_have_to_end_a_task_and_a_turn_lose_no_try(stage):
    stage.agent("worker", {"result": "Done."})
    stage.voices([{"do": "assign", "tasks": [task("send", "worker")], "answer": "send"}])
    with stage.bells_lost():
        goal = stage.launch()
        for _ in range(12):
            turn_leases.release([stage.claim().call])
            stage.sweep()
        stage.speak(stage.claim(), stage.script()[0])
        for _ in range(12):
            leases.release([leases.call_name(stage.begin(1).id)])
            stage.sweep()

    assert stage.until_ended(goal).answer == "Done."
    assert Attempt.objects.get().number == 1


def lose_again(stage, task_of, times: int) -> None:
    """The worker is lost so often while it is at the task of that goal."""
    for _ in range(times):
        Attempt.objects.filter(state="ready").update(not_before=Now())
        attempt = Attempt.objects.get(task__team__goal=task_of, state="ready")
        assert attempts.claim_attempt(attempt.id, "a worker")
        leases.lapse([leases.call_name(attempt.id)])
        attempt_ends.expire_attempt(attempt.id)


def test_of_what_was_lost_again_and_again_only_one_is_at_work_at_a_time(stage):
    stage.agent("worker", {"result": "Done."})
    stage.voices([{"do": "assign", "tasks": [task("send", "worker")], "answer": "send"}])
    with stage.bells_lost():
        poison, innocent, other = (stage.launch() for _ in range(3))
        for goal in (poison, innocent, other):
            stage.speak(stage.claim(stage.root(goal)), stage.script()[0])
        lose_again(stage, poison, 3)
        lose_again(stage, innocent, 3)
        lose_again(stage, other, 2)
        ready = {goal.id: Attempt.objects.get(task__team__goal=goal, state="ready") for goal in Goal.objects.all()}
        assert attempts.claim_attempt(ready[poison.id].id, "a worker")
        assert not attempts.claim_attempt(ready[innocent.id].id, "a worker")
        assert attempts.claim_attempt(ready[other.id].id, "a worker")
        leases.lapse([leases.call_name(ready[poison.id].id)])
        attempt_ends.expire_attempt(ready[poison.id].id)
        Attempt.objects.filter(state="ready").update(not_before=Now())
        assert attempts.claim_attempt(ready[innocent.id].id, "a worker")
        finish(ready[innocent.id].id, CallOutcome(Result("Done.")))
        finish(ready[other.id].id, CallOutcome(Result("Done.")))
        lose_again(stage, poison, 1)
    for goal in (innocent, other):
        assert stage.until_ended(goal).answer == "Done."
    assert Task.objects.get(team__goal=poison).failure == "The worker was lost again and again at this task."


def test_a_turn_whose_worker_is_lost_is_taken_again_and_the_late_answer_changes_nothing(stage):
    stage.voices([{"do": "conclude", "answer": "The second worker's."}])
    with stage.bells_lost():
        goal = stage.launch()
        claimed = stage.claim()
        turn_leases.release([claimed.call])
    goal = stage.until_ended(goal)

    stage.speak(claimed, {"do": "conclude", "answer": "The first worker's."})

    assert goal.answer == Goal.objects.get().answer == "The second worker's."
    assert stage.kinds(goal) == ["goal", "conclusion"]
    assert list(stage.room(goal).turns.order_by("fence").values_list("number", "outcome")) == [
        (1, "lost"),
        (1, "spoken"),
    ]


def test_work_that_is_lost_again_and_again_fails(stage):
    stage.agent("worker", repeatable=True)
    stage.voices(
        [
            {"do": "assign", "tasks": [task("send", "worker")], "answer": "send"},
            {"do": "conclude", "answer": "No luck."},
        ]
    )
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        for _ in range(5):
            Attempt.objects.filter(state="ready").update(not_before=Now())
            leases.lapse([leases.call_name(stage.begin(1).id)])
            attempt_ends.expire_attempt(Attempt.objects.get(state="running").id)

    goal = stage.until_ended(goal)
    assert Task.objects.get().failure == "The worker was lost again and again at this task."
    assert goal.answer == "No luck."


def test_what_a_turn_cost_that_comes_late_is_booked_once_however_often_it_is_told(stage):
    stage.agent("worker")
    stage.voices([{"do": "assign", "tasks": [task("a", "worker")], "answer": "a"}])
    with stage.bells_lost():
        goal = stage.launch()
        claimed = stage.claim()
        Turn.objects.update(lease_until=Now())
        turns.expire(claimed.conversation_id)
        for _ in range(2):  # the commit went through, and its answer was lost
            said = parse(stage.script()[0], known_tasks=[])
            turns.record(claimed, Spoken(stage.script()[0], "scripted", usage=Usage(100, 0)), said, None)

        assert stage.root(goal).spent_tokens == 100


def test_what_an_agent_calls_its_work_is_not_lost_to_who_looks_after_the_lease_at_that_moment(stage):
    stage.agent("worker", {"result": "Went on with {handle}."}, repeatable=False)
    stage.voices([{"do": "assign", "tasks": [task("send", "worker")], "answer": "send"}])
    with stage.bells_lost(), ThreadPoolExecutor(1) as threads:
        stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        attempt = stage.begin(1)
        with attempts.lock_attempt(attempt.id) as (_, seen):  # as it is before the agent has said it
            noted = threads.submit(closing(attempts.note_handle), attempt.id, "work 7")
            stage.until(lambda: noted.done() or somebody_waits_for_a_lock())
            assert not noted.done()
            assert seen.handle == ""
        noted.result(20)

    assert Attempt.objects.get().handle == "work 7"


@pytest.mark.parametrize("kind", [Turn, Attempt])
def test_what_is_handed_back_and_what_is_recorded_meanwhile_do_not_wait_for_each_other(stage, kind):
    """A transaction of the writer holds one row and needs another, while a worker that ends gives both back."""
    stage.agent("worker")
    plan = {"do": "assign", "tasks": [task("a", "worker")], "answer": "a"}
    stage.voices([plan])
    with stage.bells_lost():
        goals = [stage.launch(), stage.launch()]
        claims = [stage.claim(stage.root(goal)) for goal in goals]
        names = [one.call for one in claims]
        if kind is Attempt:
            for one in claims:
                stage.speak(one, plan)
            ready = list(Attempt.objects.order_by("pk"))
            assert all(attempts.claim_attempt(one.pk, "this worker") for one in ready)
            names = [leases.call_name(one.pk) for one in ready]
    first, second = kind.objects.order_by("pk").values_list("pk", flat=True)
    held, failed = threading.Event(), []

    def record():
        try:
            with transaction.atomic():
                kind.objects.filter(pk=second).update(failure="")
                held.set()
                while not somebody_waits_for_a_lock():
                    time.sleep(0.01)
                kind.objects.filter(pk=first).update(failure="")
        except OperationalError as error:
            failed.append(error)

    recording = threading.Thread(target=closing(record))
    recording.start()
    assert held.wait(10)
    for release in (turn_leases.release, leases.release):
        release(names)
    recording.join(10)

    assert failed == []
    assert set(kind.objects.values_list("worker", flat=True)) == {""}
    for goal in goals:
        stage.until_ended(goal)


@pytest.mark.parametrize("taken_over", [True, False])
def test_a_worker_that_stood_still_before_its_call_calls_only_what_is_still_its_own(stage, monkeypatch, taken_over):
    """Its lease ran out meanwhile, and somebody else may have begun the work: the agent would do it twice."""
    stage.agent("worker")
    stage.voices([{"do": "assign", "tasks": [task("send", "worker")], "answer": "send"}])
    called, run_agent = [], jobs.run_agent

    def counted(*asked):
        called.append(asked)
        return run_agent(*asked)

    monkeypatch.setattr(jobs, "run_agent", counted)
    with stage.bells_lost():
        stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        attempt = stage.begin(1)
        standing = {"started_at": attempt.started_at - 2 * LEASE, "lease_until": attempt.started_at - LEASE}
        Attempt.objects.update(**standing)
        work = assignment(attempt.id)
        if taken_over:
            attempt_ends.expire_attempt(attempt.id)
        assert jobs.calls.try_slot()
        jobs._begin(attempt.id, lambda: work)

    assert len(called) == (0 if taken_over else 1)
    assert stage.until_ended(Goal.objects.get()).outcome == "done"
    assert len(called) == 1
