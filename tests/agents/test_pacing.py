"""An agent may take only so many calls a minute: whoever calls it, in no sixty seconds does it get more."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import Conflict
from apps.agents import jobs
from apps.agents.actions import probe_agent, register_agent, trials
from apps.agents.actions.call_limits import begin_call, count_question, lock_room, postpone_calls
from apps.agents.domain.registration import MINUTE, AgentProfile
from apps.agents.models import Agent, AgentCheck, Connection, RecentCall, Trial
from apps.agents.queries import candidates_by_handle
from tests import factories
from tests.agents.connectors.fake_agent import agent as fake_agent
from tests.agents.connectors.fake_agent import as_json


@pytest.fixture
def courier(workspace):
    def register(per_minute, url="http://127.0.0.1:1/run"):
        told = {"handle": "courier", "name": "Courier", "connector": "http", "connector_config": {"url": url}}
        return Agent.objects.get(pk=register_agent(workspace.pk, AgentProfile(**told, calls_per_minute=per_minute)))

    return register


@transaction.atomic
def called(agent):
    """A call begins, or is told when it may."""
    return begin_call(lock_room(agent.connection_id))


def later(seconds):
    """Have time pass for the calls that were counted."""
    RecentCall.objects.update(at=F("at") - timedelta(seconds=seconds))


def test_one_without_a_limit_is_not_counted(courier):
    agent = courier(0)
    assert [called(agent) for _ in range(50)] == [None] * 50
    assert not RecentCall.objects.exists()


def test_one_call_too_many_may_begin_when_the_first_is_a_minute_old(courier):
    agent = courier(2)
    assert [called(agent), called(agent)] == [None, None]
    assert called(agent) == RecentCall.objects.earliest("at").at + MINUTE
    assert RecentCall.objects.count() == 2
    later(60)
    assert called(agent) is None


def test_a_limit_that_was_lowered_holds_at_once(courier):
    agent = courier(5)
    assert [called(agent) for _ in range(5)] == [None] * 5
    Connection.objects.update(calls_per_minute=2)
    assert called(agent) == RecentCall.objects.order_by("-at")[1].at + MINUTE


@given(st.lists(st.integers(min_value=0, max_value=40), min_size=1, max_size=12), st.integers(1, 4))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_sixty_seconds_see_more_calls_than_it_takes(courier, gaps, per_minute):
    agent, clock, begun = courier(per_minute), 0, []
    for gap in gaps:
        later(gap)
        clock += gap
        if called(agent) is None:
            begun.append(clock)
    windows = [[other for other in begun if at <= other < at + 60] for at in begun]
    assert max(map(len, windows)) <= per_minute
    Agent.objects.all().delete()


def test_who_sends_it_a_message_is_told_when_to_try_again(workspace, courier):
    agent = courier(1)
    owner = Actor(factories.person(workspace).pk, workspace.pk, Role.OWNER, "Ann")
    trials.start_message(owner, "courier", "Hello?")
    later(20.5)
    with pytest.raises(Conflict, match="@courier has had its one call of this minute: try again in 40 s"):
        trials.start_message(owner, "courier", "Hello?")
    with pytest.raises(Conflict):
        probe_agent(agent.pk)
    assert not count_question(agent.connection_id)
    assert Trial.objects.count() == 1


def test_one_that_wants_to_be_left_alone_is_given_nothing_by_anybody(workspace, courier):
    agent, until = courier(0), timezone.now() + timedelta(seconds=30)
    postpone_calls(agent.connection_id, until)
    postpone_calls(agent.connection_id, until - timedelta(seconds=20))  # what was asked for before still holds
    owner = Actor(factories.person(workspace).pk, workspace.pk, Role.OWNER, "Ann")
    assert called(agent) == until
    with pytest.raises(Conflict, match="@courier has too much to do: try again in 30 s"):
        trials.start_message(owner, "courier", "Hello?")
    with pytest.raises(Conflict):
        probe_agent(agent.pk)
    assert not count_question(agent.connection_id)
    assert candidates_by_handle(workspace.pk, ["courier"])["courier"].free_slots == 0
    Connection.objects.update(busy_until=timezone.now())
    assert called(agent) is None


def test_the_test_message_of_a_check_is_put_off(courier, django_capture_on_commit_callbacks):
    with fake_agent(as_json({"conclusion": "I carry."})) as server:
        agent = courier(1, server.url)
        called(agent)
        jobs.check_agents()
        assert not AgentCheck.objects.exists()
        assert Agent.objects.get(pk=agent.pk).connection.check_at == RecentCall.objects.get().at + MINUTE
        later(60)
        Connection.objects.update(check_at=None)
        jobs.check_agents()
    assert AgentCheck.objects.get().tested
