"""A form as a call of the API: the operation is there, takes these fields, and does what the form does."""

import json
import re
import shlex

import pytest
from django.http import QueryDict

from apps.chat.models import Message
from apps.teams.models import Goal
from apps.web.forms.api_calls import CALLS, api_call
from tests.api.conftest import program_of

ID = "01a20cf5-d707-73a2-982b-98992714937d"
FIELDS = {
    "text": "Plot it.",
    "agent": "scout",
    "turns": "30",
    "priority": "high",
    "review": "always",
    "plan": "first",
    "delivery": "steer",
    "shown": "scout",
    "answer": "Approve",
    "scope": "goal",
    "brief": "Less.",
    "reason": "No.",
    "note": "More.",
}


def address(path):
    """The address of a page with ids in it."""
    return re.sub(r"{\w+}", ID, path)


def copied(client, action, fields):
    """The call that a form of the pages gives: method, path, body."""
    answer = client.post("/api-call/", {"of": action} | fields)
    assert answer.status_code == 200, answer.content
    words = shlex.split(answer.content.decode().replace("\\\n", " "))
    body = json.loads(words[words.index("-d") + 1]) if "-d" in words else None
    return words[2], re.sub(r"^https?://[^/]+/api/v1", "", words[3]), body


@pytest.fixture
def description(client):
    from ioa_web.api import api

    return api.get_openapi_schema()


@pytest.mark.parametrize("name", CALLS)
def test_the_operation_is_there_and_takes_every_field(name, description):
    method, path, make = CALLS[name]
    operation = description["paths"][f"/api/v1{path}"][method.lower()]
    if make is None:
        assert not operation.get("requestBody", {}).get("required", False)
        return
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    known = description["components"]["schemas"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    sent = QueryDict(mutable=True)
    sent.update(FIELDS)
    assert set(make(sent)) <= set(known["properties"])
    assert set(known.get("required", ())) <= set(make(sent))


def test_a_goal_that_is_copied_from_the_composer_is_the_same_goal(signed_in, world):
    fields = {"text": "Plot 'it' $(now)", "agent": ["scout", "tally"], "turns": "30", "minutes": "2.5", "plan": "first"}
    method, path, body = copied(signed_in, "/goals/", fields | {"priority": "high", "review": "", "protocol": ""})
    assert (method, path) == ("POST", "/goals")
    answer = program_of(world.owner).post(path, body)
    assert answer.status_code == 201, answer.content
    goal = Goal.objects.get(pk=answer.json()["id"])
    assert (goal.text, goal.priority, goal.shows_plan) == ("Plot 'it' $(now)", "high", True)
    assert answer.json()["limits"]["turns"] == 30
    assert answer.json()["limits"]["minutes"] == 2.5


def test_a_message_that_is_copied_from_a_room_is_said_there(signed_in, world):
    team = world.root.team.pk
    method, path, body = copied(signed_in, f"/teams/{team}/say/", {"text": "Use euros.", "delivery": "note"})
    assert (method, path) == ("POST", f"/teams/{team}/messages")
    assert program_of(world.owner).post(path, body).status_code in (200, 201)
    assert Message.objects.filter(text="Use euros.", delivery="note").exists()


def test_nothing_is_done_by_copying(signed_in, world):
    before = Goal.objects.count(), Message.objects.count()
    copied(signed_in, "/goals/", {"text": "Plot it."})
    copied(signed_in, f"/teams/{world.root.team.pk}/stop/", {})
    assert (Goal.objects.count(), Message.objects.count()) == before


@pytest.mark.parametrize("action", ["", "/nowhere/", "/sign-out/", "https://elsewhere.example/goals/", f"/goals/{ID}/"])
def test_what_has_no_operation_says_so(signed_in, action):
    assert signed_in.post("/api-call/", {"of": action}).status_code == 404


def test_a_call_names_the_token_and_never_holds_one():
    sent = QueryDict("text=x&csrfmiddlewaretoken=secret&key=k")
    command = api_call("/goals/", sent).as_curl("https://hub.example")
    assert "$IOA_TOKEN" in command
    assert "secret" not in command
