"""A program that talks to the REST API, and the workspace it talks to."""

import asyncio
import json
from types import SimpleNamespace

import pytest
from django.test import Client

from apps.accounts.actions import first_start, issue_token
from apps.accounts.domain.access import open_to
from apps.accounts.models import User
from apps.accounts.queries import actor_for
from apps.agents.models import Agent
from tests import factories, snapshot

BASE = "/api/v1"
SAYS = [{"do": "conclude", "answer": "It grew by a tenth."}]
REQUESTS = "requests"  # under this name a fuzzing test notes how many it sent


def pytest_terminal_summary(terminalreporter):
    """Say how many requests the fuzzing tests sent, in all processes."""
    ended = terminalreporter.getreports("")  # setups and teardowns that went well
    noted = [value for report in ended for name, value in report.user_properties if name == REQUESTS]
    if noted:
        terminalreporter.write_line(f"{sum(noted):,} requests to {len(noted)} operations")


class Program:
    """Sends requests with a token; every error it meets must be a problem document."""

    def __init__(self, token: str | None):
        self.client = Client(raise_request_exception=True)
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def send(self, method, path, body=None, *, headers=None, content_type="application/json", **more):
        data = body if isinstance(body, str | bytes) or body is None else json.dumps(body)
        response = self.client.generic(
            method,
            path if path.startswith("/") and path.startswith(BASE) else BASE + path,
            data or b"",
            content_type,
            headers=self.headers | (headers or {}),
            **more,
        )
        if response.status_code >= 400:
            check_problem(response)
        return response

    def get(self, path, **more):
        return self.send("GET", path, **more)

    def post(self, path, body=None, **more):
        return self.send("POST", path, body, **more)

    def form(self, path, fields, **headers):
        return self.client.post(BASE + path, fields, headers=self.headers | headers)


def check_problem(response):
    assert response["Content-Type"] == "application/problem+json", response.content[:300]
    document = response.json()
    assert document["type"].startswith("/problems/")
    assert document["status"] == response.status_code
    assert document["title"]
    assert document["detail"]


def program_of(user):
    """With a token that does all that its person may."""
    actor = actor_for(User.objects.get(pk=user.pk))
    return Program(issue_token(actor, "tests", open_to(actor.role)))


@pytest.fixture(autouse=True)
def no_hurry(settings):
    """Requests of a test are not counted, unless it asks for that."""
    settings.IOA_RATES = dict.fromkeys(settings.IOA_RATES, 0)


@pytest.fixture
def world(db):
    """A workspace in the middle of its day."""
    return snapshot.world()


@pytest.fixture
def office(db):
    """A workspace with its people and three agents, and nothing to do yet."""
    of = factories.workspace()
    people = {role: factories.person(of, role) for role in ("owner", "operator", "viewer")}
    for handle in ("scout", "tally", "scribe"):
        factories.agent(of, handle)
    return SimpleNamespace(workspace=of, **people)


@pytest.fixture
def place(request, db):
    """The world where a test asks for it, else the office."""
    return request.getfixturevalue("world" if "world" in request.fixturenames else "office")


@pytest.fixture
def owner(place):
    return program_of(place.owner)


@pytest.fixture
def operator(place):
    return program_of(place.operator)


@pytest.fixture
def viewer(place):
    return program_of(place.viewer)


@pytest.fixture
def stranger(db):
    return program_of(factories.person(factories.workspace("Elsewhere")))


@pytest.fixture
def nobody(db):
    return Program(None)


@pytest.fixture
def demo(db):
    made = first_start()
    factories.open_stream(made.workspace_id, factories.StreamKind.WORKSPACE)
    for handle, name in (("auto-gpt", "AutoGPT"), ("interpreter", "Open Interpreter")):
        row = factories.agent(factories.Workspace.objects.get(pk=made.workspace_id), handle)
        Agent.objects.filter(pk=row.pk).update(name=name)
    return made


@pytest.fixture
def said(tmp_path, settings):
    """What the voices say; each test may say something else."""
    script = tmp_path / "script.json"

    def say(steps):
        script.write_text(json.dumps({"*": steps}))
        settings.IOA_SCRIPT = str(script)

    say(SAYS)
    return say


def read(response):
    """The whole answer of a request that waits."""

    async def all_of():
        async with asyncio.timeout(20):
            return b"".join([part async for part in response.streaming_content])

    return asyncio.run(all_of()) if response.streaming else response.content
