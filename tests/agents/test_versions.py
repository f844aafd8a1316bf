"""What an agent was registered as from one moment to the next, and what removing it leaves."""

import pytest

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import Forbidden, NotFound, Refused
from apps.agents.actions import register_agent, seed_agents, set_enabled, set_quota, update_agent
from apps.agents.actions.agent_tokens import create_agent_token
from apps.agents.actions.registry import remove_agent
from apps.agents.domain.registration import AgentProfile
from apps.agents.domain.versions import changes
from apps.agents.models import Agent, AgentVersion
from apps.agents.queries import agents_in, candidates_by_handle, search_agents
from apps.agents.queries.agent_tokens import tokens_of
from apps.agents.queries.agents import address_of, workspace_connection
from apps.agents.queries.versions import versions_of
from apps.core.languages import say_in
from tests import factories

BARE = {
    "name": "Drawer",
    "description": "Draws",
    "skills": [{"id": "plot", "name": "Plot"}],
    "connector": "http",
    "config": {"url": "https://a.example"},
    "secrets": {"headers": "1f"},
    "concurrency": 4,
    "calls_per_minute": 0,
    "timeout_seconds": 300,
}

DIFFERENCES = [
    ({}, []),
    ({"name": "Draughtsman"}, ["Name: “Drawer” became “Draughtsman”."]),
    ({"description": ""}, ["Description removed."]),
    ({"description": "Paints\nwalls"}, ["Description: now “Paints walls”."]),
    ({"skills": []}, ["Skill removed: Plot."]),
    ({"skills": [{"id": "plot", "name": "Plots"}]}, ["Skill changed: Plots."]),
    (
        {"skills": [{"id": "plot", "name": "Plot"}, {"id": "ink", "name": "Ink"}], "concurrency": 2},
        ["Calls at one time: “4” became “2”.", "Skill added: Ink."],
    ),
    ({"config": {"url": "https://b.example", "model": "m"}}, ["Model: now “m”.", "Address: now “https://b.example”."]),
    ({"config": {}}, ["Address removed."]),
    ({"secrets": {"headers": "2a"}}, ["Headers entered again."]),
    ({"secrets": {}}, ["Headers removed."]),
    ({"secrets": {"headers": "1f", "api_key": "9c"}}, ["API key added."]),
]


@pytest.mark.parametrize(("change", "words"), DIFFERENCES)
def test_a_change_is_told_in_words(change, words):
    assert changes(BARE, BARE | change) == words


def test_it_is_told_in_the_language_of_whoever_looks_and_the_agents_own_words_are_left():
    told = changes(BARE, BARE | {"name": "Name", "skills": [], "config": {"url": "https://b.example"}, "secrets": {}})
    assert [say_in("de", change) for change in told] == [
        "Name: „Drawer“ wurde zu „Name“.",
        "Fähigkeit entfernt: Plot.",
        "Adresse: jetzt „https://b.example“.",
        "Kopfzeilen entfernt.",
    ]


def test_the_first_version_is_the_registration():
    assert changes(None, BARE) == ["Registered."]


def test_what_an_agent_wrote_is_cut_to_a_line():
    (sentence,) = changes(BARE, BARE | {"name": "x" * 500})
    assert len(sentence) < 200


@pytest.fixture
def owner(workspace):
    user = factories.person(workspace)
    return Actor(user.pk, workspace.pk, Role.OWNER, "Ann")


@pytest.fixture
def drawer(workspace, owner):
    config = {"url": "https://a.example/run", "headers": "X-Key: open-sesame"}
    profile = AgentProfile(handle="drawer", name="Drawer", connector="http", connector_config=config)
    return Agent.objects.get(pk=register_agent(workspace.pk, profile, by=owner))


def profile_of(**changes):
    config = {"url": "https://a.example/run"}
    return AgentProfile(
        **{"handle": "drawer", "name": "Drawer", "connector": "http", "connector_config": config} | changes
    )


def told(agent):
    rows = list(agent.versions.order_by("number"))
    return [
        changes(before.profile if before else None, row.profile)
        for before, row in zip([None, *rows], rows, strict=False)
    ]


