"""Owners decide who may set whom to work: over REST, on pages, in the admin, in lists; each time it is noted."""

import dataclasses
import json

import pytest
from django.urls import reverse

from apps.accounts.domain.access import Actor, Role, Scope
from apps.accounts.domain.errors import Forbidden, NotFound, Refused
from apps.agents.actions.grants import MOST, give_grant, set_trust, take_grant_back
from apps.agents.actions.registry import register_agent, remove_agent, update_agent
from apps.agents.connectors.mcp.choice import tool_for
from apps.agents.connectors.mcp.recogniser import as_skill
from apps.agents.domain.profile import Askers, Skill, Trust
from apps.agents.domain.reach import Reach, merge_told_skills, reach_of, skills_asked_for
from apps.agents.domain.registration import AgentProfile
from apps.agents.domain.versions import changes
from apps.agents.models import Agent, Connection, Grant
from apps.agents.queries.connectors import descriptor_of_kind
from apps.agents.queries.grants import grants_of
from apps.agents.queries.versions import versions_of
from apps.core.ids import uuid7
from apps.journal.models import AuditEntry
from tests import factories
from tests.api.conftest import no_hurry, office, owner, place, program_of, viewer, world  # noqa: F401 - fixtures

READS, ACTS, SILENT = {"id": "a", "read_only": True}, {"id": "b", "read_only": False}, {"id": "c"}
SAYS_READS, SAYS_ACTS = {"id": "d", "read_only_hint": True}, {"id": "e", "read_only_hint": False}


@pytest.mark.parametrize(
    ("connector", "trust", "skills", "reach"),
    [
        ("mcp", Trust.ORDINARY, [READS], Reach.READS),
        ("mcp", Trust.ORDINARY, [READS, SILENT], Reach.ACTS),
        ("mcp", Trust.ORDINARY, [SILENT], Reach.ACTS),
        ("mcp", Trust.ORDINARY, [], Reach.ACTS),
        ("mcp", Trust.ORDINARY, [SAYS_READS], Reach.ACTS),
        ("mcp", Trust.UNTRUSTED, [SAYS_READS], Reach.ACTS),
        ("mcp", Trust.TRUSTED, [SAYS_READS], Reach.READS),
        ("mcp", Trust.TRUSTED, [SAYS_READS, ACTS], Reach.ACTS),
        ("a2a", Trust.ORDINARY, [SILENT], Reach.ACTS),
        ("socket", Trust.TRUSTED, [SILENT], Reach.ACTS),
        ("openai", Trust.ORDINARY, [], Reach.WORDS),
        ("openai", Trust.ORDINARY, [SILENT], Reach.WORDS),
        ("openai", Trust.ORDINARY, [SAYS_ACTS], Reach.ACTS),
        ("openai", Trust.ORDINARY, [READS], Reach.READS),
        ("builtin", Trust.ORDINARY, [SILENT], Reach.READS),
        ("builtin", Trust.ORDINARY, [ACTS], Reach.ACTS),
        ("a plug-in", Trust.ORDINARY, [], Reach.ACTS),
    ],
)
def test_unknown_is_not_read_only_and_a_server_does_not_vouch_for_itself(connector, trust, skills, reach):
    assert reach_of(descriptor_of_kind(connector).reach, trust, skills) is reach


def test_only_a_server_of_tools_is_bound_by_the_skill_that_a_task_names():
    """An agent that is told to search may pay as well: it does what it likes with a task's words."""
    skills = [{"id": "search"}, {"id": "pay"}]
    assert skills_asked_for(descriptor_of_kind("a2a").tools, None, skills, ["search"]) == skills
    assert skills_asked_for(descriptor_of_kind("mcp").tools, None, skills, ["search"]) == [{"id": "search"}]
    assert skills_asked_for(descriptor_of_kind("mcp").tools, "pay", skills, ["search"]) == [{"id": "pay"}], (
        "its settings fix the tool"
    )
    assert skills_asked_for(descriptor_of_kind("mcp").tools, None, skills, []) == skills
    assert skills_asked_for(descriptor_of_kind("mcp").tools, None, skills, ["search", "gone"]) == [], (
        "nothing is known of what is not there"
    )


