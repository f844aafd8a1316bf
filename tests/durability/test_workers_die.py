"""Workers that are killed, held up and asked to go in the middle of goals."""

import os
import signal
import time

import pytest

from apps.chat.models import Turn
from apps.journal.actions import clock
from apps.teams.models import Attempt, Task
from tests.durability.conftest import TRIALS
from tests.durability.workers import lives, wait_for_death

pytestmark = pytest.mark.processes

KILLS = 3
KILLED_AFTER = 25  # seconds; the supervisor gives five more


@pytest.mark.slow
def test_goals_end_when_nobody_dies(field):
    field.workers.start(2)
    field.launch()
    field.launch()
    field.until_all_ended()
    field.assert_all_is_well()
    assert set(field.traces().values()) == {1}


def test_a_worker_killed_during_calls_of_agents_is_replaced_and_every_goal_ends_once(field):
    (pid,) = field.workers.start()
    for _ in range(3):
        field.launch()
    field.until(field.at_work)
    field.workers.kill(pid)
    field.let_leases_run_out()
    field.until_all_ended()
    field.assert_all_is_well()


@pytest.mark.slow
def test_a_worker_killed_during_a_turn_is_replaced_and_the_same_turn_is_taken_again(field):
    field.one_task(wait=0.5)
    (pid,) = field.workers.start()
    field.launch()
    field.until(Turn.objects.filter(outcome="open").exists)
    field.workers.kill(pid)
    field.let_leases_run_out()
    field.until_all_ended()
    field.assert_all_is_well()
    assert list(Turn.objects.order_by("fence").values_list("number", "outcome")) == [(1, "lost"), (1, "spoken")]


def test_what_may_have_been_done_and_must_not_be_done_twice_waits_for_a_person(field):
    field.one_task({"wait": 0.5}, repeatable=False)
    (pid,) = field.workers.start()
    field.launch()
    field.until(field.at_work)
    field.workers.kill(pid)
    field.let_leases_run_out()
    field.until_all_ended()
    field.assert_all_is_well()
    assert Attempt.objects.get().state == "lost"
    assert Task.objects.get().result.startswith("Accepted as done by a person")


def test_who_was_held_up_past_the_lease_of_a_call_comes_late_and_changes_nothing(field):
    field.one_task({"wait": 1.5})
    (slow,) = field.workers.start()
    field.launch()
    field.until(field.at_work)
    field.hold_up(slow)
    field.workers.start()
    field.let_leases_run_out(slow)
    field.until_all_ended()
    told = field.messages(field.goals[0])
    os.kill(slow, signal.SIGCONT)
    field.until(Attempt.objects.filter(state="late").exists)
    field.assert_all_is_well()
    assert list(Attempt.objects.order_by("number").values_list("state", "result")) == [
        ("late", "done"),
        ("done", "done"),
    ]
    assert field.messages(field.goals[0]) == told
    assert set(field.traces()) == {str(Task.objects.get().id)}  # repeated, under the same key


@pytest.mark.slow
def test_who_was_held_up_past_the_lease_of_a_turn_comes_late_and_only_its_cost_is_booked(field):
    field.one_task(wait=1.5)
    (slow,) = field.workers.start()
    field.launch()
    field.until(Turn.objects.filter(outcome="open").exists)
    field.hold_up(slow)
    field.workers.start()
    field.let_leases_run_out(slow)
    field.until_all_ended()
    os.kill(slow, signal.SIGCONT)
    field.until(Turn.objects.filter(outcome="lost", prompt_tokens=100).exists)
    field.assert_all_is_well()
    assert Turn.objects.filter(outcome="spoken").count() == 1


def test_a_worker_that_is_asked_to_go_finishes_its_calls_and_another_goes_on(field):
    field.workers.start()
    for _ in range(3):
        field.launch()
    field.until(field.at_work)
    (leaving,) = field.workers.pids
    field.workers.drain(leaving)
    field.workers.start()
    field.until_all_ended()
    wait_for_death(leaving)
    field.assert_all_is_well()
    assert set(field.traces().values()) == {1}
    assert not Attempt.objects.filter(state="lost").exists()
    assert not Turn.objects.filter(outcome="lost").exists()


@pytest.mark.slow
def test_a_call_that_outlasts_the_drain_is_taken_over_without_waiting_for_its_lease(field):
    field.one_task({"wait": 30})
    field.workers.start()
    field.launch()
    field.until(field.at_work)
    (leaving,) = field.workers.pids
    field.workers.drain(leaving)
    field.workers.start()
    field.until(lambda: not lives(leaving))
    assert not Attempt.objects.filter(worker__contains=f":{leaving}:").exists(), "it was handed back"
    field.until(field.at_work)
    field.until_all_ended()
    field.assert_all_is_well()
    assert Attempt.objects.get().state == "done", "no try was lost"


@pytest.mark.slow
def test_a_worker_with_much_in_hand_and_more_waiting_hands_it_all_back_in_seconds(field):
    field.one_task({"wait": 12}, concurrency=40)
    field.workers.start()
    for _ in range(80):
        field.launch()
    field.until(lambda: Attempt.objects.filter(state="running").count() == 40)
    (leaving,) = field.workers.pids
    field.workers.drain(leaving)
    wait_for_death(leaving, KILLED_AFTER)
    assert not Attempt.objects.filter(state="running", lease_until__gt=clock()).exists()
    field.workers.start()
    field.until_all_ended()
    field.assert_all_is_well()
    assert not Attempt.objects.filter(state="lost").exists()
    assert not Turn.objects.filter(outcome="lost", worker__gt="").exists()


@pytest.mark.slow
@pytest.mark.parametrize("trial", range(TRIALS or 2))
def test_goals_end_once_however_often_and_whenever_workers_are_killed(field, chance, trial):
    field.workers.start(2)
    for _ in range(4):
        field.launch()
    for _ in range(KILLS):
        moment = time.monotonic() + chance.uniform(0.1, 3)
        field.until(lambda moment=moment: time.monotonic() > moment)
        field.workers.kill(chance.choice(field.workers.pids))
    field.until_all_ended()
    field.assert_all_is_well()
