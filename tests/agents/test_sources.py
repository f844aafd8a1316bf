"""Registries elsewhere: which are listed, what is read of what they say, and who joins from there."""

import pytest

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import Forbidden, NotFound, Refused
from apps.agents.actions import trials
from apps.agents.actions.elsewhere import search_elsewhere
from apps.agents.actions.registration import register_from_trial
from apps.agents.actions.registry import remove_agent
from apps.agents.actions.sources import add_source, change_source, remove_source, reseal_source_tokens
from apps.agents.domain.ard_entries import REGISTRY
from apps.agents.domain.registration import AgentDescription
from apps.agents.domain.sources import MOST_ENTRIES, SourceUse, read_entries
from apps.agents.models import AgentSource
from apps.agents.queries.sources import known_from_elsewhere, sources_of, targets_in
from apps.agents.queries.trials import trial_of
from tests import factories
from tests.agents.connectors.fake_agent import as_json
from tests.agents.connectors.routed_agent import serving
from tests.agents.registries import IDENTIFIER, NEED, card, entry, registry_elsewhere

MCP = "application/mcp-server-card+json"


@pytest.fixture
def owner(workspace):
    return Actor(factories.person(workspace).pk, workspace.pk, Role.OWNER, "Ann")


@pytest.fixture
def operator(workspace):
    return Actor(factories.person(workspace, "operator").pk, workspace.pk, Role.OPERATOR, "Bob")


# --- listing them ---------------------------------------------------------------------------------------------------


def test_a_registry_is_listed_by_the_address_of_its_searches(owner):
    with registry_elsewhere() as there:
        add_source(owner, f"{there.url}/api")
    (source,) = sources_of(owner)
    assert (source.url, source.searches, source.use) == (f"{there.url}/api", True, SourceUse.SEARCH)


def test_a_domain_leads_to_the_registry_that_its_manifest_names(owner):
    def manifest(url):
        registry = {"identifier": "urn:air:a.b:r", "displayName": "Sky", "type": REGISTRY, "url": f"{url}/api/search"}
        return {"entries": [registry]}

    with registry_elsewhere(manifest=manifest) as there:
        add_source(owner, there.url)
    (source,) = sources_of(owner)
    assert (source.name, source.url, source.searches) == ("Sky", f"{there.url}/api", True)


def test_a_domain_with_a_manifest_alone_is_searched_here(owner):
    def manifest(url):
        other = entry("https://b.example/c.json", identifier="urn:air:b.example:cook", displayName="Cook")
        other |= {"description": "Cooks soup.", "representativeQueries": ["cook a soup", "boil some eggs"]}
        return {"entries": [other, entry(f"{url}/agent/card.json")]}

    with registry_elsewhere(manifest=manifest) as there:
        add_source(owner, there.url)
        answer = search_elsewhere(owner, NEED)
    assert [one.entry.name for one in answer.found] == ["Nimbus"]
    assert answer.problems == ()


@pytest.mark.parametrize(
    "address", ["", "http://", "ftp://a.example", "http://127.0.0.1:1", "http://10.0.0.1", "x" * 3_000]
)
def test_where_no_registry_is_none_is_listed(owner, address):
    with pytest.raises(Refused):
        add_source(owner, address)
    assert not AgentSource.objects.exists()


@pytest.mark.parametrize(
    "answer",
    [
        as_json({"detail": "Not Found"}, 404),
        as_json([1, 2]),
        as_json({"results": "none"}),
        (200, "text/html", "<p>Hello</p>"),
        (200, "application/json", "{" * 200_000),
        (302, "text/plain", "", {"Location": "http://127.0.0.1:1/search"}),
        as_json({"results": []}, 500),
    ],
)
def test_who_does_not_answer_as_a_registry_is_none(owner, answer):
    with serving({("POST", "/api/search"): answer}) as there, pytest.raises(Refused) as refused:
        add_source(owner, f"{there.url}/api")
    assert "registry" in refused.value.fields["address"]


def test_a_registry_that_wants_a_token_says_so_and_takes_it(owner):
    def tell(request):
        known = request.headers.get("Authorization") == "Bearer theirs"
        return as_json({"results": []}) if known else as_json({"errorCode": "UNAUTHENTICATED", "message": "?"}, 401)

    with serving({("POST", "/api/search"): tell}) as there:
        with pytest.raises(Refused) as refused:
            add_source(owner, f"{there.url}/api")
        assert "token" in refused.value.fields["address"]
        add_source(owner, f"{there.url}/api", "theirs")
        assert search_elsewhere(owner, NEED).problems == ()
    row = AgentSource.objects.get()
    assert b"theirs" not in bytes(row.token_sealed)
    assert "theirs" not in repr(targets_in(owner.workspace_id))
    assert reseal_source_tokens().sealed == 1