def test_a_call_that_is_confined_reaches_no_other_tool():
    tools = [{"name": "pay", "description": "Pay money"}]
    assert tool_for(tools, ["balance"], "Pay money") == tools[0]
    assert tool_for(tools, ["balance"], "Pay money", confined=True) is None


@pytest.mark.parametrize(
    ("hints", "said"),
    [
        ({"readOnlyHint": True}, True),
        ({"readOnlyHint": False}, False),
        ({"destructiveHint": True, "readOnlyHint": True}, False),
        ({"idempotentHint": True}, None),
        ({"readOnlyHint": "true"}, None),
        ({}, None),
        ("readOnly", None),
    ],
)
def test_a_tools_annotations_are_hints_and_nothing_more(hints, said):
    skill = as_skill({"name": "look", "annotations": hints})
    assert (skill.read_only, skill.read_only_hint) == (None, said)


def test_an_agent_that_describes_itself_keeps_the_owners_word_and_gives_hints_at_most():
    said = [Skill(id="a", name="A", read_only=True), Skill(id="b", name="B", read_only=True)]
    first, second = merge_told_skills(said, [{"id": "a", "read_only": False}])
    assert (first.read_only, first.read_only_hint) == (False, True)
    assert (second.read_only, second.read_only_hint) == (None, True)


@pytest.fixture
def two(workspace):
    """An owner, and two agents of the workspace."""
    user = factories.person(workspace)
    boss = Actor(user.pk, workspace.pk, Role.OWNER, "Ann")
    return boss, factories.agent(workspace, "scout"), factories.agent(workspace, "tally")


def test_a_grant_is_given_shown_and_taken_back_and_each_is_noted(two):
    boss, scout, _ = two
    grant = give_grant(boss, scout.pk, "@tally")
    assert [(one.asker, one.given_by) for one in grants_of(scout.pk)] == [("tally", "Ann")]
    take_grant_back(boss, grant)
    assert grants_of(scout.pk) == []
    noted = AuditEntry.objects.order_by("pk").values_list("deed", "about", "details")
    assert list(noted) == [
        ("agent.grant_given", "@scout", {"asker": "@tally"}),
        ("agent.grant_taken_back", "@scout", {"asker": "@tally"}),
    ]


@pytest.mark.parametrize("asker", ["nobody", "scout", "@elsewhere"])
def test_a_grant_is_for_another_agent_of_the_workspace(two, other_workspace, asker):
    factories.agent(other_workspace, "elsewhere")
    with pytest.raises(Refused):
        give_grant(two[0], two[1].pk, asker)


@pytest.mark.parametrize("asker", ["tally", ""])
def test_a_grant_is_given_once(two, asker):
    give_grant(two[0], two[1].pk, asker)
    with pytest.raises(Refused, match="already"):
        give_grant(two[0], two[1].pk, asker)


def test_grants_are_bounded(two, monkeypatch):
    monkeypatch.setattr("apps.agents.actions.grants.MOST", 1)
    give_grant(two[0], two[1].pk, "tally")
    with pytest.raises(Refused, match="has 1 grants"):
        give_grant(two[0], two[1].pk, "")
    assert MOST > 1


def test_only_owners_decide_and_only_in_their_workspace(two, other_workspace):
    boss, scout, _ = two
    operator = Actor(boss.user_id, boss.workspace_id, Role.OPERATOR, "Bob")
    for act in (lambda: give_grant(operator, scout.pk, ""), lambda: set_trust(operator, scout.pk, "trusted", "people")):
        with pytest.raises(Forbidden):
            act()
    stranger = Actor(boss.user_id, other_workspace.pk, Role.OWNER, "Charlie")
    grant = give_grant(boss, scout.pk, "")
    for act in (lambda: give_grant(stranger, scout.pk, ""), lambda: take_grant_back(stranger, grant)):
        with pytest.raises(NotFound):
            act()


