"""The connector of examples/connector, installed as a package of its own: found, chosen, tried, and in a team."""

import importlib
import threading
from http.server import ThreadingHTTPServer

import pytest
from asgiref.sync import async_to_sync

from apps.agents.actions.registration import register_dialing
from apps.agents.connectors import descriptor_of
from apps.agents.gateway.trials import detect
from apps.agents.models import Agent
from tests.agents.connectors.plugins import on_path
from tests.engine.conftest import task
from tests.examples.installation import EXAMPLES, install, own_tests

EXAMPLE = EXAMPLES / "connector"


@pytest.fixture(scope="session")
def site_packages(tmp_path_factory):
    return install(EXAMPLE, tmp_path_factory.mktemp("installed"))


@pytest.fixture
def installed(site_packages):
    with on_path(site_packages):
        yield


@pytest.fixture
def runner(installed):
    """The agent that comes with the example, at work; its address."""
    agent = importlib.import_module("ioa_errand.agent")
    with ThreadingHTTPServer(("127.0.0.1", 0), agent.Runner) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_its_own_test_passes_beside_the_hub(site_packages):
    assert "1 passed" in own_tests(EXAMPLE, site_packages)


def test_only_where_it_is_installed_its_kind_is_known(site_packages, client, stage):
    client.force_login(stage.user)
    assert client.get("/agents/-/?connector=errand").status_code == 404
    with on_path(site_packages):
        assert descriptor_of("errand").name == "Errand"
        assert client.get("/agents/-/?connector=errand").status_code == 200


@pytest.mark.usefixtures("installed")
def test_people_choose_it_and_fill_in_its_form(client, stage):
    client.force_login(stage.user)
    chosen = client.get("/agents/-/").content.decode()
    assert "An agent that runs errands and tells of each on a line." in chosen
    assert "?connector=errand#by-hand" in chosen
    form = client.get("/agents/-/?connector=errand").context["connection_form"]
    assert list(form.fields) == ["url", "headers", "token", "manner"]
    assert form.fields["manner"].help_text == "In which manner it shall answer; empty: its own"
    assert 'type="password" name="config-token"' in str(form)


@pytest.mark.usefixtures("installed")
def test_programs_are_told_of_it(client, stage):
    client.force_login(stage.user)
    [told] = [each for each in client.get("/api/v1/connectors").json()["items"] if each["kind"] == "errand"]
    assert (told["name"], told["help"]) == ("Errand", "An agent that runs errands and tells of each on a line.")
    assert told["config"]["properties"]["token"]["format"] == "password"


def test_its_agents_are_found_by_their_address(runner):
    found = async_to_sync(detect)(runner, {})
    assert (found.connector, found.name, found.problem) == ("errand", "Runner", "")
    assert found.config == {"url": f"{runner}/errand"}
    assert [skill.name for skill in found.skills] == ["Fetch bread"]
    assert "errand" not in {kind for kind, _ in found.tried}


def test_one_joins_a_team_and_does_its_part(runner, stage):
    fetching = {
        "id": "fetch",
        "name": "Fetch bread",
        "read_only": True,
    }  # an owner's word: else a person is asked first
    register_dialing(stage.owner, runner, {"token": "sesame"}, {"skills": [fetching]})
    agent = Agent.objects.get(handle="runner")
    assert (agent.connection.connector, agent.enabled, "sesame" in str(agent.connection.connector_config)) == (
        "errand",
        True,
        False,
    )
    stage.agent("baker", skill="baking")
    stage.voices(
        [
            {
                "do": "assign",
                "tasks": [task("bake", "baker"), task("fetch", "runner", after=("bake",))],
                "answer": "fetch",
            }
        ]
    )

    goal = stage.launch("Have bread on the table")
    goal = stage.until_ended(goal)

    assert (goal.outcome, goal.answer) == ("done", "Fetched: Do fetch.")
    team = stage.root(goal).members.exclude(agent=None)
    assert sorted(team.values_list("agent__handle", flat=True)) == ["baker", "runner"]
