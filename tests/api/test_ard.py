"""The hub as a registry of agents: each MUST of the ARD specification v0.91 that a registry has to keep."""

import json
from urllib.parse import quote

import pytest
from django.conf import settings
from django.test import Client

from apps.accounts.models import User
from apps.agents.domain.ard_entries import REGISTRY, URN, HubNames
from apps.agents.models import Agent, AgentSource
from tests import factories
from tests.agents.registries import IDENTIFIER, NEED, registry_elsewhere
from tests.api.conftest import program_of

MUSTS = {  # what the specification v0.91 asks of publishers and registries -> the test that holds the hub to it
    "an entry has identifier, displayName and type, and exactly one of url and data": (
        "test_the_manifest_has_whole_entries_for_anybody_and_names_no_agent",
        "test_a_list_has_every_agent_once_page_by_page",
    ),
    "an identifier is urn:air:<publisher>:<namespace>:<name>": ("test_what_is_no_name_is_refused",),
    "a publisher is found at /.well-known/ard.json, and may say so elsewhere": (
        "test_the_manifest_has_whole_entries_for_anybody_and_names_no_agent",
        "test_robots_headers_and_pages_lead_to_the_manifests",
    ),
    "a registry is named by its publisher's manifest": ("test_the_manifest_leads_to_the_registry",),
    "POST /search needs words, ranks what fits, and scores it from 0 to 100": (
        "test_a_search_finds_who_fits_with_a_whole_number_as_score",
        "test_what_cannot_be_read_is_refused_in_the_form_of_the_protocol",
    ),
    "a filter is a conjunction over terms and a disjunction over values, under any prefix": (
        "test_a_filter_means_the_same_under_whatever_prefix",
        "test_filters_of_two_terms_both_count_and_the_values_of_one_are_alternatives",
        "test_what_is_null_in_a_query_is_as_if_it_were_not_there",
    ),
    "auto merges, referrals names, none asks nobody": (
        "test_who_is_in_a_listed_registry_is_merged_with_where_that_is_known_and_asked_without_going_on",
        "test_listed_registries_are_named_and_not_asked_where_referrals_are_wanted",
        "test_for_who_only_looks_on_nothing_is_sent_elsewhere",
    ),
    "facets count the whole matched set": (
        "test_a_facet_counts_all_that_fits",
        "test_what_lies_beyond_the_limit_of_a_facet_is_counted_together",
    ),
    "a list is deterministic, filtered, ordered and paged": (
        "test_a_list_is_narrowed_by_a_filter_line",
        "test_a_list_is_sorted_as_wanted",
        "test_pages_of_a_search_neither_repeat_nor_leave_out",
    ),
    "an entry is looked up by its exact name, decoded once, without what belongs to searches": (
        "test_an_entry_is_found_by_its_exact_name_whole_and_without_what_belongs_to_searches",
        "test_a_name_is_compared_letter_by_letter",
        "test_a_name_is_decoded_once",
        "test_a_name_that_nobody_has_is_not_found",
        "test_an_entry_is_kept_for_a_while_by_who_asked_and_by_nobody_else",
    ),
    "an error has errorCode and message": (
        "test_who_has_no_token_is_told_so",
        "test_another_address_or_method_is_refused_in_the_same_form",
    ),
}
TERMS = {"identifier", "displayName", "type"}
CARD = "application/a2a-agent-card+json"


class Registry:
    """A client of the hub's registry; every error that it meets has a code and a sentence."""

    def __init__(self, user):
        self.headers = program_of(user).headers if user else {}

    def send(self, method, path, body=None):
        data = body if isinstance(body, str | bytes) else json.dumps(body) if body is not None else b""
        answer = Client().generic(method, f"/ard{path}", data, "application/json", headers=self.headers)
        if answer.status_code >= 400:
            assert set(answer.json()) == {"errorCode", "message"}
            assert answer.json()["message"]
        return answer

    def search(self, text, **more):
        query = {"text": text, **{name: more.pop(name) for name in ("filter", "@context") if name in more}}
        return self.send("POST", "/search", {"query": query, **more})

    def explore(self, *fields, **query):
        asked = {"query": query, "resultType": {"facets": [{"field": field} for field in fields]}}
        return self.send("POST", "/explore", asked)

    def look_up(self, identifier):
        return self.send("GET", f"/agents/{quote(identifier, safe='')}")


