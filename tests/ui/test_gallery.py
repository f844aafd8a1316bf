"""The gallery: templates with blanks, filled in, saved, copied, removed, brought in and taken along."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from apps.chat.models import GoalTemplate
from apps.teams.models import Goal


def save(browser, **form):
    return browser.post("/gallery/new/", {"name": "Weekly", "text": "Find {what=it} of {year}.", "about": ""} | form)


@pytest.fixture
def saved(signed_in):
    return save(signed_in)["Location"]


def test_the_gallery_shows_what_comes_along_and_leads_to_it(as_viewer):
    html = as_viewer.get("/templates/").content.decode()
    assert "Ask a table" in html
    assert "/templates/table-question/" in html
    assert as_viewer.get("/templates/table-question/").status_code == 200


def test_the_blanks_are_fields_with_what_is_usual_in_them(signed_in, saved):
    html = signed_in.get(saved).content.decode()
    assert re.search(r'name="blanks.what"[^>]*value="it"|value="it"[^>]*name="blanks.what"', html)
    assert re.search(r'<input[^>]*name="blanks.year"[^>]*required', html)
    assert re.search(r'<mark\s+title="year"\s*>year</mark>', html)


def test_filled_in_it_becomes_a_goal_and_one_stands_in_its_room(signed_in, saved):
    answer = signed_in.post(f"{saved}use/", {"blanks.what": "the <b>revenue</b>", "blanks.year": "2024", "key": "k"})
    goal = Goal.objects.get(text="Find the <b>revenue</b> of 2024.")
    assert answer["Location"] == f"/goals/{goal.pk}/"


def test_what_is_missing_is_said_beside_its_blank_and_nothing_typed_is_lost(signed_in, saved):
    answer = signed_in.post(f"{saved}use/", {"blanks.what": "the revenue"})
    assert answer.status_code == 422
    html = answer.content.decode()
    assert 'value="the revenue"' in html
    assert "form-wrong" in html
    assert signed_in.post("/templates/table-question/use/", {}).status_code == 422


def test_a_goal_is_saved_with_its_text_and_the_agents_of_its_team(signed_in, world):
    address = f"/gallery/new/?goal={world.goal.pk}"
    html = signed_in.get(address).content.decode()
    assert "annual revenue 2014-2020: find, plot, report" in html
    assert re.search(r'value="scribe"[^>]*checked', html)
    answer = signed_in.post(address, {"name": "Again", "text": world.goal.text, "team": ["scribe"]})
    row = GoalTemplate.objects.get()
    assert answer["Location"] == f"/templates/{row.pk}/"
    assert row.settings["team"] == ["scribe"]
    assert row.settings["limits"]["turns"] == world.goal.limits["turns"]
    for page in (f"/goals/{world.goal.pk}/keep/", f"/teams/{world.root.team.pk}/plan/"):
        assert address in signed_in.get(page).content.decode()


def test_a_copy_is_changed_and_a_name_that_is_taken_is_said_beside_it(signed_in, saved):
    key = saved.strip("/").split("/")[-1]
    assert "Weekly (copy)" in signed_in.get(f"/gallery/new/?template={key}").content.decode()
    answer = save(signed_in)
    assert answer.status_code == 422
    assert "a template of this name already" in answer.content.decode()


@pytest.mark.parametrize("query", ["goal=none", "goal=01920000-0000-7000-8000-000000000000", "template=none"])
def test_there_is_nothing_to_save_of_what_is_not_there(signed_in, query):
    assert signed_in.get(f"/gallery/new/?{query}").status_code == 404


def test_it_goes_along_and_comes_in_again(signed_in, saved):
    folder = signed_in.get(f"{saved}folder.zip")
    assert folder["X-Content-Type-Options"] == "nosniff"
    assert signed_in.post(f"{saved}remove/")["Location"] == "/templates/"
    answer = signed_in.post("/gallery/import/", {"file": SimpleUploadedFile("weekly.zip", folder.content)})
    assert answer["Location"] == f"/templates/{GoalTemplate.objects.get(name='Weekly').pk}/"


def test_a_file_that_is_no_folder_is_said_beside_it(signed_in):
    answer = signed_in.post("/gallery/import/", {"file": SimpleUploadedFile("a.zip", b"no")})
    assert answer.status_code == 422
    assert "no zip file" in answer.content.decode()
    assert signed_in.post("/gallery/import/", {}).status_code == 422


def test_who_may_only_look_changes_nothing(as_viewer):
    assert save(as_viewer).status_code == 403
    assert as_viewer.post("/templates/calculation/use/", {}).status_code == 403
