"""How busy a connection is, what its work usually costs, and what goes over it next."""

import uuid
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import F, Func, IntegerField, QuerySet
from django.db.models.expressions import Combinable

from apps.core.statements import fetch_rows
from apps.core.updates import new_rows_unseen
from apps.journal.queries.compiled import first_column
from apps.teams.domain.states import URGENCY
from apps.teams.models import Attempt
from apps.teams.queries.connections import CHOSEN, GIVEN, JOINED, given_columns

_LOADS = f"""
    WITH chosen AS (
        SELECT attempt.id, {CHOSEN} AS line_id FROM {GIVEN} {JOINED}),
    load AS MATERIALIZED (
        SELECT line.id,
            (SELECT count(*) FROM teams_attempt WHERE connection_id = line.id AND state = 'running') AS running,
            (SELECT avg(tokens) FROM (
                SELECT prompt_tokens + completion_tokens AS tokens FROM teams_attempt
                WHERE agent_id = line.agent_id AND state = 'done' ORDER BY ended_at DESC LIMIT 10) AS recent) AS usual
        FROM agents_connection AS line WHERE line.id IN (SELECT line_id FROM chosen))
    SELECT chosen.id, load.id, load.running, load.usual
    FROM chosen JOIN load ON load.id = chosen.line_id"""  # noqa: S608  no value of anybody's

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


def running_calls(line: str) -> Combinable:
    """Give, for a query that has the key of a connection under this name, how many calls run now over it.

    The state stands in the text: a plan for any state would go through all calls that there ever were over it.
    """
    running = "(SELECT count(*) FROM teams_attempt WHERE connection_id = %(expressions)s AND state = 'running')"
    return Func(F(line), template=running, output_field=IntegerField())


@dataclass(frozen=True)
class LineLoad:
    """Of a connection: the calls that run now over it, and the mean of the tokens of its agent's last ten done ones."""

    line: uuid.UUID
    running: int
    usual_tokens: int


def loads_of(attempts: Collection[Attempt]) -> dict[uuid.UUID, LineLoad]:
    """Give the load of the connection that each of these attempts may use; nothing where there is none.

    Read after the connections' rows were locked: what two claims do at one time must not be counted twice. Calls of
    attempts that this transaction has made are not counted.
    """
    with new_rows_unseen(Attempt):
        found = fetch_rows(_LOADS, list(given_columns(attempts)))
    return {attempt: LineLoad(line, running, int(usual or 0)) for attempt, line, running, usual in found}


_WAITED_FOR = """
    SELECT 1 FROM agents_connection AS line
    JOIN teams_attempt AS attempt ON attempt.agent_id = line.agent_id AND attempt.state = 'ready'
    WHERE line.id = %s LIMIT 1"""


def is_waited_for(line: uuid.UUID) -> bool:
    """Whether anything may wait to begin over the agent of a connection."""
    return bool(fetch_rows(_WAITED_FOR, [line]))


@first_column(uuid.UUID)
def workspace_of_attempt(attempt: uuid.UUID) -> "QuerySet[Attempt, uuid.UUID]":
    """Whose an attempt is, as a list of one; empty when there is none."""
    return Attempt.objects.filter(id=attempt).values_list("task__team__goal__workspace_id", flat=True)


def next_attempts(connection_id: uuid.UUID) -> list[uuid.UUID]:
    """The attempts that the free slots of a connection go to: goals that wait for it in turn, urgent ones sooner."""
    asked = {"line": connection_id, "urgency": URGENCY}
    return [attempt_id for (attempt_id,) in fetch_rows(_NEXT, asked)]
