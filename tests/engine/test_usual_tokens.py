"""What a turn usually takes is what the last one of its workspace took, and the tables are asked for it once."""

import uuid

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from apps.agents.domain.calls import Usage
from apps.chat.actions.usual_tokens import UsualTokens
from tests.engine.conftest import task

FORTY = Usage(prompt_tokens=30, completion_tokens=10)
STRANGER = uuid.UUID(int=1)


@pytest.fixture
def spoken(stage):
    """The workspace of a goal whose turns took a hundred tokens each."""
    stage.agent("worker", {"result": "Done."})
    stage.voices([{"do": "assign", "tasks": [task("work", "worker")], "answer": "work"}])
    stage.until_ended(stage.launch())
    return stage.workspace.pk


def test_the_tables_are_asked_once(spoken):
    usual = UsualTokens()
    with CaptureQueriesContext(connection) as seen:
        assert [usual.of(spoken) for _ in range(3)] == [100] * 3
    assert len(seen.captured_queries) == 1


def test_a_turn_counts_once_it_is_committed(spoken):
    usual = UsualTokens()
    with transaction.atomic():
        usual.note(spoken, FORTY)
        assert usual.of(spoken) == 100
    assert usual.of(spoken) == 40


def test_a_turn_that_was_undone_does_not_count(spoken):
    usual = UsualTokens()
    with transaction.atomic():
        usual.note(spoken, FORTY)
        transaction.set_rollback(True)
    assert usual.of(spoken) == 100


def test_those_are_known_that_had_a_turn_last(spoken):
    usual = UsualTokens(most=1)
    usual.note(spoken, FORTY)
    assert usual.of(spoken) == 40
    usual.note(STRANGER, FORTY)
    assert usual.of(STRANGER) == 40
    assert usual.of(spoken) == 100, "it was forgotten, and is asked for"
