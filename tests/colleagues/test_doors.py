"""Who may act as a working agent: nobody without the token of a task that is worked on now, and only for that task."""

import asyncio
import json
import time
import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from apps.api.mcp import colleagues as mcp
from apps.api.rest import colleagues as rest
from apps.api.waiting_places import WaitingPlaces, colleague_places
from apps.teams.models import Attempt, Question
from apps.teams.queries.task_tokens import PREFIX, caller_of, colleagues_of
from ioa_web.api import working as doors
from tests.api.conftest import Program, program_of
from tests.colleagues.conftest import COLLEAGUES

HOUR = timedelta(hours=1)
PATHS = [
    ("POST", "/questions", {"question": "Which year?"}),
    ("GET", f"/questions/{uuid.uuid4()}", None),
    ("GET", "/changes", None),
    ("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "ping"}),
    ("GET", "/agents?q=count", None),
    ("POST", "/tasks", {"brief": "Count."}),
    ("GET", f"/tasks/{uuid.uuid4()}", None),
    ("GET", f"/files/{uuid.uuid4()}", None),
]


def test_every_door_is_listed_here():
    described = doors.get_openapi_schema(path_prefix="")["paths"]
    known = {
        (method, path.split("?")[0].rsplit("/", 1)[0] + "/{" if "-" in path else path.split("?")[0])
        for method, path, _ in PATHS
    }
    for path, methods in described.items():
        shape = path.split("{")[0] + ("{" if "{" in path else "")
        assert {(method.upper(), shape) for method in methods} <= known
    assert sum(len(methods) for methods in described.values()) == len(PATHS)


@pytest.mark.parametrize("token", [None, "ioa_wrong", PREFIX, f"{PREFIX}x:y", "é"])
def test_nobody_gets_in_without_a_tasks_token(db, token):
    program = Program(token)
    assert {program.send(method, COLLEAGUES + path, body).status_code for method, path, body in PATHS} == {401}


def test_a_persons_token_is_none_of_a_task_and_the_other_way_round(working):
    person = program_of(working.stage.user)
    assert {person.send(method, COLLEAGUES + path, body).status_code for method, path, body in PATHS} == {401}
    assert working.program.get("/goals").status_code == 401


def test_what_belongs_to_another_task_is_not_there(working):
    assert [working.program.get(COLLEAGUES + path).status_code for method, path, _ in PATHS if "-" in path] == [404] * 3
    task = working.attempt.task
    theirs = Question.objects.create(
        room=task.team, task=task, attempt=working.attempt, text="Mine?", asked_at=timezone.now()
    )
    assert working.program.get(f"{COLLEAGUES}/questions/{theirs.id}").status_code == 200


@pytest.mark.parametrize(
    "change", [{"state": "cancelled", "lease_until": None}, {"lease_until": "2020-01-01T00:00:00Z"}]
)
def test_the_token_lives_as_long_as_the_lease(working, change):
    assert working.program.get(f"{COLLEAGUES}/agents?q=count").status_code == 200
    Attempt.objects.update(**change)
    assert working.program.get(f"{COLLEAGUES}/agents?q=count").status_code == 401


def test_no_two_tokens_are_the_same_and_each_has_an_end(working, monkeypatch):
    one, other = colleagues_of(working.attempt).token, colleagues_of(working.attempt).token
    assert one != other
    assert caller_of(one) == caller_of(other) is not None
    later = time.time() + 2 * working.attempt.agent.connection.timeout_seconds + 601
    monkeypatch.setattr("apps.teams.queries.task_tokens.time.time", lambda: later)
    assert caller_of(one) is None


@pytest.mark.parametrize(("handle", "counts"), [("", False), ("call-7", True)])
def test_a_token_ends_with_its_attempt_unless_the_next_one_goes_on_with_its_work(working, handle, counts):
    before = working.attempt
    token = colleagues_of(before).token
    Attempt.objects.filter(pk=before.pk).update(state="lost", lease_until=None, handle=handle)
    after = Attempt.objects.get(pk=before.pk)
    after.pk, after.number, after.state, after.lease_until = uuid.uuid4(), 2, "running", timezone.now() + HOUR
    after.save(force_insert=True)
    assert (caller_of(token) is not None) is counts
    assert caller_of(colleagues_of(after).token) is not None


def test_agents_are_found_by_what_they_can_do(working):
    found = working.program.get(f"{COLLEAGUES}/agents?q=counting growth rates&limit=1").json()["items"]
    assert [(one["handle"], one["skills"]) for one in found] == [("counter", ["counting growth rates"])]
    assert working.program.get(f"{COLLEAGUES}/agents?q=&limit=99").status_code == 422


def test_a_task_asks_at_a_bounded_rate(working, monkeypatch):
    monkeypatch.setattr("apps.api.rest.colleagues.A_MINUTE", 1)
    assert working.program.get(f"{COLLEAGUES}/agents?q=count").status_code == 200
    refused = working.program.get(f"{COLLEAGUES}/agents?q=count")
    assert (refused.status_code, int(refused["Retry-After"]) > 0) == (429, True)


def test_beyond_the_places_of_those_who_wait_one_is_answered_at_once(working, monkeypatch):
    with working.stage.bells_lost():
        asked = working.program.post(f"{COLLEAGUES}/questions", {"question": "Which year?"}).json()
    few = WaitingPlaces(of_one=1, in_all=9)
    monkeypatch.setattr(rest, "colleague_places", few)
    monkeypatch.setattr(mcp, "colleague_places", few)
    call = {"name": "get_answer", "arguments": {"question": asked["id"]}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}

    waiting = working.program.get(f"{COLLEAGUES}/questions/{asked['id']}?wait=20")
    beside = working.program.get(f"{COLLEAGUES}/questions/{asked['id']}?wait=20")
    by_tool = working.program.post(f"{COLLEAGUES}/mcp", message)

    assert (waiting.streaming, beside.streaming, by_tool.streaming) == (True, False, False)
    assert beside.json()["settled"] is by_tool.json()["result"]["structuredContent"]["settled"] is False


def test_who_waits_hears_the_answer_as_soon_as_it_is_there(working):
    with working.stage.bells_lost():
        asked = working.program.post(f"{COLLEAGUES}/questions", {"question": "Which year?"}).json()
    waiting = working.program.get(f"{COLLEAGUES}/questions/{asked['id']}?wait=20")
    assert waiting.streaming
    working.stage.voices([{"do": "say", "text": "2014", "answers": 1}])
    working.stage.sweep()

    async def all_of():
        async with asyncio.timeout(10):
            return "".join([part.decode() async for part in waiting.streaming_content])

    assert json.loads(asyncio.run(all_of()))["answer"] == "2014"
    assert len(colleague_places) == 0
