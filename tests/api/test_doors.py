"""Who gets in, and what those hear who don't: every kind of error. Who may do what: tests/access."""

import uuid

import pytest
from django.db import OperationalError
from django.test import Client

from apps.accounts.actions import revoke_token
from apps.accounts.queries import actor_for, tokens_of
from apps.agents.models import Agent
from ioa_web.api import api
from tests import factories
from tests.api.conftest import BASE, check_problem


def test_who_sends_no_token_is_told_how(nobody):
    answer = nobody.get("/goals")
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, 'Bearer realm="IoA Web"')


def test_who_may_not_is_told_what_it_takes(viewer):
    answer = viewer.post("/goals", {"text": "x"})
    assert answer.status_code == 403
    assert "operator" in answer.json()["detail"]


NOWHERE = [
    *(f"/{kind}/{uuid.uuid4()}" for kind in ("goals", "teams", "tasks", "files")),
    *("/goals/1", "/goals/not-an-id", "/nothing", "/goals/", "/agents/a/b", "/goals/%2e%2e/x", "/teams//messages"),
]


def test_what_is_not_there_is_not_found(owner):
    assert {path: owner.get(path).status_code for path in NOWHERE} == dict.fromkeys(NOWHERE, 404)


@pytest.mark.parametrize("path", ["/goals/", f"/goals/{uuid.UUID(int=7)}/events/", "/colleagues/questions/"])
def test_who_puts_a_slash_at_the_end_is_told_the_address_without(owner, path):
    for method in ("GET", "POST"):
        lost = owner.send(method, path)
        assert (lost.status_code, f"Ask for {BASE}{path[:-1]}, " in lost.json()["detail"]) == (404, True)
    assert owner.get("/nothing/").json()["detail"] == "There is nothing here."


@pytest.mark.parametrize("root", [BASE, f"{BASE}/"])
def test_the_root_of_the_api_leads_to_its_pages(owner, root):
    led = owner.client.get(root)
    assert (led.status_code, led["Location"]) == (302, f"{BASE}/docs")
    assert owner.client.post(root).status_code == 405


def test_a_handle_with_a_nul_is_refused(owner):
    assert owner.get("/agents/%00").status_code == 422


def test_another_method_is_not_allowed(owner):
    for method, path, allowed in (("PUT", "/goals", {"GET", "HEAD", "POST"}), ("POST", "/approvals", {"GET", "HEAD"})):
        answer = owner.send(method, path)
        assert (answer.status_code, set(answer["Allow"].split(", "))) == (405, allowed)
    assert owner.get(f"/goals/{uuid.uuid4()}/pause")["Allow"] == "POST", "where a HEAD is refused none is named"


def test_a_head_is_answered_as_a_get_without_its_body(owner, office):
    goal = factories.small_goal(office.workspace, office.owner).goal.pk
    for path in ("/goals", f"/goals/{goal}", f"/goals/{goal}/stream", "/goals?limit=x", f"/goals/{uuid.uuid4()}"):
        got = owner.client.get(BASE + path, headers=owner.headers)
        head = owner.client.head(BASE + path, headers=owner.headers)
        assert (head.status_code, head.content) == (got.status_code, b"")
        left_out = {"X-Request-ID"}
        assert {name: head.headers.get(name) for name in got.headers if name not in left_out} == {
            name: value for name, value in got.headers.items() if name not in left_out
        }
    assert owner.client.head(f"{BASE}/teams/{goal}/pause", headers=owner.headers).status_code == 405


WRONG_TOKENS = ["", "ioa_", "ioa_" + "x" * 43, "x" * 10_000, "é", "a b c"]


@pytest.mark.parametrize("token", WRONG_TOKENS)
def test_a_wrong_token_is_told_apart_from_none(nobody, token):
    answer = nobody.get("/goals", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 401
    assert "invalid_token" in answer["WWW-Authenticate"]


@pytest.mark.parametrize("credentials", ["Basic dXNlcjpwYXNz", "Token ioa_x", "ioa_x"])
def test_who_authorizes_in_another_way_is_told_to_use_bearer(nobody, credentials):
    answer = nobody.get("/goals", headers={"Authorization": credentials})
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, 'Bearer realm="IoA Web"')
    assert "Authorization: Bearer ioa_..." in answer.json()["detail"]


def test_a_revoked_token_no_longer_works(owner, office):
    actor = actor_for(office.owner)
    revoke_token(actor, tokens_of(actor)[0].id)
    assert owner.get("/goals").status_code == 401


def test_a_person_who_was_switched_off_no_longer_gets_in(owner, office):
    office.owner.is_active = False
    office.owner.save()
    assert owner.get("/goals").status_code == 401


def session_of(user):
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    return client


def test_a_session_reads_but_changes_nothing_without_its_csrf_token(office):
    client = session_of(office.owner)
    assert client.get(f"{BASE}/goals").status_code == 200
    refused = client.post(f"{BASE}/goals", {"text": "x"}, content_type="application/json")
    assert refused.status_code == 403
    check_problem(refused)


def test_a_session_with_its_csrf_token_may_change(office):
    client = session_of(office.owner)
    client.get("/api/v1/docs")
    token = client.cookies["csrftoken"].value
    answer = client.post(
        f"{BASE}/goals", {"text": "x"}, content_type="application/json", headers={"X-CSRFToken": token}
    )
    assert answer.status_code == 201


