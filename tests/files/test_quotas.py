"""Quotas of files as people and programs see and set them."""

import io
from types import SimpleNamespace

import pytest
from django.test import AsyncClient, Client

from apps.accounts.actions import issue_token
from apps.accounts.queries import actor_for
from apps.agents.models import Document
from apps.files.actions.storage import keep
from apps.files.domain.contents import PIECE
from apps.files.domain.quotas import QuotaScope, Whose
from apps.files.models import Blob
from apps.files.queries.quotas import quotas_of
from apps.journal.models import AuditEntry
from tests import factories

pytestmark = pytest.mark.django_db
LONG = b"a line of words\n" * (PIECE // 8)


@pytest.fixture
def house():
    of = factories.workspace()
    people = {role: factories.person(of, role) for role in ("owner", "viewer")}
    tokens = {role: issue_token(actor_for(user), "test") for role, user in people.items()}
    clients = {role: Client(headers={"Authorization": f"Bearer {token}"}) for role, token in tokens.items()}
    browser = Client()
    browser.force_login(people["owner"])
    return SimpleNamespace(of=of, **clients, browser=browser)


def put(client, quotas):
    return client.put("/api/v1/workspace/files", quotas, content_type="application/json")


def add(client, content, name="a.txt"):
    file = io.BytesIO(content)
    file.name = name
    return client.post("/api/v1/documents", {"file": file})


def test_what_is_used_and_what_may_be_is_shown(house):
    factories.document(house.of)
    shown = house.viewer.get("/api/v1/workspace/files").json()
    assert shown["used"] == {"files": 1, "bytes": 9, "most_files": 100_000, "most_bytes": 20 * 2**30}
    assert shown["call"] == {"files": 50, "bytes": 100 * 2**20}
    page = house.browser.get("/settings/limits/").content.decode()
    assert "1 of 100,000" in page
    assert "9 bytes of 20,480 MB" in page


def test_a_quota_is_a_number_and_no_word_that_counts_as_one(house):
    refused = put(house.owner, {"workspace": {"bytes": False}})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "workspace.bytes")
    assert quotas_of(house.of.pk)[QuotaScope.WORKSPACE].bytes == 20 * 2**30


def test_an_owner_may_allow_less_and_never_more(house):
    assert put(house.viewer, {"goal": {"files": 9}}).status_code == 403
    assert put(house.owner, {"goal": {"files": 9}, "call": {"bytes": 5}}).json()["goal"] == {"files": 9, "bytes": 2**30}
    assert quotas_of(house.of.pk)[QuotaScope.CALL].bytes == 5
    refused = put(house.owner, {"goal": {"files": 1001}})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "goal_files")
    assert put(house.owner, {}).json()["goal"]["files"] == 1000, "what is left out is as allowed"
    assert AuditEntry.objects.filter(deed="file_quotas.set").count() == 2


def test_it_is_set_on_the_page_of_settings_in_mb(house):
    house.browser.post("/settings/files/", {"workspace_bytes": "7", "goal_files": ""})
    assert quotas_of(house.of.pk)[QuotaScope.WORKSPACE].bytes == 7 * 2**20
    refused = house.browser.post("/settings/files/", {"workspace_bytes": "99999999", "goal_files": "12"})
    page = refused.content.decode()
    assert refused.status_code == 422
    assert "less than or equal to 20480" in page.partition('id="id_workspace_bytes_error"')[2][:200], "beside its field"
    assert 'value="99999999"' in page, "what was typed stays"
    assert 'value="12"' in page
    assert quotas_of(house.of.pk)[QuotaScope.WORKSPACE].bytes == 7 * 2**20


def test_an_upload_that_does_not_fit_is_refused_with_what_is_left(house):
    put(house.owner, {"workspace": {"bytes": len(LONG) + 5}})
    assert add(house.owner, LONG).status_code == 201
    refused = add(house.owner, b"six ab")
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "file")
    assert "5 bytes are left" in refused.json()["detail"]
    assert Document.objects.count() == 1
    assert add(house.owner, b"five!").status_code == 201


def test_a_goal_shows_its_files_and_refuses_what_does_not_fit(house):
    put(house.owner, {"goal": {"bytes": 10}})
    file = io.BytesIO(b"nine char")
    file.name = "a.txt"
    goal = house.owner.post("/api/v1/goals", {"text": "Read it", "files": file}).json()
    assert goal["files"] == {"files": 1, "bytes": 9, "most_files": 1000, "most_bytes": 10}
    more = io.BytesIO(b"eleven char")
    more.name = "a.txt"
    refused = house.owner.post("/api/v1/goals", {"text": "Read it too", "files": more})
    assert refused.status_code == 422
    assert Blob.objects.count() == 1
    page = house.browser.get(f"/goals/{goal['id']}/").content.decode()
    assert "9 bytes of 10 bytes" in page


@pytest.mark.parametrize(
    ("asked", "status", "part"),
    [
        (None, 200, slice(0, None)),
        ("bytes=0-4", 206, slice(0, 5)),
        (f"bytes={PIECE - 2}-{PIECE + 1}", 206, slice(PIECE - 2, PIECE + 2)),
        ("bytes=-3", 206, slice(-3, None)),
        ("bytes=5-", 206, slice(5, None)),
        ("bytes=0-999999999", 200, slice(0, None)),
        ("bytes=999999999-", 416, slice(0, 0)),
        ("bytes=0-1,4-5", 200, slice(0, None)),
        ("lines=1-2", 200, slice(0, None)),
    ],
)
def test_a_download_comes_in_pieces_and_in_parts(house, asked, status, part):
    key = add(house.owner, LONG).json()["id"]
    headers = {"Range": asked} if asked else {}
    answer = house.viewer.get(f"/api/v1/documents/{key}", headers=headers)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    assert answer.status_code == status
    assert status == 416 or body == LONG[part]
    assert answer["Accept-Ranges"] == "bytes"
    if status != 416:
        assert int(answer["Content-Length"]) == len(body)
    assert (status == 206) == ("Content-Range" in answer) or status == 416


def test_what_was_downloaded_before_is_not_sent_again(house):
    key = add(house.owner, LONG).json()["id"]
    etag = house.viewer.get(f"/api/v1/documents/{key}")["ETag"]
    assert house.viewer.get(f"/api/v1/documents/{key}", headers={"If-None-Match": etag}).status_code == 304
    other = house.viewer.get(f"/api/v1/documents/{key}", headers={"Range": "bytes=0-4", "If-Range": '"old"'})
    assert other.status_code == 200


async def test_no_more_than_a_piece_is_read_ahead(house_in_database):
    token, key, reads = house_in_database
    answer = await AsyncClient().get(f"/api/v1/documents/{key}", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200, answer.content
    pieces = aiter(answer)
    assert await anext(pieces) == LONG[:PIECE]
    assert len(reads) == 1
    assert b"".join([piece async for piece in pieces]) == LONG[PIECE:]


@pytest.fixture
def house_in_database(transactional_db, monkeypatch):
    of = factories.workspace()
    kept = keep(Whose(of.pk), [LONG])
    document = factories.document(of, blob_id=kept.content.blob_id, size=len(LONG))
    token = issue_token(actor_for(factories.person(of)), "test")
    reads = []
    from apps.files.queries import contents

    read = contents.read_piece
    monkeypatch.setattr(contents, "read_piece", lambda *place: reads.append(place) or read(*place))
    return token, document.pk, reads
