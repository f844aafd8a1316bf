"""Where agents came from: kept when they join, shown on their page and over REST."""

import pytest

from apps.accounts.queries import actor_for
from apps.agents.actions.registration import register_expected
from apps.agents.domain.dial_in import DialIn
from apps.agents.domain.provenance import CameBy, CameFrom, bare_address, came_from
from apps.agents.domain.registration import AgentDescription
from apps.agents.models import AgentProvenance
from apps.agents.queries.sources import known_from_elsewhere
from tests import snapshot
from tests.markup import shown


@pytest.fixture
def world(db):
    return snapshot.world()


@pytest.fixture
def owner(client, world):
    client.force_login(world.owner)
    return client


@pytest.mark.parametrize(
    ("source", "called", "way", "address"),
    [
        ("https://agent.example/a2a", None, "address", "https://agent.example/a2a"),
        (" https://me:secret@agent.example/a2a?key=secret#x ", None, "address", "https://agent.example/a2a"),
        ('{"name": "Scout"}', "https://agent.example/rpc?token=x", "card", "https://agent.example/rpc"),
        ('{"name": "Scout"}', 7, "card", ""),
        ("agent.example", None, "address", ""),
        ("javascript:alert(1)", None, "address", ""),
        ("http://[", None, "address", ""),
        ("https://agent.example/" + "x" * 900, None, "address", ("https://agent.example/" + "x" * 900)[:500]),
    ],
)
def test_what_was_entered_is_kept_without_what_lets_somebody_in(source, called, way, address):
    assert came_from(source, called) == CameFrom(CameBy(way), address)
    assert bare_address(address) == address


def dialled_in(world):
    told = AgentDescription(handle="diver", name="Diver", description="Dives.", skills=())
    register_expected(actor_for(world.owner), told, DialIn())
    return AgentProvenance.objects.get(agent__handle="diver")


def test_who_dials_in_says_so_and_by_whom(world):
    row = dialled_in(world)
    assert (row.way, row.by, row.identifier) == ("dial_in", actor_for(world.owner).name, "")


def test_agents_that_people_had_join_are_none_of_another_registry(world):
    dialled_in(world)
    assert known_from_elsewhere(world.workspace.pk) == {}


def test_the_profile_says_from_where_by_whom_and_when(owner, world):
    row = dialled_in(world)
    AgentProvenance.objects.filter(pk=row.pk).update(way="card", address="https://agent.example/a2a")
    text = shown(owner.get("/agents/diver/"))
    for words in ("Where it is from", "By its card", "https://agent.example/a2a", world.owner.display_name):
        assert words in text


def test_an_agent_of_before_that_was_kept_says_nothing_of_it(owner):
    assert "Where it is from" not in shown(owner.get("/agents/scout/"))


def test_rest_says_it_too(owner, world):
    dialled_in(world)
    found = owner.get("/api/v1/agents/diver").json()["provenance"]
    assert (found["way"], found["by"], found["address"]) == ("dial_in", actor_for(world.owner).name, "")
    assert owner.get("/api/v1/agents/scout").json()["provenance"] is None


def test_who_joined_by_itself_shows_its_registry(owner, world):
    row = dialled_in(world)
    said = {"way": "registry", "source_name": "Harbour list", "identifier": "urn:air:x.example:diver", "by": ""}
    AgentProvenance.objects.filter(pk=row.pk).update(**said)
    text = shown(owner.get("/agents/diver/"))
    for words in ("From a registry elsewhere", "Harbour list", "urn:air:x.example:diver", "by itself"):
        assert words in text
