"""The files that agents may read, over REST: put in, listed, fetched, taken out."""

import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from apps.agents.models import Document
from tests import factories
from tests.api.conftest import check_problem

TABLE = b"year,revenue\n2014,86.8\n"


def put(program, name="figures.csv", content=TABLE):
    return program.form("/documents", {"file": SimpleUploadedFile(name, content)})


def test_a_file_is_put_in_fetched_and_taken_out(operator):
    added = put(operator)
    assert added.status_code == 201, added.content
    document = added.json()
    assert (document["name"], document["media_type"], document["size"]) == ("figures.csv", "text/csv", len(TABLE))
    assert document["attached"] is False
    path = f"/documents/{document['id']}"
    fetched = operator.get(path)
    assert fetched.content == TABLE
    assert fetched["Content-Disposition"] == 'attachment; filename="figures.csv"'
    assert operator.send("DELETE", path).status_code == 204
    assert operator.get(path).status_code == 404


def test_a_goals_files_are_listed_apart_and_stay(operator, world):
    put(operator)
    (attached,) = operator.get(f"/documents?goal={world.goal.pk}").json()["items"]
    assert (attached["name"], attached["attached"]) == ("filings.md", True)
    assert [one["name"] for one in operator.get("/documents").json()["items"]] == ["figures.csv"]
    assert operator.send("DELETE", f"/documents/{attached['id']}").status_code == 404
    assert operator.get(f"/documents?goal={uuid.uuid4()}").status_code == 404


@pytest.mark.parametrize(
    ("name", "content", "status"),
    [("tool.exe", b"MZ\x00\x01", 422), ("empty.txt", b"", 422), ("big.txt", b"a" * 3000, 413)],
)
def test_what_no_agent_could_read_is_refused(operator, settings, name, content, status):
    settings.IOA_FILE_LIMIT = 2000
    answer = put(operator, name, content)
    assert answer.status_code == status
    check_problem(answer)
    assert not Document.objects.exists()


def test_a_form_without_a_file_is_refused(operator):
    answer = operator.form("/documents", {"text": "words"})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "file"


@pytest.mark.parametrize("content_type", ["application/json", "application/octet-stream"])
def test_what_is_no_form_is_told_how_files_are_sent(operator, content_type):
    answer = operator.post("/documents", "{}", content_type=content_type)
    assert answer.status_code == 415
    assert "multipart/form-data" in answer.json()["detail"]


@pytest.mark.parametrize("name", [".", "..", "folder/"])
def test_a_file_whose_name_says_nothing_is_kept(operator, name):
    boundary = "between"
    head = f'Content-Disposition: form-data; name="file"; filename="{name}"\r\nContent-Type: text/csv'
    body = f"--{boundary}\r\n{head}\r\n\r\n".encode() + TABLE + f"\r\n--{boundary}--\r\n".encode()
    added = operator.post("/documents", body, content_type=f"multipart/form-data; boundary={boundary}")
    assert (added.status_code, added.json().get("size")) == (201, len(TABLE))


def test_of_two_files_none_is_taken_in_the_place_of_the_other(operator):
    two = [SimpleUploadedFile(name, TABLE) for name in ("a.csv", "b.csv")]
    answer = operator.form("/documents", {"file": two})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "file")
    assert not Document.objects.exists()


def test_a_file_that_is_refused_is_named_as_it_was_sent(operator):
    assert put(operator, "empty.txt", b"").json()["errors"][0]["field"] == "file"


def test_a_viewer_changes_nothing_and_a_stranger_sees_nothing(viewer, stranger, office):
    document = factories.document(office.workspace)
    assert put(viewer).status_code == 403
    assert viewer.send("DELETE", f"/documents/{document.pk}").status_code == 403
    assert viewer.get(f"/documents/{document.pk}").content == b"# Filings"
    assert stranger.get("/documents").json()["items"] == []
    assert stranger.get(f"/documents/{document.pk}").status_code == 404
    assert stranger.send("DELETE", f"/documents/{document.pk}").status_code == 404