@pytest.fixture
def registry(demo):
    """Of a workspace with six agents, one of which has to do with charts."""
    workspace = factories.Workspace.objects.get(pk=demo.workspace_id)
    for handle in ("scout", "tally", "contour", "scribe"):
        factories.agent(workspace, handle)
    row = Agent.objects.get(handle="contour")
    row.skills[0]["tags"] = ["charts"]
    row.save(update_fields=["skills"])
    return Registry(User.objects.get(pk=demo.owner.user_id))


@pytest.fixture
def names(demo):
    return HubNames(settings.IOA_PUBLIC_URL, str(demo.workspace_id))


def is_entry(entry):
    assert set(entry) >= TERMS
    assert URN.fullmatch(entry["identifier"])
    assert ("url" in entry) != ("data" in entry)
    assert 2 <= len(entry["representativeQueries"]) <= 5
    return True


# --- what is published ----------------------------------------------------------------------------------------------


def test_the_manifest_has_whole_entries_for_anybody_and_names_no_agent(demo):
    found = Client().get("/.well-known/ard.json")
    assert found["Content-Type"] == "application/json"
    entries = found.json()["entries"]
    assert all(is_entry(entry) for entry in entries)
    assert len({entry["identifier"] for entry in entries}) == len(entries)
    assert "auto-gpt" not in found.content.decode()


def test_the_manifest_leads_to_the_registry(demo):
    entries = Client().get("/.well-known/ard.json").json()["entries"]
    (registry,) = [entry for entry in entries if entry["type"] == REGISTRY]
    assert registry["url"] == f"{settings.IOA_PUBLIC_URL}/ard/"


def test_those_who_know_the_ai_catalog_alone_find_the_same(demo):
    catalog = Client().get("/.well-known/ai-catalog.json").json()
    assert catalog["specVersion"] == "1.0"
    assert catalog == Client().get("/.well-known/ard.json").json()


def test_robots_headers_and_pages_lead_to_the_manifests(demo):
    robots = Client().get("/robots.txt")
    assert f"Agentmap: {settings.IOA_PUBLIC_URL}/.well-known/ard.json" in robots.content.decode().splitlines()
    page = Client().get("/sign-in", follow=True)
    for name, place in (("ard", "/.well-known/ard.json"), ("ai-catalog", "/.well-known/ai-catalog.json")):
        assert f'<{place}>; rel="{name}"' in page["Link"]
        assert f'<link rel="{name}" href="{place}" type="application/json">' in page.content.decode()


def test_what_is_no_page_has_no_links(demo):
    assert "Link" not in Client().get("/.well-known/ard.json")
    assert "Link" not in Client().get("/sign-in", follow=True, headers={"HX-Request": "true"})


# --- who is asked for -----------------------------------------------------------------------------------------------


def test_a_search_finds_who_fits_with_a_whole_number_as_score(registry, names):
    found = registry.search("draw charts from small tables", federation="none").json()["results"]
    assert found[0]["identifier"] == names.of_agent("contour")
    assert found[0]["url"] == f"{settings.IOA_PUBLIC_URL}/a2a/@contour/.well-known/agent-card.json"
    assert all(isinstance(one["score"], int) and 0 <= one["score"] <= 100 for one in found)
    assert [one["score"] for one in found] == sorted((one["score"] for one in found), reverse=True)
    assert {one["source"] for one in found} == {f"{settings.IOA_PUBLIC_URL}/ard/"}


def test_nobody_fits_what_nobody_can_do(registry):
    assert registry.search("qwxz vbnm plgh", federation="none").json() == {"results": []}


def test_who_is_switched_off_is_not_found_listed_or_looked_up(registry, names):
    Agent.objects.filter(handle="contour").update(enabled=False)
    found = registry.search("draw charts from small tables", federation="none").json()["results"]
    assert names.of_agent("contour") not in {one["identifier"] for one in found}
    assert registry.look_up(names.of_agent("contour")).status_code == 404
    listed = registry.send("GET", "/agents?pageSize=100").json()["items"]
    assert names.of_agent("contour") not in {one["identifier"] for one in listed}


