"""How many statements a step takes: bounded, and no more of them where there is more to read."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.agents.queries import scores
from apps.chat.actions import post_message
from apps.chat.jobs import run_attempt, take_turn
from apps.chat.queries.briefing import briefing_for, conversation_with_team
from apps.journal import bells
from apps.teams.models import Attempt, Goal
from apps.teams.queries import limits
from tests.engine.conftest import task


def statements(step, *arguments) -> list[str]:
    """The statements that a step takes, without the marks of transactions."""
    with CaptureQueriesContext(connection) as context:
        step(*arguments)
    marks = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return [query["sql"] for query in context.captured_queries if not query["sql"].startswith(marks)]


@pytest.fixture
def chain(stage) -> Goal:
    """A goal of two tasks that nobody has begun."""
    stage.agent("one")
    stage.agent("two")
    tasks = [task("a", "one"), task("b", "two", after=("a",))]
    stage.voices([{"do": "assign", "tasks": tasks, "answer": "b"}])
    with stage.bells_lost():
        return stage.launch()


@pytest.fixture(autouse=True)
def nothing_is_read_anew(monkeypatch):
    """What is usual among agents is read anew each minute, budgets every two seconds: not in the middle of a count."""
    monkeypatch.setattr(scores, "SECONDS", 1e9)
    monkeypatch.setattr(limits, "LOOK_SECONDS", 1e9)


@pytest.fixture
def worker():
    """A process that hears its own bells: it takes what it makes ready."""
    bells.hear(lambda job, identifier: None)
    yield
    bells.hear(None)


def test_a_small_goal_takes_a_bounded_number_of_statements(stage, chain):
    with stage.bells_lost():
        turn = statements(take_turn, str(stage.room(chain).id))
        work = statements(run_attempt, str(Attempt.objects.get(state="ready").id))

    assert len(turn) <= 41
    assert len(work) <= 29


def test_from_its_first_turn_to_its_end_a_goal_takes_few_statements(stage, chain, worker):
    told = statements(take_turn, str(stage.room(chain).id))

    assert stage.until_ended(chain).outcome == "done"
    assert len(told) <= 94


def test_a_review_takes_no_more_statements_than_another_turn(stage, chain):
    """A row of its own: it is one turn, and one call of the model, that a goal without takes not at all."""
    Goal.objects.update(review="always")
    with stage.bells_lost():
        take_turn(str(stage.room(chain).id))
        for _ in range(2):
            run_attempt(str(Attempt.objects.get(state="ready").id))
        review = statements(take_turn, str(stage.room(chain).id))

    assert Goal.objects.get().outcome == "done"
    assert len(review) <= 40


def test_nothing_that_a_room_does_reads_an_agents_vectors(stage, chain):
    with stage.bells_lost():
        take_turn(str(stage.room(chain).id))
        work = statements(run_attempt, str(Attempt.objects.get(state="ready").id))

    assert not [statement for statement in work if "profile_vector" in statement]


def briefed(stage, tasks: int) -> list[str]:
    """The statements of a briefing for a team that has done so many tasks, each after the one before it."""
    given = [task(f"t{place}", "worker", after=(f"t{place - 1}",) if place else ()) for place in range(tasks)]
    stage.voices([{"do": "assign", "tasks": given, "answer": given[-1]["key"]}])
    goal = stage.until_ended(stage.launch(f"Goal of {tasks}"))
    with stage.bells_lost():
        for number in range(tasks):
            post_message(stage.owner, stage.root(goal).id, f"Word {number}")
    return statements(briefing_for, conversation_with_team(stage.room(goal).id))


def test_a_briefing_takes_as_many_statements_for_ten_tasks_as_for_two(stage):
    stage.agent("worker", {"file": {"name": "a.txt", "content": "one"}}, {"result": "Done."})

    assert len(briefed(stage, 2)) == len(briefed(stage, 10))
