"""Which connection to its agent an attempt goes over.

The origin's own where they have one that is on, else the workspace's; nobody's else. Tries that follow one another keep
theirs: who began over their own connection does not go on over the workspace's because theirs is off or gone, but waits
until they connect again. Who has a task of another person's tried again begins anew, over what is theirs to use.
"""

import uuid
from collections.abc import Collection
from typing import Any

from django.db.models import F, Q, QuerySet, UUIDField
from django.db.models.expressions import RawSQL

from apps.agents.queries.rows import Connection
from apps.teams.models import Attempt, Task

JOINED = """
    JOIN agents_agent agent ON agent.id = attempt.agent_id
    JOIN agents_connection common ON common.id = agent.connection_id
    LEFT JOIN agents_connection kept ON kept.id = attempt.connection_id
    LEFT JOIN accounts_origin origin ON origin.id = attempt.origin_id
    LEFT JOIN agents_connection own
        ON own.agent_id = attempt.agent_id AND own.owner_id = origin.user_id AND own.enabled"""
"""What CHOSEN looks at, for a row `attempt`."""

CHOSEN = """
    CASE
        WHEN kept.owner_id = origin.user_id THEN own.id
        WHEN kept.id = common.id AND common.enabled THEN common.id
        WHEN own.id IS NOT NULL THEN own.id
        WHEN common.enabled THEN common.id
    END"""
"""The connection's key; NULL: there is none that it may use."""

GIVEN = "unnest(%s::uuid[], %s::uuid[], %s::uuid[], %s::uuid[]) AS attempt (id, agent_id, connection_id, origin_id)"
"""Attempts in hand, in place of their table, where they may not stand yet: see `given_columns`."""

_OF_ONE = f"SELECT {CHOSEN} FROM teams_attempt attempt {JOINED} WHERE attempt.id"  # noqa: S608  no value of anybody's
_OF_MANY = f"SELECT {CHOSEN} FROM {GIVEN} {JOINED}"  # noqa: S608  the same


def given_columns(attempts: Collection[Attempt]) -> tuple[list[uuid.UUID | None], ...]:
    """What GIVEN takes of these attempts."""
    columns = ("id", "agent_id", "connection_id", "origin_id")
    return tuple([getattr(one, column) for one in attempts] for column in columns)


def chosen_among(*given_and_others: list[uuid.UUID | None]) -> RawSQL:
    """Give, for use within another query, the keys of the connections that attempts may use, and some more.

    `given_and_others`: what `given_columns` gives, and the keys of the others.
    """
    return RawSQL(f"{_OF_MANY} UNION ALL SELECT unnest(%s::uuid[])", given_and_others)  # noqa: S611  as above


def chosen() -> RawSQL:
    """Give the key of the connection that each attempt of a query may use; NULL: there is none."""
    return RawSQL(f"({_OF_ONE} = teams_attempt.id)", [], output_field=UUIDField())  # noqa: S611  as above


def line_for(agent_id: uuid.UUID, user: uuid.UUID | None) -> uuid.UUID | None:
    """Give the connection that a first try in the name of `user` would go over; None: there is none that it may use."""
    on = Connection.objects.filter(agent=agent_id, enabled=True, removed_at=None)
    usable = on.filter(Q(owner=None) | Q(owner=user)).order_by(F("owner").asc(nulls_last=True))
    return usable.values_list("pk", flat=True).first()


def asker_of(team_id: uuid.UUID, number: int) -> "QuerySet[Any]":
    """Who stands behind a task of a team, for use within another query."""
    return Task.objects.filter(team=team_id, number=number).values("origin__user_id")


def line_of(attempt: Attempt) -> Connection:
    """Give the connection of an attempt that has begun."""
    if attempt.connection is None:
        raise ValueError("an attempt that was not claimed has no connection")
    return attempt.connection
