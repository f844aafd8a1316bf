"""Agents write files: on what they were given, beside what others wrote meanwhile, or under names of their own."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from apps.agents.actions.shelf import Shelf
from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import File, Result
from apps.chat.actions import Upload
from apps.chat.jobs import run_attempt, take_turn
from apps.chat.models import Message
from apps.files.models import Blob, Hold
from apps.journal.queries import events_after
from apps.teams.actions import attempt_ends, attempts
from apps.teams.models import Attempt, FileVersion
from tests.asked import assignment
from tests.engine.conftest import finish, task


def writes(name, content):
    return {"file": {"name": name, "media_type": "text/markdown", "content": content}}


def versions(goal):
    """Each version but the answer's: its file, number, state, what it was written on, and what it says."""
    rows = FileVersion.objects.filter(file__goal=goal).exclude(file__role="answer").select_related("file", "blob")
    rows = rows.order_by("created_at", "file__name")
    return [(row.name, row.number, row.state, row.based_on, text_of(row)) for row in rows]


def text_of(row):
    return b"".join(bytes(piece.content) for piece in row.blob.pieces.order_by("position")).decode()


def notices(goal):
    return [message.text for message in Message.objects.filter(conversation__team__goal=goal, kind="notice")]


def drafted(stage, *later, **request):
    """A goal whose first task writes report.md, and whose later ones, by `key: after`, write it too."""
    stage.agent("drafter", writes("report.md", "draft"), {"result": "Drafted."})
    for key in later:
        stage.agent(key, writes("Report.md", f"by {key}"), {"result": f"{key} wrote."})
    tasks = [task("draft", "drafter"), *(task(key, key, after=("draft",)) for key in later)]
    stage.voices([{"do": "assign", "tasks": tasks, "answer": tasks[-1]["key"]}])
    return stage.launch(**request)


@pytest.mark.django_db(transaction=False)
class TestInTurn:
    def test_who_was_given_a_file_and_writes_its_name_makes_its_next_version(self, stage):
        goal = drafted(stage, "editor")
        assert versions(goal) == [
            ("report.md", 1, "accepted", None, "draft"),
            ("report.md", 2, "accepted", 1, "by editor"),
        ]
        draft, edited = FileVersion.objects.exclude(file__role="answer").order_by("number")
        assert Attempt.objects.get(agent__handle="editor").given == [str(draft.id)]
        assert edited.task == edited.attempt.task
        assert (edited.member.agent.handle, edited.origin_id) == ("editor", goal.origin_id)
        assert edited.origin_id is not None

    def test_who_was_given_none_and_writes_a_taken_name_makes_a_file_of_its_own(self, stage):
        stage.agent("one", writes("report.md", "one"), {"result": "One."})
        stage.agent("two", writes("REPORT.md", "two"), {"result": "Two."})
        stage.voices([{"do": "assign", "tasks": [task("a", "one"), task("b", "two")], "answer": "b"}])
        goal = stage.launch()
        assert versions(goal) == [
            ("report.md", 1, "accepted", None, "one"),
            ("REPORT (2).md", 1, "accepted", None, "two"),
        ]
        assert notices(goal) == []

    def test_what_is_written_on_an_older_version_is_kept_beside_the_current_one_and_told(self, stage):
        goal = drafted(stage, "editor", "analyst")
        assert versions(goal)[1:] == [
            ("report.md", 2, "accepted", 1, "by editor"),
            ("report.md", 3, "conflict", 1, "by analyst"),
        ]
        assert notices(goal) == [
            "@analyst wrote “report.md” on version 1 while version 2 was current: kept beside it as version 3."
        ]
        (told,) = [event for event in events_after(goal.id, 0, 500) if event.kind == "file.conflicted"]
        conflict = FileVersion.objects.get(number=3)
        assert told.payload["artifact"] == str(conflict.id)
        assert [told.payload[name] for name in ("version", "based_on", "current")] == [3, 1, 2]

    def test_the_conclusion_has_the_current_versions(self, stage):
        goal = drafted(stage, "editor", "analyst")
        ended = Message.objects.get(conversation__team__goal=goal, kind="conclusion")
        assert [file["id"] for file in ended.data["artifacts"]][1:] == [str(FileVersion.objects.get(number=2).id)]
        said = Message.objects.get(conversation__team__goal=goal, kind="result", task_number=2)
        assert [file["id"] for file in said.data["artifacts"]] == [str(FileVersion.objects.get(number=2).id)]

    def test_what_came_with_the_goal_is_version_one_and_was_read_by_all(self, stage):
        stage.agent("editor", writes("report.md", "edited"), {"result": "Edited."})
        stage.voices([{"do": "assign", "tasks": [task("edit", "editor")], "answer": "edit"}])
        goal = stage.launch(files=(Upload("Report.md", b"as it came"), Upload("report.md", b"another")))
        assert versions(goal) == [
            ("Report.md", 1, "accepted", None, "as it came"),
            ("report (2).md", 1, "accepted", None, "another"),
            ("Report.md", 2, "accepted", 1, "edited"),
        ]
        came = FileVersion.objects.get(task=None, file__name="Report.md")
        assert came.member.user == stage.user
        assert came.origin_id == goal.origin_id


