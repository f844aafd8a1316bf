"""The row of a team, with its goal's: one instance of it for all that a step does."""

import uuid

from django.db.models import Model

from apps.core.known_streams import Left, copy_of_row
from apps.core.read_once import is_as_read, kept_rows, read_once
from apps.teams.models import Goal, Team

_TABLES = (Team._meta.db_table, Goal._meta.db_table)  # noqa: SLF001


def one_team(team: Team) -> Team:
    """The instance of a team's row that the step has had first: else two of them would not know of each other.

    One whose row was changed through another is of this step alone: the next transaction reads it.
    """
    what = (Team, team.pk)
    return read_once(what, _TABLES, lambda: team, _holds, _left if is_as_read(what) else None)


def team_with_id(team_id: uuid.UUID, stream: uuid.UUID | None = None) -> Team | None:
    """That instance, where the step has one; where the steps of a stream have one."""
    return next((team for team in kept_rows(Team, stream) if team.pk == team_id), None)


def _holds(team: Team, row: Model) -> bool | None:
    if isinstance(row, Team) and row.pk == team.pk:
        return row is team
    if isinstance(row, Goal) and row.pk == team.goal_id:
        return row is team.goal
    return None


def _left(team: Team) -> Left[Team]:
    left = copy_of_row(team)
    if Team.goal.is_cached(team):
        left.goal = copy_of_row(team.goal)
        left.goal.__dict__.pop("learned_at", None)  # no stream tells of it: it is read when somebody asks
        return Left(left, (left, left.goal))
    return Left(left, (left,))