def test_a_wrong_token_is_not_saved_by_a_session(office):
    client = session_of(office.owner)
    assert client.get(f"{BASE}/goals", headers={"Authorization": "Bearer ioa_wrong"}).status_code == 401


def test_the_docs_are_for_members_and_need_nothing_from_elsewhere(office, owner):
    assert Client().get("/api/v1/docs").status_code == 302
    described = Client().get("/api/v1/openapi.json")
    assert (described.status_code, "WWW-Authenticate" in described.headers) == (401, True)
    check_problem(described)
    assert Client().get("/api/v1/openapi.json", headers={"Accept": "text/html,*/*"}).status_code == 302
    page = session_of(office.owner).get("/api/v1/docs").content.decode()
    assert "//cdn" not in page
    assert "https://" not in page
    described = owner.get("/openapi.json").json()
    assert set(described["components"]["securitySchemes"]) == {"ScopedToken", "SignedIn"}


LISTS = [
    *("/goals", "/goals?status=done", "/agents", "/approvals", "/members", "/tokens", "/documents"),
    *("/teams/{team}/messages", "/goals/{goal}/tasks", "/goals/{goal}/tasks?state=done"),
    *("/goals/{goal}/files", "/goals/{goal}/teams", "/documents?goal={goal}"),
]
FORGED = ["x", "====", "W10", "é", "bnVsbA", "WyJnb2FscyIsMV0", "A" * 5000, "W1tbW1tbW1tbW1tbW1tb"]


@pytest.mark.parametrize("listing", LISTS)
def test_a_cursor_of_another_list_is_refused(owner, world, listing):
    names = {"team": world.root.team.pk, "goal": world.goal.pk}
    paths = [path.format(**names) for path in LISTS]
    mine = listing.format(**names)
    foreign = [owner.get(with_query(path, "limit=1")).json()["next"] for path in paths if path != mine]
    for cursor in [*foreign, *FORGED]:
        if cursor is None:
            continue
        answer = owner.get(with_query(mine, f"cursor={cursor}"))
        assert answer.status_code == 422, cursor
        assert answer.json()["errors"][0]["field"] == "cursor"


def with_query(path, query):
    return f"{path}{'&' if '?' in path else '?'}{query}"


@pytest.mark.parametrize("limit", ["0", "-1", "101", "many", "1e3", "9" * 400, "%00"])
@pytest.mark.parametrize("listing", ["/goals", "/agents", "/approvals"])
def test_a_bad_page_size_is_refused(owner, listing, limit):
    assert owner.get(f"{listing}?limit={limit}").status_code == 422


@pytest.mark.parametrize("after", ["-1", "x", str(2**63), "9" * 400])
def test_a_bad_place_in_the_events_is_refused(owner, world, after):
    assert owner.get(f"/goals/{world.goal.pk}/events?after={after}").status_code == 422


MODEL = {"base_url": "https://model.example/v1", "model": "m-1"}
COURIER = {"handle": "courier", "name": "Courier", "connector": "openai"}
COURIER |= {"connector_config": {"url": "https://courier.example/v1"}}


@pytest.mark.parametrize(
    ("method", "path", "body", "field"),
    [
        ("POST", "/agents", COURIER | {"calls_per_minute": False}, "calls_per_minute"),
        ("POST", "/agents", COURIER | {"concurrency": True}, "concurrency"),
        ("POST", "/agents/join", {"source": "https://a.example", "test_seconds": True}, "test_seconds"),
        ("PUT", "/workspace/budgets", {"workspace": {"running": False}}, "workspace.running"),
        ("PUT", "/workspace/budgets", {"person": {"money": False}}, "person.money"),
        ("POST", "/tokens", {"name": "x", "expires_in_days": True}, "expires_in_days"),
        ("PUT", "/workspace/model", MODEL | {"prompt_price": False}, "prompt_price"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_true_and_false_are_no_numbers(owner, method, path, body, field):
    refused = owner.send(method, path, body)
    said = {error["field"]: error["detail"] for error in refused.json()["errors"]}
    assert (refused.status_code, said.keys()) == (422, {field})
    assert said[field].startswith("Input should be a valid ")


def test_only_who_may_give_leave_is_named_as_who_gives_it(owner):
    answer = owner.send("PUT", "/workspace/approvals", {"deciders": "viewer"})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "deciders")
    assert (
        owner.send("PUT", "/workspace/approvals", {"deciders": "owner"}).json()["approval_policy"]["deciders"]
        == "owner"
    )
    described = owner.get("/openapi.json").json()["components"]["schemas"]["ApprovalPolicyIn"]
    assert described["properties"]["deciders"]["enum"] == ["operator", "owner"]


def test_an_unknown_status_is_refused(owner):
    answer = owner.get("/goals?status=sleeping")
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == ["status"]


def test_while_the_database_is_away_programs_are_told_when_to_return(owner, monkeypatch):
    def away(*_, **__):
        raise OperationalError("connection refused")

    monkeypatch.setattr("apps.api.rest.goals.goals_page", away)
    answer = owner.get("/goals")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")


def test_an_agent_that_is_switched_off_is_listed(owner):
    Agent.objects.filter(handle="scout").update(enabled=False)
    assert owner.get("/agents/scout").json()["enabled"] is False


def test_every_operation_has_a_name_of_its_own_so_that_addresses_lead_where_they_say():
    names = [pattern.name for pattern in api.urls[0] if pattern.name]
    assert sorted(names) == sorted(set(names))
