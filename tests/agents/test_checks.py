"""Agents are looked after: one that keeps failing is left out of teams, says why, and comes back by itself."""

import contextlib
import os
from datetime import timedelta

import psycopg
import pytest
from celery import current_app
from django.db import connection
from django.utils import timezone

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import NotFound
from apps.accounts.models import Member
from apps.agents import jobs
from apps.agents.actions import record_outcomes, register_agent, trials
from apps.agents.actions.probes import KEPT, TEST_MARGIN, note_check, take_due
from apps.agents.connectors.socket.connector import NOT_CONNECTED
from apps.agents.domain.calls import ProbeResult
from apps.agents.domain.health import OUT_AFTER, Health, after_check, until_next
from apps.agents.domain.profile import Availability
from apps.agents.domain.registration import AgentProfile
from apps.agents.models import Agent, AgentCheck, Connection, Trial
from apps.agents.queries import candidates_by_handle
from apps.agents.queries.checks import check_of, checks_of
from ioa_web.schedule import beat_schedule
from tests import factories
from tests.agents.connectors.fake_agent import agent as fake_agent
from tests.agents.connectors.fake_agent import as_json, served

FINE, BROKEN, GONE = (
    ProbeResult(),
    ProbeResult(problem="It failed."),
    ProbeResult(problem="Nobody is there.", reachable=False),
)
MINUTE, USUAL = timedelta(minutes=1), timedelta(minutes=5)


@pytest.mark.parametrize(
    ("failing", "card", "health"),
    [
        (0, FINE, Health(Availability.ONLINE, 0, "")),
        (9, FINE, Health(Availability.ONLINE, 0, "")),
        (0, BROKEN, Health(Availability.UNSTABLE, 1, "It failed.")),
        (OUT_AFTER - 1, BROKEN, Health(Availability.OFFLINE, OUT_AFTER, "It failed.")),
        (0, GONE, Health(Availability.OFFLINE, 1, "Nobody is there.")),
    ],
)
def test_presence_follows_from_how_checks_went(failing, card, health):
    assert after_check(failing, card) == health


@pytest.mark.parametrize(("failing", "gap"), [(0, USUAL), (1, MINUTE), (3, 3 * MINUTE), (5, USUAL), (99, USUAL)])
def test_one_that_fails_is_looked_at_again_soon_and_then_less_often(failing, gap):
    assert until_next(failing, USUAL) == gap


@pytest.fixture
def courier(workspace):
    def register(url="http://127.0.0.1:1/run", handle="courier"):
        profile = AgentProfile(handle=handle, name="Courier", connector="http", connector_config={"url": url})
        return Agent.objects.get(pk=register_agent(workspace.pk, profile))

    return register


def due(row):
    """Make the row's next check due; gives the row as it is."""
    Connection.objects.filter(agent=row.pk).update(check_at=None)
    row.refresh_from_db()
    return row


@pytest.mark.parametrize("card", [BROKEN, GONE])
def test_one_that_left_while_it_was_tested_says_that_it_is_not_connected(workspace, card):
    agent = register_agent(workspace.pk, AgentProfile(handle="laptop", name="Laptop", connector="socket"))
    away = {"availability": Availability.OFFLINE, "problem": NOT_CONNECTED}
    rows = Connection.objects.filter(agent=agent)
    rows.update(**away)
    note_check(rows.get().pk, card, tested=True)
    assert rows.values(*away).get() == away
    assert [check.problem for check in checks_of(agent, 1)] == [card.problem]
    note_check(rows.get().pk, FINE, tested=True)
    assert rows.get().availability == Availability.ONLINE


def test_an_agent_that_keeps_failing_is_out_and_comes_back_by_itself(workspace, courier):
    row = courier()
    for _ in range(OUT_AFTER):
        note_check(row.connection_id, BROKEN, tested=True)
    row.refresh_from_db()
    assert (row.connection.availability, row.connection.problem, row.connection.failing) == (
        "offline",
        "It failed.",
        OUT_AFTER,
    )
    assert row.connection.out_since
    assert candidates_by_handle(workspace.pk, ["courier"])["courier"].availability is Availability.OFFLINE
    note_check(row.connection_id, FINE, tested=True)
    row.refresh_from_db()
    assert (row.connection.availability, row.connection.problem, row.connection.failing, row.connection.out_since) == (
        "online",
        "",
        0,
        None,
    )


def test_the_first_check_tests_and_later_ones_only_look(courier):
    with fake_agent(as_json({"conclusion": "I carry."}), as_json({}, 404)) as server:
        row = courier(server.url)
        jobs.check_agents()
        jobs.check_agents()
        assert [(each.method, each.path) for each in server.asked[1:]] == [("GET", "/openapi.json")]
        due(row)
        jobs.check_agents()
    assert [request.method for request in server.asked] == ["POST", "GET", "HEAD"]
    assert [(check.tested, check.problem) for check in checks_of(row.pk, 9)] == [(False, ""), (True, "")]
    assert due(row).connection.availability == "online"


