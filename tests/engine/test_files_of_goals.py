"""Files of a goal: made, counted, left out where there is no room, and read only by who needs them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.chat.models import Message
from apps.files.domain.quotas import QuotaScope
from apps.files.models import Blob, Hold
from apps.files.queries.quotas import usage_of
from apps.teams.models import Attempt, FileVersion
from apps.teams.queries.work import assignment
from tests.engine.conftest import task

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