def test_pages_of_a_search_neither_repeat_nor_leave_out(registry):
    whole = registry.search("search documents, analyse tables and draw charts", pageSize=100, federation="none").json()[
        "results"
    ]
    found, token = [], ""
    while True:
        page = registry.search(
            "search documents, analyse tables and draw charts", pageSize=2, pageToken=token, federation="none"
        ).json()
        found += page["results"]
        token = page.get("pageToken", "")
        if not token:
            break
    assert found == whole
    assert len(whole) > 2


@pytest.mark.parametrize(
    ("context", "key"),
    [
        (None, "tags"),
        ({"ard": "https://agenticresourcediscovery.org/ns#"}, "ard:tags"),
        (
            ["https://agenticresourcediscovery.org/context/v1", {"a": "https://agenticresourcediscovery.org/ns#"}],
            "a:tags",
        ),
        (None, "https://agenticresourcediscovery.org/ns#tags"),
    ],
)
def test_a_filter_means_the_same_under_whatever_prefix(registry, context, key):
    more = {"@context": context} if context else {}
    found = registry.search("draw charts", filter={key: ["charts"]}, federation="none", **more).json()["results"]
    assert all("charts" in one["tags"] for one in found)
    listed = registry.explore("identifier", filter={key: "charts"}, **more).json()
    assert len(listed["facets"]["identifier"]["buckets"]) == 1


def test_filters_of_two_terms_both_count_and_the_values_of_one_are_alternatives(registry):
    def number(**filters):
        return sum(one["count"] for one in registry.explore("type", filter=filters).json()["facets"]["type"]["buckets"])

    everybody = number(type=CARD)
    assert number(type=["text/plain", CARD]) == everybody
    assert number(type=CARD, tags="charts") == 1
    assert number(type="text/plain", tags="charts") == 0


def test_a_facet_counts_all_that_fits(registry, names):
    facets = registry.explore("type", "publisher").json()
    total = registry.send("GET", "/agents").json()["total"]
    assert facets["resultType"] == "facets"
    assert facets["facets"]["type"]["buckets"] == [{"value": CARD, "count": total}]
    assert facets["facets"]["publisher"]["buckets"] == [{"value": names.publisher, "count": total}]


def test_what_is_null_in_a_query_is_as_if_it_were_not_there(registry):
    assert registry.explore("type", text=None, filter=None).json() == registry.explore("type").json()


def test_what_lies_beyond_the_limit_of_a_facet_is_counted_together(registry):
    asked = {"resultType": {"facets": [{"field": "identifier", "limit": 3}]}}
    facet = registry.send("POST", "/explore", asked).json()["facets"]["identifier"]
    total = registry.send("GET", "/agents").json()["total"]
    assert len(facet["buckets"]) == 3
    assert facet["otherCount"] == total - 3


# --- other registries that the workspace lists ----------------------------------------------------------------------


def list_registry(demo, url):
    return AgentSource.objects.create(
        workspace_id=demo.workspace_id, name="Skies", url=f"{url}/api", searches=True, made_by="Ann"
    )


def test_who_is_in_a_listed_registry_is_merged_with_where_that_is_known_and_asked_without_going_on(registry, demo):
    with registry_elsewhere() as there:
        list_registry(demo, there.url)
        found = registry.search(NEED).json()["results"]
        (asked,) = there.asked
    (one,) = [each for each in found if each["identifier"] == IDENTIFIER]
    assert (one["source"], asked.body["federation"]) == (f"{there.url}/api", "none")
    assert [each["score"] for each in found] == sorted((each["score"] for each in found), reverse=True)


def test_a_filter_counts_for_who_is_elsewhere_too(registry, demo):
    with registry_elsewhere() as there:
        list_registry(demo, there.url)
        found = registry.search(NEED, filter={"publisher": ["nobody.example"]}).json()["results"]
    assert found == []


def test_listed_registries_are_named_and_not_asked_where_referrals_are_wanted(registry, demo):
    with registry_elsewhere() as there:
        row = list_registry(demo, there.url)
        answer = registry.search(NEED, federation="referrals").json()
        assert there.asked == []
    name = f"urn:air:127.0.0.1:registry:{row.pk}"
    known = {"identifier": name, "displayName": "Skies", "type": REGISTRY, "url": f"{there.url}/api/search"}
    assert answer["referrals"] == [known]


