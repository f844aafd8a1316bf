"""How long an agent's test message is waited for is a setting: of a look, of a trial, and of a registered agent."""

import threading

import pytest
from django.utils import timezone

from apps.accounts.domain.access import Actor, Role
from apps.agents import jobs
from apps.agents.actions import probe_agent, trials
from apps.agents.actions.probes import TEST_MARGIN, take_due
from apps.agents.actions.registration import register_dialing, register_from_trial
from apps.agents.actions.versions import note_version
from apps.agents.domain.address import AgentAddress
from apps.agents.domain.registration import LONGEST_TEST, AgentDescription
from apps.agents.gateway.probe import probe
from apps.agents.models import Agent, AgentVersion, Connection, Trial
from apps.agents.queries.agents import address_of
from apps.agents.queries.trials import trial_of
from tests import factories
from tests.agents.connectors.fake_agent import as_json, served

TOLD = AgentDescription(handle="courier", name="Courier", skills=({"name": "Carry"},))
ENOUGH = 60


@pytest.fixture
def owner(workspace):
    return Actor(factories.person(workspace).pk, workspace.pk, Role.OWNER, "Ann")


@pytest.fixture
def now(django_capture_on_commit_callbacks):
    return lambda: django_capture_on_commit_callbacks(execute=True)


@pytest.fixture
def sleeper():
    """An agent that answers once it was woken."""
    awake = threading.Event()

    def tell(request):
        if not request.body:
            return as_json({"error": "task_desc is missing"}, 422)
        awake.wait(300)
        return as_json({"conclusion": "Here I am."})

    with served(tell) as server:
        server.wake = awake.set
        yield server
        awake.set()


@pytest.mark.parametrize(
    ("for_a_test", "for_a_call", "waited"), [(90, 300, 90), (90, 30, 30), (LONGEST_TEST, 300, LONGEST_TEST)]
)
def test_a_test_is_waited_for_as_long_as_is_set_and_never_longer_than_a_call(for_a_test, for_a_call, waited):
    address = AgentAddress("", "http", timeout_seconds=for_a_call, test_seconds=for_a_test)
    assert address.patience == waited


async def test_a_test_that_is_not_answered_by_then_has_failed_and_says_for_how_long_it_was_waited(sleeper):
    card = await probe(AgentAddress("", "http", {"url": sleeper.url}, test_seconds=0.5))
    assert card.problem == "The agent did not answer the test message within 0.5 seconds."
    assert card.latency_ms >= 450
    assert card.latency_ms < 60_000


def test_what_fails_by_one_patience_joins_by_another(owner, now, sleeper):
    with now():
        short = trials.start_detection(owner, f"{sleeper.url}/run", {}, 1)
    assert trial_of(owner, short).problem == "The agent did not answer the test message within 1 seconds."
    sleeper.wake()
    seen = trial_of(owner, short)
    with now():
        long = trials.start_test(owner, seen.found.connector, {"url": f"{sleeper.url}/run"}, short, ENOUGH + 30)
    assert trial_of(owner, long).works
    agent = Agent.objects.get(pk=register_from_trial(owner, long, TOLD))
    assert agent.connection.test_seconds == ENOUGH + 30
    assert address_of(agent.connection_id).patience == ENOUGH + 30


def test_what_joins_in_one_call_keeps_its_patience(owner, sleeper):
    sleeper.wake()
    agent_id = register_dialing(owner, f"{sleeper.url}/run", {}, TOLD.model_dump(), test_seconds=90)
    assert Connection.objects.get(agent=agent_id).test_seconds == 90


def test_a_registered_agent_is_tested_with_its_own_patience(workspace, register, sleeper):
    agent = register(workspace, "sleeper", "Sleeps", connector="http", connector_config={"url": sleeper.url})
    Connection.objects.filter(agent=agent).update(test_seconds=1)
    assert "within 1 seconds" in probe_agent(agent.pk).problem


def test_a_slow_test_is_not_begun_again_while_it_runs(workspace, register):
    agent = register(workspace, "sleeper", "Sleeps", connector="http", connector_config={"url": "https://a.example"})
    Connection.objects.filter(agent=agent).update(test_seconds=LONGEST_TEST)
    before = timezone.now()
    assert take_due(1) == [agent.connection_id]
    agent.connection.refresh_from_db()
    assert (agent.connection.check_at - before - TEST_MARGIN).total_seconds() >= LONGEST_TEST


def test_the_wait_for_an_answer_begins_with_the_test_message(owner, sleeper):
    key = trials.start_detection(owner, f"{sleeper.url}/run", {})
    Trial.objects.update(created_at="2026-01-01T00:00Z")
    assert trial_of(owner, key).begun_at == trial_of(owner, key).created_at
    sleeper.wake()
    jobs.run_trial(str(key))
    seen = trial_of(owner, key)
    assert seen.begun_at > seen.created_at


def test_a_version_of_before_there_was_a_patience_is_the_same_as_with_the_usual_one(workspace, register):
    agent = register(workspace, "sleeper", "Sleeps")
    version = AgentVersion.objects.get(agent=agent)
    del version.profile["test_seconds"]
    version.save()
    note_version(agent, None)
    assert AgentVersion.objects.filter(agent=agent).count() == 1
