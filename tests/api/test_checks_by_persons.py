"""Work that a person is to look at, over REST: it is listed with its result, and looked at once."""

import pytest

from apps.accounts.actions import issue_token
from apps.accounts.domain.access import open_to
from apps.teams.models import Approval, Task
from tests.api.conftest import Program
from tests.engine.conftest import nothing_broke, stage  # noqa: F401 - fixtures
from tests.engine.test_checks import planned

WRONG = "The second line insults our customers."


@pytest.fixture
def asked(stage):  # noqa: F811 - a fixture
    return claimed(stage, "The wording.")


def claimed(stage, result):  # noqa: F811 - a fixture
    """Work that is claimed with this result."""
    stage.agent("worker", {"result": result})
    stage.voices([planned("person the wording")])
    stage.launch()
    return stage


def program_of(actor):
    return Program(issue_token(actor, f"tests of {actor.name}", open_to(actor.role)))


def waiting(program):
    (card,) = program.get("/approvals").json()["items"]
    return card


def test_it_waits_for_a_person_with_the_result_in_view(asked):
    card = waiting(program_of(asked.operator))

    assert (card["kind"], card["task"], card["state"]) == ("check", 1, "pending")
    assert card["question"] == "Is the result of “Work” right? the wording"
    assert card["options"] == ["It is right", "Leave it unchecked"]
    assert card["errand"]["to"] == "worker"
    assert {part["title"]: part["text"] for part in card["errand"]["parts"]} == {
        "Asked for": "Do work.",
        "Result": "The wording.",
    }


def test_who_finds_it_right_verifies_it(asked):
    program = program_of(asked.operator)
    assert program.post(f"/approvals/{waiting(program)['id']}/decide", {"answer": "It is right"}).status_code == 200

    task = program.get(f"/tasks/{Task.objects.get().id}").json()
    assert (task["state"], task["verification"], task["result"]) == ("done", "verified", "The wording.")
    assert task["checked_by"]["kind"] == "person"
    assert task["found"] == f"{task['checked_by']['name']} looked at it and found it right."
    assert program.get("/approvals").json()["items"] == []


def test_words_go_to_whoever_did_it_and_what_comes_of_them_is_put_before_people_again(stage):  # noqa: F811 - a fixture
    asked = claimed(stage, "The wording, as I was told: {told}")
    program = program_of(asked.operator)
    program.post(f"/approvals/{waiting(program)['id']}/decide", {"answer": WRONG})
    asked.until(lambda: Approval.objects.filter(state="pending").exists())

    again = waiting(program)
    assert WRONG in again["errand"]["parts"][1]["text"], "its author was told, and says again what it was told"
    assert program.post(f"/approvals/{again['id']}/decide", {"answer": "It is right"}).json()["state"] == "answered"
    assert Task.objects.get().verification == "verified"


def test_a_second_person_is_told_that_it_was_decided_and_by_whom(asked):
    first, second = program_of(asked.operator), program_of(asked.owner)
    card = waiting(first)
    assert first.post(f"/approvals/{card['id']}/decide", {"answer": "It is right"}).status_code == 200

    late = second.post(f"/approvals/{card['id']}/decide", {"answer": WRONG})
    assert late.status_code == 409
    assert late.json()["detail"].startswith("This was already settled by ")
    assert Task.objects.get().verification == "verified"


def test_who_only_looks_on_decides_nothing(asked):
    viewer = program_of(asked.viewer)
    card = waiting(viewer)
    refused = viewer.post(f"/approvals/{card['id']}/decide", {"answer": "It is right"})

    assert refused.status_code == 403
    assert Task.objects.get().state == "working"