def test_the_grants_of_an_agent_end_with_it(two):
    boss, scout, tally = two
    give_grant(boss, scout.pk, "tally")
    give_grant(boss, tally.pk, "scout")
    remove_agent(boss, tally.pk)
    assert not Grant.objects.exists()


def test_trust_is_noted_and_becomes_a_version(two):
    boss, scout, _ = two
    set_trust(boss, scout.pk, Trust.ORDINARY, Askers.EVERYBODY)
    set_trust(boss, scout.pk, Trust.UNTRUSTED, Askers.PEOPLE)
    assert versions_of(scout.pk, 1)[0].changes == (
        "Trust: “ordinary” became “untrusted”.",
        "Who may ask it: “everybody” became “people”.",
    )
    entry = AuditEntry.objects.order_by("pk").last()
    assert (entry.deed, entry.details) == ("agent.trust_changed", {"trust": "untrusted", "askers": "people"})


def test_a_version_from_before_there_was_trust_tells_no_change():
    old = {"name": "A", "connector": "mcp", "concurrency": 1, "calls_per_minute": 0, "timeout_seconds": 9}
    rest = {"description": "", "skills": [], "config": {}, "secrets": {}}
    assert changes(old | rest, old | rest | {"trust": "ordinary", "askers": "everybody"}) == []


PROFILE = {"handle": "atlas", "name": "Atlas", "connector": "http", "connector_config": {"url": "https://a.example"}}
MARKED = {"skills": [{"id": "m", "name": "Maps", "read_only": True}], "trust": "untrusted", "askers": "named"}


def test_over_rest_trust_is_set_shown_and_left_as_it_is_when_left_out(owner):  # noqa: F811
    made = owner.post("/agents", PROFILE | MARKED).json()
    assert (made["trust"], made["askers"], made["skills"][0]["read_only"]) == ("untrusted", "named", True)
    kept = owner.send("PUT", "/agents/atlas", PROFILE | {"skills": [{"id": "m", "name": "Maps"}]}).json()
    assert (kept["trust"], kept["askers"]) == ("untrusted", "named"), (
        "a program that knows nothing of it loosens nothing"
    )
    assert kept["skills"][0]["read_only"] is None, "what nobody says is not read-only"
    assert owner.send("PUT", "/agents/atlas", PROFILE | {"trust": "blind"}).status_code == 422


def test_over_rest_grants_are_given_listed_and_taken_back(owner, viewer):  # noqa: F811
    given = owner.post("/agents/scout/grants", {"asker": "tally"})
    assert (given.status_code, given.json()["asker"]) == (201, "tally")
    assert [one["asker"] for one in viewer.get("/agents/scout/grants").json()["items"]] == ["tally"]
    assert viewer.post("/agents/scout/grants", {}).status_code == 403
    assert owner.post("/agents/scout/grants", {"asker": "tally"}).status_code == 422
    address = f"/agents/scout/grants/{given.json()['id']}"
    assert owner.send("DELETE", address.replace("scout", "tally")).status_code == 404
    assert owner.send("DELETE", address).status_code == 204
    assert viewer.get("/agents/scout/grants").json()["items"] == []


@pytest.mark.parametrize("form", ["json", "csv"])
def test_a_list_carries_trust_along(owner, form):  # noqa: F811
    owner.post("/agents", PROFILE | MARKED)
    listed = owner.get("/registry/csv" if form == "csv" else "/registry").content.decode()
    owner.send("DELETE", "/agents/atlas")
    [brought] = [one for one in owner.post("/registry", {"text": listed}).json()["items"] if one["handle"] == "atlas"]
    assert brought["problems"] == []
    again = owner.get("/agents/atlas").json()
    assert (again["trust"], again["askers"]) == ("untrusted", "named")


