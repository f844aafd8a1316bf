"""Redis emptied, killed, away; Postgres connections cut: in the middle of goals."""

import os
import time

import psycopg
import pytest
import redis
from django.db import connection

from apps.teams.models import Attempt, Goal
from tests.durability.conftest import TRIALS

pytestmark = pytest.mark.processes


def cut_connections() -> int:
    """End every connection to the test's database but this one; gives how many."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select count(pg_terminate_backend(pid)) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid()"
        )
        return cursor.fetchone()[0]


def empty(broker) -> None:
    with redis.Redis.from_url(broker.url) as client:
        client.flushall()


def restart_empty(broker) -> None:
    broker.kill()
    broker.start()


def test_goals_end_when_redis_is_emptied_in_the_middle(field):
    field.workers.start()
    field.launch()
    field.until(field.at_work)
    empty(field.broker)
    field.launch()
    field.until_all_ended()
    field.assert_all_is_well()


def test_a_goal_is_accepted_while_redis_is_down_and_ends_once_it_is_back(field):
    field.workers.start()
    field.launch()
    field.until(field.at_work)
    field.broker.kill()
    field.launch()
    field.broker.start()
    field.until_all_ended()
    field.assert_all_is_well()


def test_goals_end_when_connections_to_postgres_are_cut(field):
    field.workers.start()
    field.launch()
    field.launch()
    field.until(field.at_work)
    assert cut_connections() > 0
    field.until_all_ended()
    field.assert_all_is_well()


@pytest.mark.slow
def test_a_result_that_found_its_connection_cut_is_not_lost(field):
    field.one_task({"wait": 0.3}, repeatable=False)
    field.workers.start()
    field.launch()
    field.until(field.effects.exists)
    until = time.monotonic() + 1
    while time.monotonic() < until:
        cut_connections()
    field.until_all_ended()
    field.assert_all_is_well()
    assert Attempt.objects.get().state == "done"


@pytest.mark.slow
def test_a_process_that_stops_in_a_transaction_holds_up_its_goal_for_seconds_only(field):
    field.workers.start()
    held, other = field.launch(), field.launch()
    with psycopg.connect(os.environ["DATABASE_URL"], dbname=connection.settings_dict["NAME"]) as stopped:
        stopped.execute("set idle_in_transaction_session_timeout = '10s'")
        stopped.execute("select from journal_stream where id = %s for update", [held.id])
        field.until(lambda: Goal.objects.filter(id=other.id).exclude(outcome="running").exists())
        field.until_all_ended()
        with pytest.raises(psycopg.Error, match="idle-in-transaction"):
            stopped.execute("select 1")
    field.assert_all_is_well()


@pytest.mark.slow
@pytest.mark.parametrize("trial", range(TRIALS or 1))
def test_goals_end_whatever_fails_and_whenever(field, chance, trial):
    field.workers.start(2)
    for _ in range(4):
        field.launch()
    for _ in range(5):
        moment = time.monotonic() + chance.uniform(0.1, 1.5)
        field.until(lambda moment=moment: time.monotonic() > moment)
        chance.choice([cut_connections, lambda: empty(field.broker), lambda: restart_empty(field.broker)])()
    field.until_all_ended()
    field.assert_all_is_well()
