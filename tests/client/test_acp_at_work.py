"""A coding agent dials in, does a task of a real hub, and asks the person who gave the goal for leave."""

import sys
from pathlib import Path

import pytest

from apps.chat.actions import decide
from apps.teams.models import FileVersion, Question
from tests.engine.conftest import task

pytestmark = pytest.mark.processes

CODER = Path(__file__).parent / "acp_agent.py"
BRIEF = "[write:plan.md=Berth 3] [tool:Drawing] [may:make drawing] [say: Berth 3 it is.]"


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
