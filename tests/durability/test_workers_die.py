"""Workers that are killed in the middle of goals."""

import pytest

pytestmark = pytest.mark.processes


def test_a_goal_ends_when_nobody_dies(field):
    field.workers.start()
    field.launch()
    field.until_all_ended()
    field.assert_all_is_well()


def test_a_worker_killed_during_calls_of_agents_is_replaced_and_every_goal_ends_once(field):
    (pid,) = field.workers.start()
    for _ in range(3):
        field.launch()
    field.until(field.at_work)
    field.workers.kill(pid)
    field.let_leases_of_the_dead_run_out()
    field.until_all_ended()
    field.assert_all_is_well()
