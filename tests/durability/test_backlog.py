"""More goals at once than a worker can carry: they all end, at the steady rate, and no agent is called twice."""

import os
import sys
import time

import pytest
from django.db.models import Count

from apps.chat.models import Turn
from apps.teams.models import Attempt, Goal
from tests.durability.workers import wait_for_death

pytestmark = [pytest.mark.processes, pytest.mark.slow, pytest.mark.timeout(3600)]

GOALS = int(os.environ.get("IOA_BACKLOG", "2000"))
STEADY = 200  # goals from which the steady rate is taken
AT_ONE_TIME = 8  # of them
KILLS = 30
MARGIN = 1.5  # times what the steady rate lets expect; the machine is shared
PATIENCE = 3000  # seconds


def steady_seconds(field) -> float:
    """Seconds a goal, when there are never more than a few at one time."""
    began, given = time.monotonic(), 0
    while ended(field) < STEADY:
        while given < STEADY and given - ended(field) < AT_ONE_TIME:
            field.launch()
            given += 1
        field.sweep_now_and_then()
        time.sleep(0.02)
    return (time.monotonic() - began) / STEADY


def ended(field) -> int:
    return Goal.objects.exclude(outcome="running").count()


def given_at_once(field) -> None:
    """All goals are there before anybody works on them, and the doorbell was rung for each."""
    for _ in range(GOALS):
        field.launch()


def report(capsys, **said) -> None:
    with capsys.disabled():
        sys.stdout.write("\n" + " ".join(f"{name}={value}" for name, value in said.items()) + "\n")


def test_a_backlog_is_worked_off_at_the_steady_rate_and_each_agent_is_called_once(field, capsys):
    field.one_task({"wait": 0.3}, concurrency=1000)
    field.workers.start()
    usual = steady_seconds(field)
    field.workers.close()
    given_at_once(field)
    began = time.monotonic()
    field.workers.start()
    field.until_all_ended(PATIENCE)
    took = time.monotonic() - began
    lost = Turn.objects.filter(outcome="lost").count() + Attempt.objects.filter(state="lost").count()
    twice = sum(times > 1 for times in field.traces().values())
    report(capsys, goals=GOALS, steady_s=round(usual * GOALS, 1), took_s=round(took, 1), lost=lost, twice=twice)
    assert Goal.objects.exclude(outcome="done").count() == 0
    assert (lost, twice) == (0, 0)
    assert took <= MARGIN * usual * GOALS


def test_a_backlog_is_worked_off_after_a_worker_that_was_killed_again_and_again(field, chance, capsys):
    field.one_task({"wait": 0.3}, concurrency=1000)
    (pid,) = field.workers.start()
    usual = steady_seconds(field)
    given_at_once(field)
    for _ in range(KILLS):
        moment = time.monotonic() + chance.uniform(1, 4)
        field.until(lambda moment=moment: time.monotonic() > moment)
        (pid,) = field.workers.pids
        field.workers.kill(pid)
        wait_for_death(pid)
    began, left = time.monotonic(), GOALS - ended(field)
    field.until_all_ended(PATIENCE)
    took = time.monotonic() - began
    again = dict(field.traces().most_common(3))
    report(capsys, left=left, steady_s=round(usual * left, 1), took_s=round(took, 1), most_called=again)
    assert Goal.objects.exclude(outcome="done").count() == 0
    lost = Attempt.objects.filter(state="lost").values("task").annotate(times=Count("id"))
    called = {str(row["task"]): row["times"] + 1 for row in lost}
    assert all(times <= called.get(key, 1) for key, times in field.traces().items())  # again only where one was lost