def test_the_form_sets_trust_and_an_owners_word_on_each_skill(client, world):  # noqa: F811
    client.force_login(world.owner)
    Connection.objects.filter(agent__handle="scout").update(connector_config={"worker": "document_search"})
    page = client.get("/agents/scout/edit/").content.decode()
    assert "Which agents may ask it" in page
    told = {
        "name": "Scout",
        "skills": "Search documents",
        "concurrency": 4,
        "calls_per_minute": 0,
        "timeout_seconds": 9,
        "test_seconds": 9,
    }
    sent = told | {"trust": "trusted", "askers": "people", "reads_0": "yes"}
    assert client.post("/agents/scout/save/", sent).status_code == 302
    scout = Agent.objects.get(handle="scout")
    assert (scout.trust, scout.askers, scout.skills[0]["read_only"]) == ("trusted", "people", True)
    client.post("/agents/scout/save/", told)
    scout.refresh_from_db()
    assert (scout.trust, scout.askers, scout.skills[0]["read_only"]) == ("trusted", "people", True), "it was not asked"


def test_the_profile_shows_grants_and_gives_and_takes_them(client, world):  # noqa: F811
    client.force_login(world.owner)
    said = client.post("/agents/scout/grants/", {"asker": "@tally"}, follow=True).content.decode()
    assert "nobody is asked about that any more" in said
    assert "@tally" in said
    grant = Grant.objects.get()
    assert "take-back" in said
    said = client.post(f"/agents/-/grants/{grant.pk}/take-back/", follow=True).content.decode()
    assert "taken back" in said
    assert (
        "There is no agent @nobody"
        in client.post("/agents/scout/grants/", {"asker": "nobody"}, follow=True).content.decode()
    )


def test_the_admin_sets_trust_and_only_what_changed_is_noted(client, world):  # noqa: F811
    staff = factories.person(world.workspace, name="Rune Runner")
    staff.is_staff = staff.is_superuser = True
    staff.save()
    client.force_login(staff)
    scout = world.agents["scout"]
    quota = {
        "concurrency": scout.connection.concurrency,
        "calls_per_minute": 0,
        "timeout_seconds": scout.connection.timeout_seconds,
        "test_seconds": scout.connection.test_seconds,
    }
    address = reverse("admin:agents_agent_change", args=[scout.pk])
    lists = {"connections-TOTAL_FORMS": 0, "connections-INITIAL_FORMS": 0}
    client.post(address, quota | lists | {"trust": "untrusted", "askers": "people"})
    scout.refresh_from_db()
    assert (scout.trust, scout.askers) == ("untrusted", "people")
    assert AuditEntry.objects.filter(deed="agent.trust_changed").count() == 1
    assert json.dumps(scout.skills)


def test_who_may_only_register_agents_opens_none_to_other_agents(two):
    boss, *_ = two
    program = dataclasses.replace(boss, token_id=uuid7(), scopes=frozenset({Scope.READ, Scope.AGENTS}))
    plain = AgentProfile(
        handle="newcomer", name="Newcomer", connector="builtin", connector_config={"worker": "calculator"}
    )
    trusted = plain.model_copy(update={"trust": Trust.TRUSTED})
    reading = plain.model_copy(update={"skills": (Skill(id="a", name="A", description="x", read_only=True),)})
    for opened in (trusted, reading):
        with pytest.raises(Forbidden, match="scope administer"):
            register_agent(boss.workspace_id, opened, by=program)
    register_agent(boss.workspace_id, plain, by=program)
    with pytest.raises(Forbidden, match="scope administer"):
        update_agent(boss.workspace_id, trusted, by=program)
    update_agent(boss.workspace_id, trusted, by=boss)
    update_agent(boss.workspace_id, trusted, by=program)  # what an owner opened may stay
