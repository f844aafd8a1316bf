"""Looks for what was left undone go through what waits, however much was done before."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from apps.attention.models import Notice
from apps.chat.actions.meanings import make_meanings
from apps.journal.actions import clock
from apps.teams.queries.checks import checks_due
from apps.teams.queries.work import subteams_due, unconsumed_questions, unconsumed_tasks

pytestmark = pytest.mark.django_db


def plan_of(look) -> str:
    """How Postgres would find what a look asks for, in tables that are too long to go through.

    What it has counted is put aside: where autovacuum has counted an empty table, each of its indexes is as good as
    the others.
    """
    with CaptureQueriesContext(connection) as seen:
        look()
    asked = next(one["sql"] for one in seen.captured_queries if "SELECT" in one["sql"])
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE pg_class SET relpages = 0, reltuples = -1 WHERE relnamespace = 'public'::regnamespace")
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {asked}")
        transaction.set_rollback(True)
        return "\n".join(line for (line,) in cursor.fetchall())


@pytest.mark.parametrize(
    ("look", "index"),
    [
        (unconsumed_tasks, "task_unheeded"),
        (unconsumed_questions, "task_question_unheeded"),
        (subteams_due, "task_for_team"),
        (checks_due, "task_claimed"),
    ],
)
def test_a_look_at_tasks_has_an_index_of_those_it_is_for(look, index):
    now = clock()
    assert f"{index} on teams_task" in plan_of(lambda: look(now))


def test_whether_somebody_was_told_is_found_by_what_they_were_told_of(stage):
    told = Notice.objects.filter(user=stage.user, kind="ended", subject=stage.workspace.pk, number=1)
    assert "using notice_once" in plan_of(lambda: list(told))


def test_whose_meaning_is_to_be_made_is_found_by_an_index_of_those():
    assert "meaning_to_be_made" in plan_of(make_meanings)