def test_a_token_goes_to_the_server_that_was_entered_and_to_no_other(owner):
    asked = []

    def tell(request):
        asked.append(request.headers.get("Authorization"))
        return as_json({"results": []})

    with serving({("POST", "/api/search"): tell}) as other:

        def manifest(url):
            return {"entries": [{"identifier": "urn:air:a.b:r", "type": REGISTRY, "url": f"{other.url}/api"}]}

        with registry_elsewhere(manifest=manifest) as there, pytest.raises(Refused) as refused:
            add_source(owner, there.url, "theirs")
    assert "token" in refused.value.fields
    assert asked == []


def test_a_registry_is_listed_once_and_a_workspace_has_ten(owner):
    with registry_elsewhere() as there:
        add_source(owner, f"{there.url}/api")
        with pytest.raises(Refused):
            add_source(owner, f"{there.url}/api/search")
        rows = [
            AgentSource(workspace_id=owner.workspace_id, name="r", url=f"https://r.example/{number}", searches=True)
            for number in range(9)
        ]
        AgentSource.objects.bulk_create(rows)
        with pytest.raises(Refused) as refused:
            add_source(owner, f"{there.url}/other")
    assert "10 registries" in refused.value.fields["address"]


def test_only_owners_list_change_and_remove_and_nobody_those_of_others(owner, operator):
    with registry_elsewhere() as there:
        key = add_source(owner, f"{there.url}/api")
        for refused in (
            lambda: add_source(operator, there.url),
            lambda: change_source(operator, key, SourceUse.JOIN),
            lambda: remove_source(operator, key),
            lambda: sources_of(operator),
        ):
            with pytest.raises(Forbidden):
                refused()
    other = factories.workspace("Elsewhere")
    stranger = Actor(factories.person(other).pk, other.pk, Role.OWNER, "Charlie")
    for missing in (lambda: change_source(stranger, key, SourceUse.JOIN), lambda: remove_source(stranger, key)):
        with pytest.raises(NotFound):
            missing()
    change_source(owner, key, SourceUse.JOIN)
    assert sources_of(owner)[0].use is SourceUse.JOIN
    remove_source(owner, key)
    assert sources_of(owner) == []


# --- who is found there ---------------------------------------------------------------------------------------------


def test_who_is_found_is_scored_as_the_agents_here_and_not_as_the_registry_says(owner):
    def boaster(url):
        words = {"description": "Cooks soup.", "representativeQueries": ["cook a soup", "boil some eggs"]}
        return entry(url, identifier="urn:air:x.example:cook", displayName="Cook", **words)

    with registry_elsewhere(boaster, entry) as there:
        add_source(owner, f"{there.url}/api")
        found = search_elsewhere(owner, NEED).found
    assert [one.entry.name for one in found] == ["Nimbus"]
    assert 0.5 < found[0].score <= 1


def test_one_registry_that_is_away_or_lies_takes_nothing_from_the_others(owner):
    with registry_elsewhere() as there:
        add_source(owner, f"{there.url}/api")
        AgentSource.objects.create(
            workspace_id=owner.workspace_id, name="Gone", url="http://127.0.0.1:1", searches=True, made_by="Ann"
        )
        answer = search_elsewhere(owner, NEED)
    assert [one.entry.identifier for one in answer.found] == [IDENTIFIER]
    (problem,) = answer.problems
    assert problem.startswith("Gone: ")


def test_what_the_hub_itself_publishes_is_not_found_elsewhere(owner, settings):
    with registry_elsewhere() as there:
        settings.IOA_PUBLIC_URL = there.url
        add_source(owner, f"{there.url}/api")
        assert search_elsewhere(owner, NEED).found == ()


def test_who_only_looks_on_does_not_search(owner, workspace):
    viewer = Actor(factories.person(workspace, "viewer").pk, workspace.pk, Role.VIEWER, "Vera")
    with pytest.raises(Forbidden):
        search_elsewhere(viewer, NEED)


def test_somebody_found_is_looked_at_and_tested_like_any_address(owner, django_capture_on_commit_callbacks):
    with registry_elsewhere() as there:
        add_source(owner, f"{there.url}/api")
        (one,) = search_elsewhere(owner, NEED).found
        with django_capture_on_commit_callbacks(execute=True):
            key = trials.start_detection(owner, one.entry.address, {})
    seen = trial_of(owner, key)
    assert (seen.works, seen.found.connector, seen.reply) == (True, "a2a", "It will rain.")


