"""Giving a goal, and what is said when it is refused: nothing that was typed is lost."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from apps.agents.models import Document
from apps.teams.models import Goal
from tests.markup import shown

HTMX = {"HTTP_HX_REQUEST": "true"}
FIELDS = {"turns": "30", "tokens": "5000", "money": "", "minutes": "10", "depth": "2", "teams": "4", "priority": "high"}


def given(text):
    return Goal.objects.get(text=text)


def test_a_goal_leads_to_its_room(signed_in):
    answer = signed_in.post("/goals/", {"text": "Count the windows.", **FIELDS})
    goal = given("Count the windows.")
    assert answer.headers["Location"] == f"/goals/{goal.pk}/"
    assert (goal.priority, goal.limits["turns"], goal.limits["money"]) == ("high", 30, None)


def test_a_live_page_is_sent_there_too(signed_in):
    answer = signed_in.post("/goals/", {"text": "Count the doors."}, **HTMX)
    assert answer.headers["HX-Redirect"] == f"/goals/{given('Count the doors.').pk}/"


def test_files_and_a_team_go_with_a_goal(signed_in):
    table = SimpleUploadedFile("rows.csv", b"year,sales\n2020,4\n2021,5\n", "text/csv")
    signed_in.post("/goals/", {"text": "Add them up.", "agent": ["tally", "scribe"], "files": table})
    goal = given("Add them up.")
    assert goal.wanted_handles == ["tally", "scribe"]
    assert list(Document.objects.filter(goal_id=goal.pk).values_list("name", flat=True)) == ["rows.csv"]


def test_a_goal_is_reviewed_as_the_workspace_has_it_unless_it_says_otherwise(signed_in):
    signed_in.post("/settings/review/", {"review": "always"})
    page = shown(signed_in.get("/"))
    assert 'title="As the workspace has it: always"' in page
    assert '<option value="" selected>Review as usual</option>' in page
    signed_in.post("/goals/", {"text": "As usual.", "review": ""})
    signed_in.post("/goals/", {"text": "As I say.", "review": "never"})
    assert (given("As usual.").review, given("As I say.").review) == ("always", "never")


def test_an_owner_chooses_for_the_workspace_on_its_settings_page(signed_in):
    assert signed_in.post("/settings/review/", {"review": "never"}).status_code == 302
    assert '<option value="never" selected>' in shown(signed_in.get("/settings/model/"))


def test_the_same_page_sent_twice_is_one_goal(signed_in):
    for _ in range(2):
        signed_in.post("/goals/", {"text": "Once is enough.", "key": "abc"})
    assert Goal.objects.filter(text="Once is enough.").count() == 1


REFUSED = [
    ({"text": "  "}, "err-text", "Say what you want"),
    ({"text": "w" * 25_000}, "err-text", "at most 20,000 characters"),
    ({"text": "Do it.", "agent": ["nobody"]}, "err-team", "no agent @nobody"),
    ({"text": "Do it.", "turns": "-1"}, "err-limits", "turns"),
    ({"text": "Do it.", "turns": "many"}, "err-limits", "turns"),
    ({"text": "Do it.", "priority": "now"}, "err-priority", "Choose one of"),
    ({"text": "Do it.", "review": "perhaps"}, "err-review", "Choose one of"),
    ({"text": "Do it.", "protocol": "duel"}, "err-protocol", "Choose one of"),
]


@pytest.mark.parametrize(("fields", "place", "words"), REFUSED)
def test_what_is_refused_is_said_beside_the_field_and_kept(signed_in, fields, place, words):
    answer = signed_in.post("/goals/", fields)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert words in html.split(f'id="{place}"')[1].split("</p>")[0]
    assert fields["text"].strip() in html


def test_a_live_page_gets_only_the_sentences(signed_in):
    answer = signed_in.post("/goals/", {"text": "", "turns": "5"}, **HTMX)
    assert answer.status_code == 422
    assert 'hx-target="#err-text"' in answer.content.decode()
    assert "<html" not in answer.content.decode()


def test_a_damaged_file_is_refused_in_a_sentence(signed_in):
    file = SimpleUploadedFile("notes.txt", b"\xff\xfea\x00b", "text/plain")
    html = signed_in.post("/goals/", {"text": "Read this.", "files": file}).content.decode()
    assert "notes.txt" in html.split('id="err-files"')[1].split("</p>")[0]


def test_a_binary_file_goes_along_as_it_is(signed_in):
    file = SimpleUploadedFile("tool.exe", b"MZ\x00\x01\x02", "application/octet-stream")
    assert signed_in.post("/goals/", {"text": "Read this.", "files": file}).status_code == 302
    assert Document.objects.get(name="tool.exe").media_type == "application/octet-stream"


@pytest.mark.parametrize(("headers", "told"), [(HTMX, '"A request has at most 20 files."'), ({}, "<h1>A request has")])
def test_too_many_files_are_refused_in_words_that_say_so(signed_in, headers, told):
    files = [SimpleUploadedFile(f"{number}.txt", b"words") for number in range(21)]
    answer = signed_in.post("/goals/", {"text": "Read this.", "files": files}, **headers)
    assert answer.status_code == 413
    assert told in answer.content.decode()


def test_a_huge_file_is_refused_before_it_is_read(signed_in, settings):
    settings.IOA_FILE_LIMIT = 1024 * 1024
    file = SimpleUploadedFile("big.txt", b"a" * (2 * 1024 * 1024))
    html = signed_in.post("/goals/", {"text": "Read this.", "files": file}).content.decode()
    assert "big.txt has 2 MB; a file has at most 1 MB." in html
    file = SimpleUploadedFile("larger.txt", b"a" * (1024 * 1024 + 1))
    html = signed_in.post("/goals/", {"text": "Read this.", "files": file}).content.decode()
    assert "larger.txt has 2 MB; a file has at most 1 MB." in html


def test_agents_that_fit_are_suggested_while_typing(signed_in):
    html = signed_in.get("/goals/matches/", {"text": "Draw a chart of figures", "agent": "quill"}).content.decode()
    assert 'value="contour"' in html
    assert 'value="quill" checked' in html


def test_nothing_is_suggested_for_nothing(signed_in):
    assert "pick" not in signed_in.get("/goals/matches/", {"text": ""}).content.decode()


def test_agents_can_be_searched_to_be_picked(signed_in):
    html = signed_in.get("/goals/pick/", {"q": "write a report"}).content.decode()
    assert 'value="scribe"' in html
