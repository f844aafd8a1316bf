"""What nobody here can do: who another registry knows is named, or joins once it was tested, and then does it."""

import pytest

from apps.agents.actions.registry import remove_agent
from apps.agents.actions.sources import add_source
from apps.agents.domain.sources import SourceUse
from apps.agents.models import Agent, AgentProvenance
from apps.journal.models import AuditEntry
from apps.teams.models import Task
from tests.agents.connectors.fake_agent import as_json
from tests.agents.registries import IDENTIFIER, NEED, SKILL, card, entry, registry_elsewhere

STEPS = [
    {
        "do": "assign",
        "text": "The weather.",
        "tasks": [{"key": "w", "title": "Weather", "brief": "The weather of Dover", "needs": [NEED]}],
        "answer": "w",
        "missing": [],
    },
    {"do": "conclude", "answer": "It will rain."},
]


@pytest.fixture
def office(stage):
    """Somebody who counts bees, and a plan that takes somebody who knows the weather."""
    stage.agent("counter", skill="count bees")
    stage.voices(STEPS)
    return stage


def give(office):
    return office.until_ended(office.launch("What will the weather be?", review="never"))


def elsewhere_of(office, goal):
    return office.root(goal).formation.get("elsewhere", [])


def asked_for(there, path):
    return [one for one in there.asked if one.path == path]


def test_an_agent_of_a_registry_joins_once_tested_and_does_what_nobody_here_can(office):
    with registry_elsewhere() as there:
        source = add_source(office.owner, f"{there.url}/api", use=SourceUse.JOIN)
        goal = give(office)
    agent = Agent.objects.get(handle="nimbus")
    assert goal.outcome == "done"
    assert Task.objects.get(team__goal=goal).owner.agent == agent
    (found,) = elsewhere_of(office, goal)
    assert (found["handle"], found["identifier"], found["need"]) == ("nimbus", IDENTIFIER, NEED)
    assert office.root(goal).formation["seats"][0]["handle"] == "nimbus"
    assert office.root(goal).formation["missing"] == []
    assert (agent.trust, agent.askers, agent.provenance.source_id) == ("untrusted", "people", source)
    assert AuditEntry.objects.get(deed="agent.joined_from_elsewhere").details["identifier"] == IDENTIFIER


def test_the_registry_is_told_the_need_and_nothing_else_of_the_goal(office):
    with registry_elsewhere() as there:
        add_source(office.owner, f"{there.url}/api", use=SourceUse.JOIN)
        office.until_ended(office.launch("What will the weather be at our secret site?", review="never"))
        searches = asked_for(there, "/api/search")
    assert [one.body["query"] for one in searches[1:]] == [{"text": NEED}]


def test_where_agents_are_only_named_a_person_decides(office):
    with registry_elsewhere() as there:
        add_source(office.owner, f"{there.url}/api", use=SourceUse.OFFER)
        goal = give(office)
        assert asked_for(there, "/agent") == []
    (found,) = elsewhere_of(office, goal)
    assert (found["handle"], found["reason"]) == ("", "an owner has it join")
    assert office.root(goal).formation["missing"] == [NEED]
    assert not Agent.objects.filter(handle="nimbus").exists()


def test_a_registry_that_only_people_search_is_not_asked_by_teams(office):
    with registry_elsewhere() as there:
        add_source(office.owner, f"{there.url}/api", use=SourceUse.SEARCH)
        before = len(there.asked)
        give(office)
        assert len(there.asked) == before


def test_nobody_is_looked_for_elsewhere_where_a_person_named_the_team(office):
    with registry_elsewhere() as there:
        add_source(office.owner, f"{there.url}/api", use=SourceUse.JOIN)
        before = len(there.asked)
        office.until_ended(office.launch("What will the weather be?", team=("counter",), review="never"))
        assert len(there.asked) == before


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (
            {"card_of": lambda url: card(url, skills=[SKILL | {"name": "Cook soup", "description": "Soup."}])},
            "own card",
        ),
        ({"card_of": lambda url: card(url, skills=[])}, "own card"),
        ({"more": {("GET", "/agent/card.json"): as_json({"detail": "gone"}, 410)}}, ""),
        ({"more": {("POST", "/agent"): as_json({"detail": "broken"}, 500)}}, "failed its test"),
    ],
)
def test_who_does_not_pass_stays_out_and_the_team_says_why(office, more, reason):
    with registry_elsewhere(**more) as there:
        add_source(office.owner, f"{there.url}/api", use=SourceUse.JOIN)
        goal = give(office)
    (found,) = elsewhere_of(office, goal)
    assert found["handle"] == ""
    assert found["reason"]
    assert reason in found["reason"]
    assert not Agent.objects.filter(handle="nimbus").exists()


def test_who_does_not_fit_is_not_even_named(office):
    words = {"description": "Cooks soup.", "representativeQueries": ["cook a soup", "boil some eggs"]}
    with registry_elsewhere(lambda url: entry(url, displayName="Cook", **words)) as there:
        add_source(office.owner, f"{there.url}/api", use=SourceUse.JOIN)
        goal = give(office)
    assert elsewhere_of(office, goal) == []


def test_a_registry_that_is_away_ends_no_goal(office):
    with registry_elsewhere() as there:
        add_source(office.owner, f"{there.url}/api", use=SourceUse.JOIN)
    goal = give(office)
    assert (goal.outcome != "running", elsewhere_of(office, goal)) == (True, [])


def test_who_was_removed_here_does_not_come_back_by_itself(office):
    with registry_elsewhere() as there:
        add_source(office.owner, f"{there.url}/api", use=SourceUse.JOIN)
        give(office)
        remove_agent(office.owner, Agent.objects.get(handle="nimbus").pk)
        goal = give(office)
    assert elsewhere_of(office, goal) == []
    assert not Agent.objects.filter(handle="nimbus", removed_at=None).exists()
    assert AgentProvenance.objects.count() == 1


def test_a_handle_that_is_taken_gets_a_number(office):
    office.agent("nimbus", skill="paint clouds")
    Agent.objects.filter(handle="nimbus").update(name="Painter")
    with registry_elsewhere() as there:
        add_source(office.owner, f"{there.url}/api", use=SourceUse.JOIN)
        goal = give(office)
    (found,) = elsewhere_of(office, goal)
    assert found["handle"] == "nimbus-2"