@pytest.fixture
def editing(stage):
    """Two attempts at work on the same version, claimed by workers whose calls have not ended."""
    stage.agent("drafter", writes("report.md", "draft"), {"result": "Drafted."})
    stage.agent("one")
    stage.agent("two")
    tasks = [task("draft", "drafter"), task("a", "one", after=("draft",)), task("b", "two", after=("draft",))]
    stage.voices([{"do": "assign", "tasks": tasks, "answer": "b"}])
    with stage.bells_lost():
        take_turn(str(stage.room(stage.launch()).id))
        run_attempt(str(Attempt.objects.get(agent__handle="drafter").id))
        found = list(Attempt.objects.filter(state="ready"))
        assert len(found) == 2
        for attempt in found:
            begin(attempt.id)
        yield [attempt.id for attempt in found]


def begin(attempt_id):
    assert attempts.claim_attempt(attempt_id, "a worker")
    work = assignment(attempt_id)
    attempts.note_given(attempt_id, work.given)
    return work


def wrote(attempt_id, content):
    """The outcome of a call that gave report.md."""
    kept = Shelf(assignment(attempt_id).whose).keep(File("report.md", "text/markdown", content))
    return CallOutcome(Result("Written."), (kept,))


def test_of_two_that_end_at_one_moment_one_is_current_and_the_other_a_conflict(editing):
    outcomes = {attempt_id: wrote(attempt_id, f"by {place}".encode()) for place, attempt_id in enumerate(editing)}

    def end(attempt_id):
        finish(attempt_id, outcomes[attempt_id])
        connection.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(end, editing))
    assert sorted(FileVersion.objects.filter(number__gt=1).values_list("number", "state", "based_on")) == [
        (2, "accepted", 1),
        (3, "conflict", 1),
    ]
    assert set(Attempt.objects.filter(id__in=editing).values_list("state", flat=True)) == {"done"}


def test_a_result_with_an_old_fence_makes_no_version_and_leaves_no_content(stage, editing):
    first, _ = editing
    late = wrote(first, b"too late")
    begun = Attempt.objects.get(id=first).started_at
    Attempt.objects.filter(id=first).update(lease_until=begun)
    attempt_ends.expire_attempt(first)
    finish(first, late)
    assert Attempt.objects.get(id=first).state == "late"
    assert FileVersion.objects.count() == 1
    assert not Hold.objects.exists()
    assert Blob.objects.count() == 1


def test_work_that_was_lost_goes_on_with_the_versions_that_it_was_given(stage, editing):
    lost, other = editing
    finish(other, wrote(other, b"newer"))
    attempt = Attempt.objects.select_related("task").get(id=lost)
    Attempt.objects.filter(id=lost).update(lease_until=attempt.started_at)
    attempt_ends.expire_attempt(lost)
    again = attempt.task.attempts.get(number=2)
    work = begin(again.id)
    again.refresh_from_db()
    assert again.given == attempt.given
    assert [file.content for result in work.request.results for file in result.files] == [b"draft"]
