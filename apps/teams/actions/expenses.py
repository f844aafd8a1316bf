"""Booking what was spent, on a team and on all above it."""

from django.db import connection

from apps.agents.domain.calls import Usage
from apps.journal.actions import Log
from apps.teams.actions import budgets
from apps.teams.events import TeamEvent
from apps.teams.models import Team
from apps.teams.queries.chains import chain_of_team
from apps.teams.queries.limits import teams_above

_COLUMNS = ("spent_turns", "spent_tokens", "spent_money", "spent_unpriced", "spent_claimed", "spent_teams")
_BOOK = f"UPDATE teams_team SET {', '.join(f'{name} = {name} + %s' for name in _COLUMNS)} WHERE id = ANY(%s)"  # noqa: S608 - our own names


def reserve(team: Team, *, turns: int = 0, tokens: int = 0, teams: int = 0) -> None:
    """Count as spent what the next step may take; `settle` puts it right."""
    _book(team, spent_turns=turns, spent_tokens=tokens, spent_teams=teams)


def settle(log: Log, team: Team, usage: Usage, *, reserved_tokens: int, claimed: bool = False) -> None:
    """Replace a reservation by what was really used; `claimed`: as an agent says of itself."""
    used = usage.prompt_tokens + usage.completion_tokens
    unpriced = used if usage.money is None else 0
    money = usage.money or 0.0
    said = used if claimed else 0
    budgets.book(log, team.goal, tokens=used, claimed=said, money=money)
    spent = {"spent_tokens": used - reserved_tokens, "spent_money": money}
    if not _book(team, **spent, spent_unpriced=unpriced, spent_claimed=said):
        return
    root = teams_above(team)[-1]
    log.add(
        TeamEvent.SPEND_CHANGED,
        chain_of_team(team),
        turns=root.spent_turns,
        tokens=root.spent_tokens,
        money=root.spent_money,
    )


def _book(team: Team, **more: float) -> bool:
    """Add to the columns of a team and of all above it, in the table and in these instances; False: nothing to add."""
    added = {name: value for name, value in more.items() if value}
    if not added:
        return False
    teams = teams_above(team)
    with connection.cursor() as cursor:
        cursor.execute(_BOOK, [*(more.get(name, 0) for name in _COLUMNS), [one.id for one in teams]])
    for one in teams:
        for name, value in added.items():
            setattr(one, name, getattr(one, name) + value)
    return True
