"""The protocol of examples/room_protocol, installed as a package of its own: chosen by people and models, and held."""

import pytest

from apps.accounts.domain.errors import Refused
from apps.chat.domain.room_protocols import room_protocols
from tests.agents.connectors.plugins import on_path
from tests.examples.installation import EXAMPLES, install, own_tests

EXAMPLE = EXAMPLES / "room_protocol"
TALK = {
    "do": "discuss",
    "protocol": "red_team",
    "question": "Rent or buy?",
    "members": ["renter", "buyer"],
    "rounds": 1,
}


@pytest.fixture(scope="session")
def site_packages(tmp_path_factory):
    return install(EXAMPLE, tmp_path_factory.mktemp("installed"))


@pytest.fixture
def installed(site_packages):
    with on_path(site_packages):
        yield


@pytest.fixture
def pair(stage):
    stage.agent("renter")
    stage.agent("buyer")


def test_its_own_tests_pass_beside_the_hub(site_packages):
    assert "3 passed" in own_tests(EXAMPLE, site_packages)


def test_only_where_it_is_installed_a_goal_may_want_it(site_packages, stage, pair):
    with pytest.raises(Refused, match="Choose one of"):
        stage.launch(protocol="red_team")
    with on_path(site_packages):
        assert list(room_protocols())[-1] == "red_team"
        assert stage.launch(protocol="red_team")


@pytest.mark.usefixtures("installed", "pair")
def test_people_choose_it_when_they_ask(client, stage):
    client.force_login(stage.user)
    assert "Begin with: red team" in client.get("/").content.decode()


@pytest.mark.usefixtures("installed", "pair")
def test_a_team_talks_by_it_and_who_answered_speaks_last(stage):
    ends = {"do": "conclude", "answer": "Rent: fees are counted now."}
    stage.voices([TALK, "Rent.", "You forgot the fees.", "Rent, fees counted.", ends])

    goal = stage.until_ended(stage.launch())

    assert goal.answer.startswith("Rent: fees are counted now.")
    said = [(one.member.agent.handle, one.text) for one in stage.messages(goal) if one.kind == "say"]
    assert said == [("renter", "Rent."), ("buyer", "You forgot the fees."), ("renter", "Rent, fees counted.")]
    outcome = next(one.data["outcome"] for one in stage.messages(goal) if one.data.get("outcome"))
    assert outcome["summary"] == "Answers of @renter: 2; faults that were named: 1."
