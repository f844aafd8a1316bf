"""A goal's words that nobody has rendered when its first turn is spoken are rendered with what is said in that turn."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.chat.models import Message
from apps.core import prose
from tests.engine.conftest import task

SCRIPT = {"do": "assign", "text": "Three **tasks**.", "tasks": [task("work", "worker")], "answer": "work"}


@pytest.fixture
def claimed(stage):
    """The first turn of a goal whose words are bare."""
    stage.agent("worker")
    stage.voices([SCRIPT])
    with stage.bells_lost():
        goal = stage.launch("Do the **work**")
        Message.objects.update(html="", html_version=0)
        return stage.claim(stage.root(goal))


def given() -> Message:
    return Message.objects.get(kind="goal")


def test_they_are_rendered_by_the_statement_that_notes_that_they_were_read(stage, claimed):
    with stage.bells_lost(), CaptureQueriesContext(connection) as seen:
        stage.speak(claimed, SCRIPT)
    assert "<strong>work</strong>" in given().html
    assert (given().html_version, given().html_at is None, given().read_in_turn) == (prose.VERSION, False, 1)
    changed = [one["sql"] for one in seen.captured_queries if one["sql"].startswith('UPDATE "chat_message"')]
    assert len(changed) == 1


def test_what_was_rendered_before_stays_as_it_is(stage, claimed):
    Message.objects.update(html="<p>As shown</p>", html_version=prose.VERSION)
    with stage.bells_lost():
        stage.speak(claimed, SCRIPT)
    assert (given().html, given().html_at) == ("<p>As shown</p>", None)


def test_what_can_not_be_rendered_then_is_read_and_left_to_whoever_looks(stage, claimed, monkeypatch):
    def busy(_):
        raise prose.Busy

    monkeypatch.setattr(prose, "render_at_once", busy)
    with stage.bells_lost():
        stage.speak(claimed, SCRIPT)
    assert (given().html, given().html_version, given().read_in_turn) == ("", 0, 1)
