"""A coding agent dials in, does a task of a real hub, and asks the person who gave the goal for leave."""

import sys
from pathlib import Path

import pytest

from apps.chat.actions import Upload, decide
from apps.chat.models import Message
from apps.teams.actions.uploads import FileUpload, upload_file
from apps.teams.models import FileVersion, Question
from tests.engine.conftest import task

pytestmark = pytest.mark.processes

CODER = Path(__file__).parent / "acp_agent.py"
BRIEF = "[write:plan.md=Berth 3] [tool:Drawing] [may:make drawing] [say: Berth 3 it is.]"

EDITS = "[read:plan.md] [may:edit plan.md] [write:plan.md=Berth 4]"


@pytest.fixture
def coding(harbour, tmp_path):
    """A coding agent that dialled in, and a goal with a file that it edits, once it has leave."""
    sessions = tmp_path / "sessions"
    sessions.mkdir()
    harbour.connect("--acp", f"{sys.executable} {CODER} {sessions}")
    harbour.field.workers.start(1)
    harbour.until_connected()
    given = task("work", "scout") | {"brief": EDITS}
    harbour.field.voices([{"do": "assign", "tasks": [given], "answer": "work"}])
    goal = harbour.field.launch("Edit the plan.", files=(Upload("plan.md", b"Berth 3"),))
    harbour.field.until(lambda: Question.objects.filter(hop__isnull=False).exists(), 60)
    return goal


def versions_of(goal):
    rows = FileVersion.objects.filter(file__goal=goal, file__name="plan.md").order_by("number")
    return [(row.number, row.based_on, row.state, bytes(row.blob.pieces.get().content)) for row in rows]


def allow(harbour):
    decide(harbour.field.owner, Question.objects.get().hop_id, "Allow once")
    harbour.field.until_all_ended()


def test_what_a_coding_agent_writes_into_a_file_of_the_goal_is_its_next_version(harbour, coding):
    allow(harbour)
    assert versions_of(coding) == [(1, None, "accepted", b"Berth 3"), (2, 1, "accepted", b"Berth 4")]
    coding.refresh_from_db()
    assert "Berth 3" in coding.answer  # as it read it through its editor
    harbour.field.assert_all_is_well()


def test_what_it_writes_on_a_version_that_a_person_replaced_meanwhile_is_kept_beside_and_said(harbour, coding):
    upload_file(harbour.field.owner, coding.pk, FileUpload("plan.md", b"Berth 9", base_version=1))
    allow(harbour)
    assert versions_of(coding)[1:] == [(2, 1, "accepted", b"Berth 9"), (3, 1, "conflict", b"Berth 4")]
    said = Message.objects.filter(conversation__team__goal=coding, kind="notice").values_list("text", flat=True)
    assert any("on version 1 while version 2 was current" in text for text in said)


def test_a_coding_agent_asks_for_leave_and_hands_over_its_files(harbour, tmp_path):
    sessions = tmp_path / "sessions"
    sessions.mkdir()
    harbour.connect("--acp", f"{sys.executable} {CODER} {sessions}")
    harbour.field.workers.start(1)
    harbour.until_connected()
    given = task("work", "scout") | {"brief": BRIEF}
    harbour.field.voices([{"do": "assign", "tasks": [given], "answer": "work"}])
    goal = harbour.field.launch("Plan a berth.")

    harbour.field.until(lambda: Question.objects.filter(hop__isnull=False).exists(), 60)
    question = Question.objects.get()
    assert (question.person_id, question.options) == (goal.created_by_id, ["Allow once", "Always allow", "Reject"])
    decide(harbour.field.owner, question.hop_id, "Allow once")

    harbour.field.until_all_ended()
    goal.refresh_from_db()
    assert (goal.outcome, goal.answer) == ("done", "selected once Berth 3 it is."), harbour.field.story()
    assert FileVersion.objects.filter(file__name="plan.md", task__isnull=False).count() == 1
    harbour.field.assert_all_is_well()