def test_after_a_failed_task_an_agent_is_tested_at_once(courier):
    row = courier()
    note_check(row.connection_id, FINE, tested=True)
    assert check_of(row.connection_id).needs_test is False
    record_outcomes({row.connection_id: (0, 1)})
    assert check_of(row.connection_id).needs_test is True
    assert take_due(9) == [row.connection_id]


def test_a_glance_does_not_bring_back_who_failed_its_test(courier):
    row = courier()
    note_check(row.connection_id, BROKEN, tested=True)
    assert check_of(row.connection_id).needs_test is True


def test_a_server_that_is_broken_or_gone_is_seen_at_a_glance(courier):
    with fake_agent(as_json({}, 503)) as server:
        row = courier(server.url)
        note_check(row.connection_id, FINE, tested=True)
        due(row)
        jobs.check_agents()
        assert "not at work (503)" in due(row).connection.problem
    note_check(row.connection_id, FINE, tested=True)
    due(row)
    jobs.check_agents()
    assert due(row).connection.availability == "offline"
    assert "is it running?" in row.connection.problem


@pytest.mark.usefixtures("transactional_db")
def test_while_something_holds_one_agent_the_others_are_checked_and_it_is_tested_soon(workspace, courier, caplog):
    trials.start_message(
        Actor(factories.person(workspace).pk, workspace.pk, Role.OWNER, "Ann"), courier().handle, "Hello?"
    )
    Agent.objects.update(enabled=False)
    Trial.objects.update(created_at=timezone.now() - timedelta(days=9))
    with held() as hold, served(lambda _: hold("second") or as_json({"conclusion": "I carry."})) as server:
        for handle in ("first", "second", "third"):
            Connection.objects.filter(agent=courier(server.url, handle).pk).update(check_at=timezone.now())
        jobs.check_agents()
    checked = Agent.objects.filter(connection__checks__isnull=False).values_list("handle", flat=True)
    assert set(checked) == {"first", "third"}
    second = Agent.objects.get(handle="second")
    assert second.connection.check_at <= timezone.now() + TEST_MARGIN + timedelta(seconds=60)
    assert f"the check of connection {second.connection_id} could not begin" in caplog.text
    assert not Trial.objects.exists()


HOLD = """SELECT FROM agents_connection JOIN agents_agent agent ON agent.connection_id = agents_connection.id
    WHERE handle = %s FOR UPDATE OF agents_connection"""


@contextlib.contextmanager
def held():
    """Give a function with which another connection holds a connection's row; who waits for it gives up."""
    name = connection.settings_dict["NAME"]
    with connection.cursor() as cursor, psycopg.connect(os.environ["DATABASE_URL"], dbname=name) as other:
        cursor.execute("SET lock_timeout = '100ms'")
        try:
            yield lambda handle: other.execute(HOLD, [handle]).close()
        finally:
            cursor.execute("RESET lock_timeout")


def test_only_agents_that_are_on_and_outside_are_due_and_each_once(workspace, courier, register):
    mine, off, later = courier(), courier(handle="off"), courier(handle="later")
    register(workspace, "inside", "Built in", connector="builtin", connector_config={"worker": "calculator"})
    Agent.objects.filter(pk=off.pk).update(enabled=False)
    Connection.objects.filter(agent=later.pk).update(check_at=timezone.now() + MINUTE)
    assert take_due(9) == [mine.connection_id]
    assert take_due(9) == []


def test_what_was_removed_meanwhile_is_left_alone(workspace, courier):
    row = courier()
    Agent.objects.filter(pk=row.pk).update(enabled=False, removed_at=timezone.now())
    note_check(row.connection_id, GONE, tested=True)
    assert checks_of(row.pk, 9) == []
    with pytest.raises(NotFound):
        check_of(row.connection_id)


def test_only_the_last_checks_are_kept(courier):
    row = courier()
    for _ in range(KEPT + 3):
        note_check(row.connection_id, FINE, tested=False)
    assert row.connection.checks.count() == KEPT


def test_where_no_agent_is_checked_old_trials_go_and_who_left_is_asked_no_more_all_the_same(
    workspace, courier, settings
):
    left = factories.person(workspace)
    own = Connection.objects.create(agent=courier(), owner=left, connector="builtin")
    factories.trial(workspace, left)
    Trial.objects.update(created_at=timezone.now() - timedelta(days=9))
    Member.objects.filter(user=left).delete()

    settings.IOA_CHECK_MINUTES = 0.0
    for job in beat_schedule():
        if job.startswith("agents."):
            current_app.tasks[job]()

    assert not AgentCheck.objects.exists()
    assert not Trial.objects.exists()
    assert not Connection.objects.get(pk=own.pk).enabled
