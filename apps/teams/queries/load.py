"""How busy a connection is, what its work usually costs, and what goes over it next."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from apps.agents.queries.rows import Connection
from apps.journal.queries.compiled import first_column
from apps.teams.domain.states import URGENCY, AttemptState
from apps.teams.models import Attempt
from apps.teams.queries.connections import CHOSEN, JOINED

_LOAD = """
    SELECT
        (SELECT count(*) FROM teams_attempt WHERE connection_id = %(line)s AND state = 'running'),
        (SELECT avg(tokens) FROM (
            SELECT prompt_tokens + completion_tokens AS tokens FROM teams_attempt
            WHERE agent_id = %(agent)s AND state = 'done' ORDER BY ended_at DESC LIMIT 10) AS recent)"""

# A goal is served when an attempt of it begins; who was not served lately waits since its attempt is ready.
_NEXT = f"""
    WITH line AS (SELECT id, agent_id, concurrency FROM agents_connection WHERE id = %(line)s),
    lately AS (
        (SELECT task_id, started_at FROM teams_attempt WHERE connection_id = %(line)s AND state = 'running')
        UNION ALL
        (SELECT task_id, started_at FROM teams_attempt
            WHERE agent_id = (SELECT agent_id FROM line) AND connection_id = %(line)s AND ended_at IS NOT NULL
            ORDER BY ended_at DESC LIMIT 100)),
    served AS (
        SELECT team.goal_id, max(lately.started_at) AS at
        FROM lately JOIN teams_task task ON task.id = lately.task_id JOIN teams_team team ON team.id = task.team_id
        GROUP BY team.goal_id)
    SELECT attempt.id
    FROM teams_attempt attempt {JOINED}
    JOIN teams_task task ON task.id = attempt.task_id
    JOIN teams_team team ON team.id = task.team_id AND team.frozen_at IS NULL
    LEFT JOIN served ON served.goal_id = team.goal_id
    WHERE attempt.agent_id = (SELECT agent_id FROM line) AND {CHOSEN} = %(line)s
        AND attempt.state = 'ready' AND attempt.not_before <= clock_timestamp()
    ORDER BY greatest(attempt.not_before, served.at) - %(urgency)s * attempt.priority, attempt.id
    LIMIT (
        SELECT greatest(0, line.concurrency - (
            SELECT count(*) FROM teams_attempt WHERE connection_id = %(line)s AND state = 'running'))
        FROM line)"""  # noqa: S608  no value of anybody's


@dataclass(frozen=True)
class Load:
    """Calls that run now over a connection, and the mean of the tokens of its agent's last ten that were done."""

    running: int
    usual_tokens: int


def running_calls(line: str) -> Combinable:
    """Give, for a query that has the key of a connection under this name, how many calls run now over it."""
    running = Attempt.objects.filter(connection=OuterRef(line), state=AttemptState.RUNNING).order_by()
    return Coalesce(Subquery(running.values("connection").annotate(calls=Count("pk")).values("calls")), 0)


def load_of(line: Connection) -> Load:
    """Read after the connection's row was locked: what two claims do at one time must not be counted twice."""
    with connection.cursor() as cursor:
        cursor.execute(_LOAD, {"agent": line.agent_id, "line": line.pk})
        running, usual = cursor.fetchone()
    return Load(running, int(usual or 0))


@first_column(uuid.UUID)
def workspace_of_attempt(attempt: uuid.UUID) -> "QuerySet[Attempt, uuid.UUID]":
    """Whose an attempt is, as a list of one; empty when there is none."""
    return Attempt.objects.filter(id=attempt).values_list("task__team__goal__workspace_id", flat=True)


def next_attempts(connection_id: uuid.UUID) -> list[uuid.UUID]:
    """The attempts that the free slots of a connection go to: goals that wait for it in turn, urgent ones sooner."""
    asked: dict[str, Any] = {"line": connection_id, "urgency": URGENCY}
    with connection.cursor() as cursor:
        cursor.execute(_NEXT, asked)
        return [attempt_id for (attempt_id,) in cursor.fetchall()]
