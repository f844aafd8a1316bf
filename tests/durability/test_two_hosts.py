"""Workers on two hosts: another name, another network, a writer of its own; the database and Redis are what they share.

The second host is a namespace on this machine, which the sockets of both services reach into.
"""

import shutil
import socket
import subprocess
from functools import partial

import pytest

from apps.chat.models import Turn
from apps.teams.models import Attempt, Goal
from tests.durability.conftest import environment_of
from tests.durability.workers import Workers

ELSEWHERE = "elsewhere"
APART = ("unshare", "--net", "--uts", "sh", "-c", f'hostname {ELSEWHERE} && exec "$@"', "sh")
GOALS = 12


def may_be_apart() -> bool:
    return bool(shutil.which("unshare")) and subprocess.run([*APART, "true"], capture_output=True).returncode == 0


pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(not may_be_apart(), reason="namespaces take root and util-linux"),
]


@pytest.fixture(scope="module")
def elsewhere(ground, broker, django_db_setup, django_db_blocker):
    with django_db_blocker.unblock():
        environment = environment_of(broker) | {"IOA_SCRIPT": str(ground / "script.json")}
    workers = Workers(ground, environment, APART)
    yield workers
    workers.end()


@pytest.fixture
def second_host(elsewhere):
    yield elsewhere
    elsewhere.close()


def hosts_at_work() -> dict[str, int]:
    """How many turns and calls each host took."""
    counts: dict[str, int] = {}
    for rows in (Turn.objects, Attempt.objects):
        for worker in rows.exclude(worker="").values_list("worker", flat=True):
            host = worker.split(":")[0]
            counts[host] = counts.get(host, 0) + 1
    return counts


def both_are_at_work(field) -> bool:
    """Whether both hosts took something; until then they are given one goal after the other."""
    if len(hosts_at_work()) == 2:
        return True
    if not Goal.objects.filter(outcome="running").exists():
        field.launch()
    return False


def test_two_hosts_share_the_goals_and_no_step_is_done_twice(field, second_host):
    field.workers.start()
    second_host.start()
    field.until(partial(both_are_at_work, field))  # a host that is ready late would find nothing to do
    for _ in range(GOALS):
        field.launch()

    field.until_all_ended()

    field.assert_all_is_well()
    assert set(field.traces().values()) == {1}
    assert set(hosts_at_work()) == {socket.gethostname()[:40], ELSEWHERE}


def test_what_a_host_was_at_when_it_went_is_ended_by_the_other(field, second_host):
    (gone,) = second_host.start()
    for _ in range(GOALS // 2):
        field.launch()
    field.until(field.at_work)
    assert set(hosts_at_work()) == {ELSEWHERE}

    second_host.kill(gone)
    field.let_leases_run_out(gone)
    field.workers.start()

    field.until_all_ended()
    field.assert_all_is_well()
    assert set(hosts_at_work()) == {socket.gethostname()[:40], ELSEWHERE}
