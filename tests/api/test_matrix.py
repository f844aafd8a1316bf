"""Every address of the product against everybody who may come: an address without a rule here fails."""

import re
import uuid

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests import factories
from tests.api.conftest import program_of

ANYBODY = {"health", "sign-in", "sign-in-link", "sign-out", "api-root"}  # sign-out of nobody goes to the sign-in page
ADMIN = f"{settings.ADMIN_PATH}"
FORM = {  # what any of the forms takes, so that none is refused for its fields before anybody asks who sent it
    "text": "Find it.",
    "role": "operator",
    "username": "newcomer",
    "name": "nightly",
    "base_url": "https://models.example/v1",
    "model": "m",
    "answer": "Approve",
    "turns": "9",
}
PROGRAMS = ("api/v1/", "launch_goal")


def addresses(patterns=None, prefix=""):
    """Every address: its name and its route; the admin's are one, since its own tests walk through them."""
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield pattern.name, route
        elif isinstance(pattern, URLResolver) and not route.startswith(ADMIN):
            yield from addresses(pattern.url_patterns, route)


PAGES = sorted({(name or "", route) for name, route in addresses() if not route.startswith((*PROGRAMS, ADMIN))})
OPEN_PAGES = [(name, route) for name, route in PAGES if name in ANYBODY]
CLOSED = [(name, route) for name, route in PAGES if name not in ANYBODY and not route.startswith("static")]


def filled(route, world):
    """The route with what exists in the world."""
    known = {
        "goal_id": world.goal.pk,
        "team_id": world.root.team.pk,
        "approval_id": world.root.team.approvals.first().pk,
        "artifact_id": factories.Artifact.objects.first().pk,
        "document_id": factories.Document.objects.first().pk,
        "user_id": world.viewer.pk,
        "token_id": uuid.uuid4(),
        "trial_id": factories.Trial.objects.first().pk,
        "file_id": factories.TrialFile.objects.first().pk,
        "handle": "scout",
        "name": "a.txt",
        "token": "none",
    }

    def value(match):
        return str(known[match["name"]])

    return "/" + re.sub(r"<(?:\w+:)?(?P<name>\w+)>", value, route)


def statuses(client, route, world):
    """What an address answers to reading and to changing."""
    path = filled(route, world)
    return client.get(path).status_code, client.post(path, FORM).status_code


def session(user):
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.django_db
def test_nobody_gets_beyond_the_sign_in_page(world):
    client = Client()
    for name, route in CLOSED:
        for answer in (client.get(filled(route, world)), client.post(filled(route, world))):
            allowed = answer.status_code in (401, 403, 405) or "/sign-in/" in answer.headers.get("Location", "")
            assert allowed, (name, route, answer.status_code)


@pytest.mark.django_db
def test_somebody_of_another_workspace_finds_nothing(world):
    client = session(factories.person(factories.workspace("Elsewhere")))
    of_this_workspace = [(name, route) for name, route in CLOSED if "<" in route]
    assert of_this_workspace
    for name, route in of_this_workspace:
        assert set(statuses(client, route, world)) <= {404, 405}, (name, route)


@pytest.mark.django_db
def test_a_viewer_changes_nothing(world):
    client = session(world.viewer)
    own = {"settings-tokens", "settings-token-revoke"}
    for name, route in CLOSED:
        if name not in own:
            _, changed = statuses(client, route, world)
            assert changed in (302, 403, 404, 405) or (name, changed) == ("matches", 200), (name, route, changed)
    assert world.goal.teams.filter(ended_at=None, frozen_at=None).exists()


@pytest.mark.django_db
def test_every_page_refuses_a_change_without_its_csrf_token(world):
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.owner)
    for method in ("post", "put", "patch", "delete"):
        for name, route in PAGES:
            answer = getattr(client, method)(filled(route, world))
            assert answer.status_code in (403, 405), (method, name, route, answer.status_code)


@pytest.mark.django_db
def test_programs_bring_no_session_and_need_no_csrf_token(world):
    owner = program_of(world.owner)
    assert owner.post("/goals", {"text": "Find it."}).status_code == 201


def test_every_address_is_known():
    """Addresses of pages, of programs and of the admin are all there are."""
    routes = [route for _, route in addresses()]
    known = {route for _, route in OPEN_PAGES + CLOSED}
    rest = [route for route in routes if route not in known and not route.startswith((*PROGRAMS, ADMIN, "static"))]
    assert rest == []
    assert len(CLOSED) >= 25