def test_for_who_only_looks_on_nothing_is_sent_elsewhere(registry, demo):
    viewer = factories.person(factories.Workspace.objects.get(pk=demo.workspace_id), "viewer")
    with registry_elsewhere() as there:
        list_registry(demo, there.url)
        assert Registry(viewer).search(NEED).status_code == 200
        assert there.asked == []


# --- what the specification's own tool asks -------------------------------------------------------------------------


def test_all_that_the_conformance_tool_asks_of_a_registry_is_answered_as_it_wants_it(registry):
    """`conformance-test registry` of ard-spec, v0.91: no registry of packages has it, so its questions stand here."""
    listed = registry.send("GET", "/agents").json()["items"]
    kinds = {"type": ["application/mcp-server-card+json"]}
    query = {"text": "weather forecast tools", "filter": kinds}
    searched = registry.send("POST", "/search", {"query": query, "federation": "none", "pageSize": 2})
    assert searched.status_code == 200
    for one in searched.json()["results"]:
        assert one["score"] in range(101)
        assert one["source"]
        assert one["identifier"]
    known = registry.look_up(listed[0]["identifier"])
    assert known.status_code == 200
    assert is_entry(known.json())
    assert known.json()["identifier"] == listed[0]["identifier"]
    assert not {"score", "source"} & set(known.json())
    for name, status, code in (
        ("urn:air:ard-conformance.invalid:probe:not-found", 404, "NOT_FOUND"),
        ("not-a-valid-ard-urn", 400, "INVALID_ARGUMENT"),
    ):
        answer = registry.look_up(name)
        assert (answer.status_code, answer.json()["errorCode"], bool(answer.json()["message"])) == (status, code, True)
    explored = registry.send(
        "POST", "/explore", {"query": {"text": "weather"}, "resultType": {"facets": [{"field": "type"}]}}
    ).json()
    assert explored["resultType"] == "facets"
    assert isinstance(explored["facets"], dict)


# --- one entry ------------------------------------------------------------------------------------------------------


def test_an_entry_is_found_by_its_exact_name_whole_and_without_what_belongs_to_searches(registry, names):
    entry = registry.look_up(names.of_agent("contour")).json()
    assert is_entry(entry)
    assert entry["identifier"] == names.of_agent("contour")
    assert not {"score", "source"} & set(entry)


@pytest.mark.parametrize("name", ["urn:air:elsewhere.example:agent:contour", "urn:air:a:b"])
def test_a_name_that_nobody_has_is_not_found(registry, name):
    answer = registry.look_up(name)
    assert (answer.status_code, answer.json()["errorCode"]) == (404, "NOT_FOUND")


def test_a_name_is_compared_letter_by_letter(registry, names):
    assert registry.look_up(names.of_agent("Contour")).status_code == 404


@pytest.mark.parametrize("name", ["contour", "urn:ai:x.example:y", "urn:air:x.example", "urn:air:x y:z", "a/b", "%zz"])
def test_what_is_no_name_is_refused(registry, name):
    answer = registry.look_up(name)
    assert (answer.status_code, answer.json()["errorCode"]) == (400, "INVALID_ARGUMENT")


def test_a_name_is_decoded_once(registry, names):
    twice = quote(quote(names.of_agent("contour"), safe=""), safe="")
    assert registry.send("GET", f"/agents/{twice}").status_code == 400


def test_an_entry_is_kept_for_a_while_by_who_asked_and_by_nobody_else(registry, names):
    first = registry.look_up(names.of_agent("contour"))
    assert first["Cache-Control"] == "private, max-age=60"
    registry.headers |= {"If-None-Match": first["ETag"]}
    assert registry.look_up(names.of_agent("contour")).status_code == 304
    Agent.objects.filter(handle="contour").update(description="It counts.")
    assert registry.look_up(names.of_agent("contour")).json()["description"] == "It counts."


# --- the list -------------------------------------------------------------------------------------------------------


