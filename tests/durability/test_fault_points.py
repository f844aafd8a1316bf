"""A process dies at a named point, once. A point that was never reached fails."""

import pytest

from apps.core.faults import POINTS
from apps.teams.models import Goal
from tests.durability.conftest import TRIALS
from tests.durability.workers import wait_for_death

pytestmark = pytest.mark.processes

OFTEN = ("before_commit", "after_commit", "after_call")  # the others are in the slow suite
REACHED = {"speak": 3, "call": 3, "ring": 5}  # how often a worker is at these points on the way of one goal, at least
SHARED = [point for point in POINTS if "shared" in point]
OF_ONE = [point for point in POINTS if point not in SHARED]
OF_A_DOOR = [point for point in OF_ONE if point.endswith(("commit", "ring", "publish"))]


def each(points, often):
    return [pytest.param(point, marks=() if point in often else pytest.mark.slow) for point in points]


def armed(field, point, hit=1):
    return {"IOA_FAULT_POINT": point, "IOA_FAULT_MARK": str(field.mark), "IOA_FAULT_HIT": str(hit)}


def until_it_fired(field):
    field.until(field.mark.exists)
    wait_for_death((field.workers.dead or field.workers.pids)[0])  # it may have been replaced meanwhile
    field.workers.keep()
    field.let_leases_run_out()


@pytest.mark.parametrize("point", each(OF_ONE, OFTEN))
def test_a_goal_survives_the_death_of_its_worker(field, point):
    field.one_task()
    field.workers.start(**armed(field, point))
    field.launch()
    until_it_fired(field)
    field.until_all_ended()
    field.assert_all_is_well()


@pytest.mark.slow
@pytest.mark.parametrize("trial", range(TRIALS or 1))
@pytest.mark.parametrize("point", OF_ONE)
def test_a_goal_with_a_subteam_survives_the_death_of_its_worker_wherever_it_is(field, chance, point, trial):
    hit = chance.randint(2, next((most for part, most in REACHED.items() if point.endswith(part)), 12))
    field.workers.start(**armed(field, point, hit))
    field.launch()
    until_it_fired(field)
    field.until_all_ended()
    field.assert_all_is_well()


@pytest.mark.parametrize("point", each(OF_A_DOOR, OFTEN[:2]))
def test_a_goal_whose_door_dies_is_there_and_ends_or_is_not_there(field, point):
    field.one_task()
    door = field.workers.launch("Do the work", field.owner, **armed(field, point))
    wait_for_death(door)
    assert field.mark.exists()
    field.goals += Goal.objects.all()
    assert len(field.goals) == (point != "before_commit")
    field.workers.start()
    field.until_all_ended()
    field.assert_all_is_well()


@pytest.mark.parametrize("point", SHARED)
def test_goals_that_share_a_transaction_survive_the_death_of_their_writer(field, chance, point):
    """The transaction in which it dies is one of several goals: else the point is not reached."""
    field.one_task()
    with field.bells_lost():
        for number in range(12):
            field.launch(f"Do the work {number}")
    field.workers.start(**armed(field, point, chance.randint(1, 3)))
    until_it_fired(field)
    field.until_all_ended()
    field.assert_all_is_well()
