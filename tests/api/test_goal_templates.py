"""Goals with blanks over REST."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from apps.teams.models import Goal

SAVED = {"name": "Weekly", "text": "Find {what=the revenue} of {year}.", "settings": {"team": ["scout"]}}


@pytest.fixture
def saved(operator):
    return operator.post("/templates", SAVED).json()


def test_a_template_is_saved_listed_before_those_that_come_along_and_removed(operator, viewer, saved):
    assert saved["blanks"] == [{"name": "what", "usual": "the revenue"}, {"name": "year", "usual": ""}]
    assert [(one["handle"], one["name"]) for one in saved["members"]] == [("scout", "Scout")]
    listed = viewer.get("/templates").json()["items"]
    assert listed[0] == saved
    assert {one["is_built_in"] for one in listed[1:]} == {True}
    assert len(listed) > 5
    assert operator.send("DELETE", f"/templates/{saved['key']}").status_code == 204
    assert operator.get(f"/templates/{saved['key']}").status_code == 404


def test_its_blanks_are_filled_and_the_goal_begins(operator, saved):
    answer = operator.post(f"/templates/{saved['key']}/goals", {"blanks": {"year": "2024"}})
    assert answer.status_code == 201
    assert answer["Location"] == f"/api/v1/goals/{answer.json()['id']}"
    goal = Goal.objects.get(pk=answer.json()["id"])
    assert (goal.text, goal.wanted_handles) == ("Find the revenue of 2024.", ["scout"])


def test_a_goal_that_is_asked_for_twice_with_one_key_is_one(operator, saved):
    keyed = {"headers": {"Idempotency-Key": "use-1"}}
    path, filled = f"/templates/{saved['key']}/goals", {"blanks": {"year": "2024"}}
    first, again = (operator.post(path, filled, **keyed) for _ in range(2))
    assert (first.status_code, again.status_code, again["Idempotent-Replayed"]) == (201, 200, "true")
    assert first["Location"] == again["Location"]


def test_what_was_left_out_is_named_with_its_blank(operator, saved):
    answer = operator.post(f"/templates/{saved['key']}/goals", {})
    assert answer.status_code == 422
    assert [one["field"] for one in answer.json()["errors"]] == ["blanks.year"]


def test_files_come_along_in_a_form(operator, place):
    table = SimpleUploadedFile("sales.csv", b"region,2021\nNorth,1\n")
    fields = {"blanks": json.dumps({"question": "Which region sold most?"}), "files": table}
    answer = operator.form("/templates/table-question/goals", fields)
    assert answer.status_code == 201
    assert Goal.objects.get(pk=answer.json()["id"]).files.count() == 1


@pytest.mark.parametrize("body", [{"blanks": []}, {"blanks": {"year": 1}}, {"team": "scout"}, {"colour": 1}, []])
def test_a_body_of_another_form_is_refused(operator, saved, body):
    assert operator.post(f"/templates/{saved['key']}/goals", body).status_code == 422


def test_a_goal_becomes_a_template_with_the_team_and_the_limits_that_it_has(operator, world):
    made = operator.post("/templates", {"name": "Again", "goal": str(world.goal.pk)}).json()
    assert made["text"] == world.goal.text
    assert made["settings"]["team"] == [one["handle"] for one in made["members"]]
    assert "scribe" in made["settings"]["team"]
    assert made["settings"]["limits"]["turns"] == world.goal.limits["turns"]


def test_a_team_goes_along_as_a_folder_and_comes_in_elsewhere(operator, stranger, saved):
    folder = operator.get(f"/templates/{saved['key']}/folder")
    assert folder["Content-Type"] == "application/zip"
    assert 'filename="weekly.zip"' in folder["Content-Disposition"]
    file = SimpleUploadedFile("weekly.zip", folder.content)
    came = stranger.form("/templates/folder", {"file": file})
    assert came.status_code == 201
    assert came.json()["missing"] == ["scout"]
    assert came.json()["text"] == SAVED["text"]


def test_what_is_no_folder_is_refused_beside_the_file(operator):
    answer = operator.form("/templates/folder", {"file": SimpleUploadedFile("a.zip", b"PK nothing")})
    assert answer.status_code == 422
    assert [one["field"] for one in answer.json()["errors"]] == ["file"]


def test_those_of_others_are_none_and_viewers_change_nothing(viewer, stranger, saved):
    assert stranger.get(f"/templates/{saved['key']}").status_code == 404
    assert stranger.post(f"/templates/{saved['key']}/goals", {"blanks": {"year": "1"}}).status_code == 404
    assert viewer.post("/templates", SAVED).status_code == 403
    assert viewer.send("DELETE", f"/templates/{saved['key']}").status_code == 403
