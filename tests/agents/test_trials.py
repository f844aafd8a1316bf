"""Looking at an agent before it joins, and asking one without a team."""

import json

import pytest

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import Conflict, Crowded, Forbidden, NotFound, Refused
from apps.agents.actions import trial_steps, trials
from apps.agents.actions.registration import register_dialing, register_from_trial
from apps.agents.domain.detection import Detected
from apps.agents.domain.registration import AgentDescription
from apps.agents.models import Agent, Trial
from apps.agents.queries.trials import LOST, trial_of
from tests import factories
from tests.agents.connectors.fake_agent import agent as fake_agent
from tests.agents.connectors.fake_agent import as_events, as_json, piece, whole
from tests.agents.connectors.routed_agent import serving

KEY = "sk-canary-8d3a77"
TOLD = AgentDescription(handle="courier", name="Courier")


@pytest.fixture
def owner(workspace):
    return Actor(factories.person(workspace).pk, workspace.pk, Role.OWNER, "Ann")


@pytest.fixture
def now(django_capture_on_commit_callbacks):
    return lambda: django_capture_on_commit_callbacks(execute=True)


def test_an_address_is_looked_at_and_tested_in_one_go(owner, now):
    said = whole(f"I count, {KEY}.") | {"object": "list", "data": [{"id": "bees-1", "object": "model"}]}
    with fake_agent(as_json(said)) as server, now():
        key = trials.start_detection(owner, f"{server.url}/v1", {"token": KEY})
    seen, stored = trial_of(owner, key), Trial.objects.get(pk=key)
    assert (seen.works, seen.found.connector, seen.reply) == (True, "openai", "I count, [secret].")
    assert seen.found.config.secrets == ("api_key",)
    assert KEY not in json.dumps(stored.found)
    assert stored.sealed is None


def test_credentials_wait_sealed_and_are_forgotten_at_the_end(owner):
    key = trials.start_detection(owner, "https://atlas.example", {"token": KEY})
    row = Trial.objects.get(pk=key)
    assert KEY.encode() not in bytes(row.sealed)
    assert trial_steps.claim_trial(key).credentials == {"token": KEY}
    assert KEY not in repr(trial_steps.work_of(key))
    trial_steps.note_detected(key, Detected("http", {}, "", "", problem="Nobody is there."))
    assert Trial.objects.get(pk=key).sealed is None
    assert trial_of(owner, key).problem == "Nobody is there."


def test_nothing_joins_that_was_not_found_or_is_not_done(owner):
    key = trials.start_detection(owner, "https://atlas.example", {})
    with pytest.raises(Conflict):
        register_from_trial(owner, key, TOLD)
    trial_steps.claim_trial(key)
    trial_steps.note_detected(key, Detected("http", {"url": "https://a"}, "", "", problem="Nobody is there."))
    with pytest.raises(Conflict):
        register_from_trial(owner, key, TOLD)


def test_the_key_of_a_trial_becomes_the_agents_key(owner, now):
    with fake_agent(as_json({"conclusion": "I carry."})) as server, now():
        key = trials.start_test(owner, "http", {"url": server.url, "headers": f"X-Key: {KEY}"}, None)
    agent = Agent.objects.get(pk=register_from_trial(owner, key, TOLD))
    assert agent.connection.connector_config == Trial.objects.get(pk=key).found["config"]
    assert KEY not in json.dumps(agent.connection.connector_config)


def interpreter(request):
    """What Open Interpreter's server says."""
    if not request.body:
        return as_json({"detail": [{"loc": ["body", "messages"]}]}, 422)
    return as_events(piece("I run code."), ending="")


@pytest.mark.parametrize("at_once", [True, False])
def test_open_interpreter_has_one_conversation_so_it_gets_one_task_at_a_time(owner, now, at_once):
    with serving({("POST", "/openai/chat/completions"): interpreter}) as server:
        if at_once:
            agent_id = register_dialing(owner, server.url, {}, {"handle": "interpreter"})
        else:
            with now():
                key = trials.start_detection(owner, server.url, {})
            agent_id = register_from_trial(owner, key, TOLD)
    agent = Agent.objects.get(pk=agent_id)
    assert (agent.connection.concurrency, agent.connection.connector_config["stop_message"]) == (1, "{STOP}")


def test_a_trial_is_carried_out_once(owner):
    key = trials.start_detection(owner, "https://atlas.example", {})
    assert trial_steps.claim_trial(key)
    assert trial_steps.claim_trial(key) is None


def test_one_that_is_over_is_not_touched_again(owner):
    key = trials.start_detection(owner, "https://atlas.example", {})
    trial_steps.claim_trial(key)
    nobody = Detected("http", {}, "", "", problem="Nobody is there.")
    trial_steps.note_detected(key, nobody)
    trial_steps.note_detected(key, Detected("http", {"url": "https://a.example"}, "A", "a"))
    assert trial_of(owner, key).problem == "Nobody is there."


def test_one_whose_worker_was_lost_says_so(owner):
    key = trials.start_detection(owner, "https://atlas.example", {})
    trial_steps.claim_trial(key)
    Trial.objects.update(created_at="2026-01-01T00:00Z")
    seen = trial_of(owner, key)
    assert (seen.done, seen.problem) == (True, LOST)


def test_an_agent_that_was_removed_meanwhile_is_not_asked(owner, workspace, register):
    agent = register(workspace, "cook", "Cooks")
    key = trials.start_message(owner, "cook", "Cook!")
    Agent.objects.filter(pk=agent.pk).update(enabled=False, removed_at="2026-01-01T00:00Z")
    assert trial_steps.claim_trial(key) is None
    assert "no longer registered" in trial_of(owner, key).problem


@pytest.mark.parametrize("source", ["", "  ", "\x00", "x" * 200_001])
def test_a_source_that_is_none_is_refused(owner, source):
    with pytest.raises(Refused):
        trials.start_detection(owner, source, {})


def test_only_so_many_trials_run_at_one_time(owner):
    for _ in range(trials.MOST_AT_ONCE):
        trials.start_detection(owner, "https://atlas.example", {})
    with pytest.raises(Conflict, match="still running"):
        trials.start_detection(owner, "https://atlas.example", {})


def test_a_workspace_tries_only_so_much_in_a_minute(owner, monkeypatch):
    monkeypatch.setattr(trials, "A_MINUTE", 1)
    trials.start_detection(owner, "https://atlas.example", {})
    with pytest.raises(Crowded, match="in the last minute") as refused:
        trials.start_detection(owner, "https://atlas.example", {})
    assert f"in {refused.value.seconds} seconds" in str(refused.value)


def test_trials_are_their_owners_and_take_a_role(owner, workspace, other_workspace):
    operator = Actor(owner.user_id, workspace.pk, Role.OPERATOR, "Bob")
    for start in (
        lambda: trials.start_detection(operator, "https://atlas.example", {}),
        lambda: trials.start_test(operator, "http", {"url": "https://a"}, None),
    ):
        with pytest.raises(Forbidden):
            start()
    key = trials.start_detection(owner, "https://atlas.example", {})
    for actor in (
        Actor(owner.user_id, other_workspace.pk, Role.OWNER, "Ann"),
        Actor(factories.person(workspace).pk, workspace.pk, Role.OWNER, "Eve"),
    ):
        with pytest.raises(NotFound):
            trial_of(actor, key)


def test_old_trials_are_forgotten(owner):
    trials.start_detection(owner, "https://atlas.example", {})
    Trial.objects.update(created_at="2026-01-01T00:00Z")
    trials.forget_old()
    assert not Trial.objects.exists()