def test_each_change_is_a_version_and_what_is_the_same_is_none(workspace, owner, drawer):
    update_agent(workspace.pk, profile_of(), by=owner)
    update_agent(workspace.pk, profile_of(name="Artist"), by=owner)
    set_quota(owner, drawer.pk, concurrency=2, calls_per_minute=30, timeout_seconds=300, test_seconds=90)
    assert told(drawer) == [
        ["Registered."],
        ["Name: “Drawer” became “Artist”."],
        [
            "Calls at one time: “4” became “2”.",
            "Calls a minute: “0” became “30”.",
            "Time limit of a test: “60” became “90”.",
        ],
    ]
    assert set(drawer.versions.values_list("by", flat=True)) == {"Ann"}


def test_a_version_says_that_a_secret_changed_and_never_what_it_is(workspace, owner, drawer):
    config = {"url": "https://a.example/run", "headers": "X-Key: another"}
    update_agent(workspace.pk, profile_of(connector_config=config), by=owner)
    assert told(drawer)[-1] == ["Headers entered again."]
    assert "sesame" not in str(list(AgentVersion.objects.values_list("profile", flat=True)))


def test_who_changed_it_is_told_even_where_that_is_no_person(workspace, drawer):
    update_agent(workspace.pk, profile_of(name="Artist"), otherwise="the agent itself")
    assert drawer.versions.latest("number").by == "the agent itself"
    assert say_in("de", versions_of(drawer.pk, 1)[0].by) == "der Agent selbst"


class TestRemoving:
    def test_nobody_finds_lists_or_asks_it_any_more(self, workspace, owner, register):
        agent = register(workspace, "cook", "Cooks dinners", skills=["cook dinners"])
        remove_agent(owner, agent.pk)
        assert list(agents_in(workspace.pk)) == []
        assert search_agents(workspace.pk, "@cook cook dinners") == []
        assert candidates_by_handle(workspace.pk, ["cook"]) == {}
        with pytest.raises(NotFound):
            address_of(workspace_connection(agent.pk))

    def test_it_can_not_be_switched_on_changed_or_removed_again(self, workspace, owner, drawer):
        remove_agent(owner, drawer.pk)
        assert set_enabled([drawer.pk], True, owner) == 0
        for act in (
            lambda: update_agent(workspace.pk, profile_of(), by=owner),
            lambda: set_quota(owner, drawer.pk, concurrency=1, calls_per_minute=0, timeout_seconds=1, test_seconds=1),
            lambda: remove_agent(owner, drawer.pk),
            lambda: create_agent_token(owner, drawer.pk, "laptop"),
        ):
            with pytest.raises(NotFound):
                act()

    def test_its_secrets_are_forgotten_and_its_tokens_end(self, owner, drawer):
        create_agent_token(owner, drawer.pk, "laptop")
        remove_agent(owner, drawer.pk)
        drawer.refresh_from_db()
        assert (drawer.connection.connector_config, tokens_of(drawer.pk)) == ({}, [])

    def test_its_handle_is_free_again(self, workspace, owner, drawer):
        remove_agent(owner, drawer.pk)
        register_agent(workspace.pk, profile_of(name="Another"), by=owner)
        assert [agent.name for agent in agents_in(workspace.pk)] == ["Another"]
        with pytest.raises(Refused):
            register_agent(workspace.pk, profile_of(), by=owner)

    def test_only_owners_remove_and_only_what_is_theirs(self, workspace, other_workspace, owner, drawer):
        with pytest.raises(Forbidden):
            remove_agent(Actor(owner.user_id, workspace.pk, Role.OPERATOR, "Bob"), drawer.pk)
        with pytest.raises(NotFound):
            remove_agent(Actor(owner.user_id, other_workspace.pk, Role.OWNER, "Eve"), drawer.pk)

    def test_a_built_in_agent_that_was_removed_stays_away(self, workspace, owner):
        seed_agents(workspace.pk)
        first = agents_in(workspace.pk).first()
        remove_agent(owner, first.pk)
        seed_agents(workspace.pk)
        assert first.handle not in [agent.handle for agent in agents_in(workspace.pk)]
