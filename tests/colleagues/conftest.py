"""A goal in the middle of its work: an agent whose attempt runs, and a program that has its task's token."""

from types import SimpleNamespace

import pytest

from apps.teams.models import Attempt
from apps.teams.queries.task_tokens import colleagues_of
from tests.api.conftest import Program
from tests.engine.conftest import nothing_broke, stage, task  # noqa: F401 - fixtures

COLLEAGUES = "/api/v1/colleagues"


@pytest.fixture
def working(stage):  # noqa: F811 - a fixture
    """`asker` works on task 1; `program` acts with the task's token."""
    stage.agent("asker")
    stage.agent("counter", skill="counting growth rates")
    stage.voices([{"do": "assign", "tasks": [task("work", "asker")], "answer": "work"}])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        attempt = stage.begin(1)
    return SimpleNamespace(stage=stage, goal=goal, attempt=attempt, program=program_of(attempt))


def program_of(attempt: Attempt) -> Program:
    """A program with the token of an attempt's task."""
    return Program(colleagues_of(attempt).token)
