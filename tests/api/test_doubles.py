"""An agent that plays a script belongs to the tests: where their package is not installed, no door knows its kind."""

import json
import sys
from io import StringIO
from pathlib import Path

import pytest
from asgiref.sync import async_to_sync
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.urls import reverse
from django.utils import timezone

from apps.agents import connectors
from apps.agents.actions import seed_agents
from apps.agents.domain.address import AgentAddress
from apps.agents.domain.calls import AgentError, RunRequest
from apps.agents.gateway.probe import probe, reach
from apps.agents.gateway.run import run_agent
from apps.agents.models import Agent, Connection, Trial
from apps.agents.queries.checks import due_at
from tests import factories

STEPS = {"steps": [{"side_effect": "/tmp/never"}, {"result": "Done."}]}
SKETCH = {"handle": "sketch", "name": "Sketch", "connector": "scripted", "connector_config": STEPS}
ADDRESS = AgentAddress("1", "scripted", STEPS)


@pytest.fixture(autouse=True)
def outside_tests(monkeypatch):
    """As in an installation: the package with the doubles is nowhere on the path."""
    with_it = list(sys.path)
    monkeypatch.setattr(sys, "path", [place for place in with_it if "doubles" not in place])
    look_again()
    yield
    sys.path[:] = with_it
    look_again()


def look_again():
    connectors._installed.cache_clear()


@pytest.fixture
def left(office):
    """An agent of that kind which an older version let in, and one beside it."""
    return factories.agent_over(
        {"connector": "scripted", "connector_config": STEPS},
        workspace=office.workspace,
        handle="sketch",
        name="Sketch",
        skills=[{"id": "s", "name": "Sketch things"}],
    )


def refused(answer):
    return answer.status_code == 422 and not Agent.objects.filter(connection__connector="scripted").exists()


def test_it_is_not_registered_over_rest(owner):
    assert refused(owner.post("/agents", SKETCH))


def test_no_agent_becomes_one(owner):
    assert refused(owner.send("PUT", "/agents/scout", SKETCH | {"handle": "scout"}))


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"agents": [SKETCH]}),
        json.dumps(SKETCH),
        'handle,name,connector,steps\nsketch,Sketch,scripted,"[]"',
    ],
)
def test_no_list_brings_it_in(text, owner):
    [entry] = owner.post("/registry", {"text": text}).json()["items"]
    assert not entry["handle"]
    assert "scripted" in " ".join(entry["problems"])
    assert not Agent.objects.filter(connection__connector="scripted").exists()


def test_it_is_not_tried_over_rest(owner):
    assert refused(owner.post("/trials/test", {"connector": "scripted", "config": STEPS}))
    assert not Trial.objects.exists()


def test_what_an_older_trial_found_does_not_join(office, owner):
    trial = factories.trial(office.workspace, office.owner, found={"connector": "scripted", "config": STEPS})
    assert refused(owner.post(f"/trials/{trial.pk}/join", {"handle": "sketch", "name": "Sketch"}))


def test_an_address_never_leads_to_one(owner):
    card = {"name": "Sketch", "connector": "scripted", "connector_config": STEPS, "url": "http://127.0.0.1:1"}
    assert refused(owner.post("/agents/join", {"source": json.dumps(card)}))


def test_it_is_not_offered(owner):
    assert "scripted" not in owner.get("/connectors").content.decode().lower()
    assert "scripted" not in owner.post("/agents", SKETCH | {"connector": "pigeon"}).json()["detail"]


def test_no_page_knows_it(client, office):
    client.force_login(office.owner)
    assert client.post("/agents/-/connect/", {"connector": "scripted"}).status_code == 404
    client.post("/agents/-/import/", {"text": json.dumps([SKETCH])})
    assert not Agent.objects.filter(connection__connector="scripted").exists()


def test_the_seed_does_not_know_it(office):
    seed_agents(office.workspace.pk)
    assert not Agent.objects.filter(connection__connector="scripted").exists()


def test_one_that_was_let_in_earlier_is_called_by_nobody(left):
    outcome = async_to_sync(run_agent)(ADDRESS, RunRequest("key", "goal", "brief"), lambda event: None)
    assert isinstance(outcome.end, AgentError)
    assert outcome.end.permanent
    assert "scripted" in outcome.end.reason
    assert not async_to_sync(probe)(ADDRESS).reachable
    assert not async_to_sync(reach)(ADDRESS).reachable


def test_a_check_finds_it_away(left):
    assert Connection.objects.filter(due_at(timezone.now()), agent=left.pk).exists()


def test_pages_and_lists_show_one_that_was_let_in_earlier(left, office, owner, client):
    for path in ("/agents", "/agents/sketch", "/registry", "/registry/csv", "/agents/sketch/versions"):
        assert owner.get(path).status_code == 200
    client.force_login(office.owner)
    for path in ("/agents/", "/agents/sketch/", "/agents/sketch/edit/"):
        assert client.get(path).status_code == 200, path


def test_the_admin_shows_one_that_was_let_in_earlier(left, admin_client):
    assert admin_client.get(reverse("admin:agents_agent_changelist")).status_code == 200
    assert admin_client.get(reverse("admin:agents_agent_change", args=[left.pk])).status_code == 200


def test_one_that_was_let_in_earlier_can_be_removed(left, owner):
    assert owner.send("DELETE", "/agents/sketch").status_code == 204


def deployed():
    """What a check of a deployment says."""
    try:
        call_command("check", deploy=True, stderr=StringIO(), stdout=StringIO())
    except SystemCheckError as refusal:
        return str(refusal)
    return ""


@pytest.fixture
def as_deployed(settings):
    settings.IOA_CALLS, settings.CELERY_TASK_ALWAYS_EAGER = "loop", False


@pytest.mark.parametrize(
    ("name", "setting", "value"),
    [
        ("IOA_SCRIPT", "IOA_SCRIPT", "script.json"),
        ("IOA_CALLS", "IOA_CALLS", "inline"),
        ("IOA_JOBS", "CELERY_TASK_ALWAYS_EAGER", True),
    ],
)
@pytest.mark.usefixtures("as_deployed")
def test_a_deployment_refuses_what_is_for_tests_alone(name, setting, value, settings):
    assert "ioa_web.E001" not in deployed()
    setattr(settings, setting, value)
    assert name in deployed()


@pytest.mark.usefixtures("as_deployed")
def test_a_deployment_refuses_points_of_death(monkeypatch):
    monkeypatch.setenv("IOA_FAULT_POINT", "before_call")
    assert "IOA_FAULT_POINT" in deployed()


@pytest.mark.usefixtures("as_deployed")
def test_a_deployment_refuses_the_doubles(outside_tests):
    sys.path.append(str(Path(__file__).parents[1] / "doubles"))
    look_again()
    assert "play a script" in deployed()
