"""How busy an agent is, and what its work usually costs."""

import uuid
from dataclasses import dataclass

from django.db import connection

_LOAD = """
    SELECT
        (SELECT count(*) FROM teams_attempt WHERE agent_id = %(agent)s AND state = 'running'),
        (SELECT avg(tokens) FROM (
            SELECT prompt_tokens + completion_tokens AS tokens FROM teams_attempt
            WHERE agent_id = %(agent)s AND state = 'done' ORDER BY ended_at DESC LIMIT 10) AS recent)"""


@dataclass(frozen=True)
class Load:
    """Calls of an agent that run now, and the mean of the tokens of its last ten attempts that were done."""

    running: int
    usual_tokens: int


def load_of(agent_id: uuid.UUID) -> Load:
    """Read after the agent's row was locked: what two claims do at one time must not be counted twice."""
    with connection.cursor() as cursor:
        cursor.execute(_LOAD, {"agent": agent_id})
        running, usual = cursor.fetchone()
    return Load(running, int(usual or 0))
