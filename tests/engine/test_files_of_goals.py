"""Files of a goal: made, counted, left out where there is no room, and read only by who needs them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.agents.connectors.request_parts import request_text
from apps.chat.actions import Upload
from apps.chat.models import Message
from apps.files.domain.quotas import QuotaScope
from apps.files.models import Blob, Hold
from apps.files.queries.quotas import usage_of
from apps.teams.models import Attempt, FileVersion
from tests.asked import assignment
from tests.engine.conftest import task
from tests.pdf import pdf_of

pytestmark = pytest.mark.django_db(transaction=False)


def made(name, content="one"):
    return {"file": {"name": name, "media_type": "text/plain", "content": content}}


def told(goal):
    notices = Message.objects.filter(conversation__team__goal=goal, kind="notice")
    return [message.text for message in notices.order_by("number")]


def test_files_that_are_the_same_are_stored_once_and_counted_each(stage):
    stage.agent("drawer", made("a.txt"), made("b.txt"), {"result": "drawn"})
    stage.voices([{"do": "assign", "tasks": [task("draw", "drawer")], "answer": "draw"}])
    goal = stage.launch()
    assert (FileVersion.objects.count(), Blob.objects.count(), Hold.objects.count()) == (3, 2, 0), "with the answer"
    assert usage_of(QuotaScope.GOAL, goal.id).files == 3
    assert usage_of(QuotaScope.AGENT, Attempt.objects.get().agent_id).bytes == 6


def test_a_file_that_has_no_room_is_left_out_and_the_room_is_told(stage, settings):
    settings.IOA_FILE_QUOTAS = settings.IOA_FILE_QUOTAS | {"goal": (1, 100)}
    stage.agent("drawer", made("a.txt"), made("b.txt", "two"), {"result": "drawn"})
    stage.voices([{"do": "assign", "tasks": [task("draw", "drawer")], "answer": "draw"}])
    goal = stage.launch()
    goal.refresh_from_db()
    assert (goal.outcome, goal.answer) == ("done", "drawn")
    assert [row.name for row in FileVersion.objects.all()] == ["a.txt"]
    assert told(goal)[0] == "“b.txt” was left out. This goal may have 1 files, and has them."


def test_a_call_that_gives_more_than_a_call_may_has_failed_and_leaves_nothing(stage, settings):
    settings.IOA_FILE_QUOTAS = settings.IOA_FILE_QUOTAS | {"call": (1, 100)}
    stage.agent("drawer", made("a.txt"), made("b.txt", "two"), {"result": "drawn"})
    stage.voices([{"do": "assign", "tasks": [task("draw", "drawer")], "answer": "draw"}])
    stage.launch()
    attempt = Attempt.objects.first()
    assert attempt.state == "failed"
    assert attempt.failure.startswith("The agent sent too many files, or too large ones")
    assert not FileVersion.objects.exists()


@pytest.mark.parametrize(
    ("name", "content", "media_type", "seen"),
    [
        ("boats.pdf", pdf_of("1,377 boats.", "In Bergen."), "application/pdf", "[Page 2]\nIn Bergen."),
        ("boats.png", b"\x89PNG\r\n\x1a\n....", "image/png", "[12 bytes that are not text]"),
    ],
)
def test_an_agent_gets_an_attached_file_as_it_is_and_where_it_takes_words_alone_what_was_read_in_it(
    stage, name, content, media_type, seen
):
    stage.agent("reader", {"result": "read"})
    stage.voices([{"do": "assign", "tasks": [task("read", "reader")], "answer": "read"}])
    stage.launch(files=(Upload(name, content),))
    request = assignment(Attempt.objects.get().id).request
    (file,) = request.files
    assert (file.name, file.media_type, file.content) == (name, media_type, content)
    assert seen in request_text(request)


def test_who_depends_on_files_is_given_them_unread(stage):
    stage.agent("drawer", made("a.txt", "x" * 600_000), {"result": "drawn"})
    stage.agent("writer", {"result": "written"})
    tasks = [task("draw", "drawer"), task("write", "writer", after=("draw",))]
    stage.voices([{"do": "assign", "tasks": tasks, "answer": "write"}])
    stage.launch()
    attempt = Attempt.objects.get(agent__handle="writer")
    with CaptureQueriesContext(connection) as asked:
        (file,) = assignment(attempt.id).request.results[0].files
        assert file.size == 600_000
    assert not [query for query in asked if "files_blobpiece" in query["sql"]]
    assert file.content == b"x" * 600_000