def test_a_list_has_every_agent_once_page_by_page(registry):
    first = registry.send("GET", "/agents?pageSize=3").json()
    found, page = list(first["items"]), first
    while "pageToken" in page:
        page = registry.send("GET", f"/agents?pageSize=3&pageToken={page['pageToken']}").json()
        found += page["items"]
    names = [entry["displayName"].lower() for entry in found]
    assert len(found) == first["total"] == len({entry["identifier"] for entry in found})
    assert names == sorted(names)
    assert all(is_entry(entry) for entry in found)


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("displayName = 'autogpt'", 1),
        (f"type = '{CARD}' AND displayName = 'interpreter'", 1),
        ("type = 'application/mcp-server-card+json'", 0),
        ("publisherId = 'elsewhere.example'", 0),
        ("createdAfter > '2020-01-01' AND displayName = 'autogpt'", 1),
        ("updatedAfter > '2990-01-01T00:00:00Z'", 0),
    ],
)
def test_a_list_is_narrowed_by_a_filter_line(registry, line, count):
    assert registry.send("GET", f"/agents?filter={quote(line)}").json()["total"] == count


def test_a_list_is_sorted_as_wanted(registry):
    down = registry.send("GET", "/agents?orderBy=displayName%20DESC&pageSize=100").json()["items"]
    up = registry.send("GET", "/agents?orderBy=displayName&pageSize=100").json()["items"]
    assert [one["displayName"] for one in down] == [one["displayName"] for one in reversed(up)]


# --- who asks wrongly -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/search", b"{"),
        ("POST", "/search", b"\xff\xfe"),
        ("POST", "/search", []),
        ("POST", "/search", {"query": {}}),
        ("POST", "/search", {"query": {"filter": {"type": [CARD]}}}),
        ("POST", "/search", {"query": {"text": "x" * 5_000}}),
        ("POST", "/search", {"query": {"text": "a", "filter": {"shoeSize": ["44"]}}}),
        (
            "POST",
            "/search",
            {"query": {"text": "a", "filter": {"x:tags": "a"}, "@context": {"x": "https://x.example/"}}},
        ),
        ("POST", "/search", {"query": {"text": "a", "filter": {"tags": [7]}}}),
        ("POST", "/search", {"query": {"text": "a", "filter": {"tags": {"a": 1}}}}),
        ("POST", "/search", {"query": {"text": "a", "filter": {f"k{number}": "v" for number in range(50)}}}),
        ("POST", "/search", {"query": {"text": "a\x00"}}),
        ("POST", "/search", {"query": {"text": "a"}, "pageSize": 0}),
        ("POST", "/search", {"query": {"text": "a"}, "pageSize": 101}),
        ("POST", "/search", {"query": {"text": "a"}, "federation": "always"}),
        ("POST", "/search", {"query": {"text": "a"}, "pageToken": "!!"}),
        ("POST", "/explore", {}),
        ("POST", "/explore", {"resultType": {"facets": [{"field": "shoeSize"}]}}),
        ("POST", "/explore", {"resultType": {"facets": [{"field": "type"}] * 50}}),
        ("GET", "/agents?pageSize=1000", None),
        ("GET", "/agents?pageToken=MTIz", None),
        ("GET", "/agents?orderBy=size", None),
        ("GET", "/agents?filter=type", None),
        ("GET", "/agents?filter=shoeSize%20%3D%20%27a%27", None),
        ("GET", "/agents?filter=createdAfter%20%3E%20%27soon%27", None),
        ("GET", "/agents?filter=displayName%20%3D%20%27a%00%27", None),
    ],
)
def test_what_cannot_be_read_is_refused_in_the_form_of_the_protocol(registry, method, path, body):
    answer = registry.send(method, path, body)
    assert (answer.status_code, answer.json()["errorCode"]) == (400, "INVALID_ARGUMENT")


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/search"), ("GET", "/agents"), ("GET", "/agents/urn:air:a.b:c")]
)
def test_who_has_no_token_is_told_so(demo, method, path):
    answer = Registry(None).send(method, path, {} if method == "POST" else None)
    assert (answer.status_code, answer.json()["errorCode"]) == (401, "UNAUTHENTICATED")
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_another_address_or_method_is_refused_in_the_same_form(registry):
    assert registry.send("GET", "/nowhere").json()["errorCode"] == "NOT_FOUND"
    assert registry.send("GET", "/search").json()["errorCode"] == "METHOD_NOT_ALLOWED"


def test_each_rule_of_the_specification_has_its_test():
    assert {name for names in MUSTS.values() for name in names} <= set(globals())