@pytest.mark.parametrize("listed", ["by the address of its card", "with its card"])
def test_who_was_tested_and_had_join_is_found_as_here_until_it_is_removed(
    owner, listed, django_capture_on_commit_callbacks
):
    def with_card(url):
        return entry(None, data=card(url.removesuffix("/card.json")))

    with registry_elsewhere(entry if listed == "by the address of its card" else with_card) as there:
        add_source(owner, f"{there.url}/api")
        (one,) = search_elsewhere(owner, NEED).found
        assert one.here == ""
        with django_capture_on_commit_callbacks(execute=True):
            key = trials.start_detection(owner, one.entry.address, {})
        told = AgentDescription(handle="clouds", name="Clouds", description="Forecasts.", skills=[])
        joined = register_from_trial(owner, key, told)
        (again,) = search_elsewhere(owner, NEED).found
        assert again.here == "clouds"
        assert not one.entry.known_by.isdisjoint(known_from_elsewhere(owner.workspace_id))
        remove_agent(owner, joined)
        (gone,) = search_elsewhere(owner, NEED).found
    assert gone.here == ""
    assert not one.entry.known_by.isdisjoint(known_from_elsewhere(owner.workspace_id))


def test_an_address_that_tells_agents_apart_by_its_query_names_none(owner):
    (found,) = read_entries({"results": [entry("https://skies.example/agent?id=7")]})
    assert found.known_by == {IDENTIFIER}


# --- what strangers say ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"identifier": 7},
        {"identifier": "nimbus"},
        {"identifier": "urn:air:a.b:" + "x" * 400},
        {"identifier": ["urn:air:a.b:c"]},
    ],
)
def test_an_entry_without_a_name_of_its_own_is_read_past(said):
    assert read_entries({"results": [said]}) == []


@pytest.mark.parametrize(
    ("identity", "is_read"),
    [
        ("https://skies.example", True),
        ("https://agents.SKIES.example/nimbus", True),
        ("spiffe://skies.example/agents/nimbus", True),
        ("did:web:skies.example%3A8443:nimbus", True),
        ("did:key:z6MkhaXg", True),  # no domain that could be another's
        ("", True),
        (7, True),
        ("https://[", True),
        ("https://bank.example", False),
        ("https://notskies.example", False),
        ("spiffe://skies.example.attacker.test/nimbus", False),
        ("did:web:bank.example", False),
        ("https://example", False),
    ],
)
def test_an_entry_in_the_name_of_a_domain_that_its_trust_manifest_does_not_belong_to_is_read_past(identity, is_read):
    said = entry("https://a.example", trustManifest={"identity": identity, "identityType": "https"})
    assert bool(read_entries({"results": [said]})) is is_read


def test_texts_of_strangers_are_cut_and_cleaned():
    words = {"displayName": "Nim\u202ebus\n" + "x" * 500, "description": "d\x00" * 9_000, "tags": [7, "rain", None]}
    many = {"representativeQueries": ["q" * 9_000] * 40, "capabilities": "all"}
    (found,) = read_entries({"results": [entry("https://a.example", **words, **many)]})
    assert "\u202e" not in found.name
    assert "\n" not in found.name
    assert (len(found.name) <= 120, len(found.description) <= 4_000, "\x00" in found.description) == (True, True, False)
    assert (found.tags, found.capabilities) == (("rain",), ())
    assert len(found.queries) == 5
    assert all(len(query) <= 2_000 for query in found.queries)


def test_of_many_entries_the_first_are_read_each_once():
    many = [entry("https://a.example", identifier=f"urn:air:a.b:c{number % 60}") for number in range(5_000)]
    assert len(read_entries({"results": many})) == MOST_ENTRIES
    assert len(read_entries({"results": [entry("https://a.example")] * 2})) == 1


@pytest.mark.parametrize(
    ("said", "address"),
    [
        ({"url": "https://a.example/card.json"}, "https://a.example/card.json"),
        ({"url": "javascript:alert(1)"}, ""),
        ({"url": "file:///etc/passwd"}, ""),
        ({"url": None, "data": {"name": "Nimbus"}}, '{"name": "Nimbus"}'),
        ({"url": None, "data": {"name": "x" * 200_000}}, ""),
        ({"url": None, "data": "card"}, ""),
        ({"url": None, "type": MCP, "data": {"remotes": [{"url": "https://a.example/mcp"}]}}, "https://a.example/mcp"),
        ({"url": None, "type": MCP, "data": {"remotes": [7, {}]}}, ""),
    ],
)
def test_an_address_is_one_that_can_be_looked_at_or_none(said, address):
    (found,) = read_entries({"results": [entry(None) | said]})
    assert (found.address, found.usable) == (address, bool(address))


def test_an_entry_of_another_type_is_shown_and_cannot_join():
    (found,) = read_entries({"results": [entry("https://a.example", type="application/parquet")]})
    assert not found.usable
