"""Bells are names: each app has its own, one job answers to each, and below nobody knows the jobs of those above."""

import ast
from pathlib import Path

from celery import current_app

from apps.chat.bells import ChatBell
from apps.journal.bells import bells_of_all
from ioa_web.deployment import bells_are_answered

APPS = Path(__file__).parents[2] / "apps"
JOBS = ("chat.", "agents.", "teams.", "files.", "accounts.")


def test_every_bell_has_a_job():
    assert ChatBell.TURN_DUE in bells_of_all()
    assert bells_are_answered() == []


def test_a_bell_that_no_job_answers_to_is_named_by_the_check(monkeypatch):
    monkeypatch.delitem(current_app.tasks, ChatBell.TURN_DUE.value)
    assert [error.msg for error in bells_are_answered()] == ["No job answers to the bell chat.take_turn."]


def test_no_job_answers_to_two_bells():
    names = [bell.value for bell in bells_of_all()]
    assert len(names) == len(set(names))


def test_the_journal_knows_no_job_of_an_app_above():
    sources = [path for path in (APPS / "journal").rglob("*.py") if "migrations" not in path.parts]
    texts = [
        node for path in sources for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)
    ]
    assert [text.value for text in texts if str(text.value).startswith(JOBS)] == []
