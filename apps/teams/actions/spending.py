"""Booking what was spent, on a team and on all above it."""

import uuid

from django.db.models import F

from apps.agents.domain.calls import Usage
from apps.journal.actions import Log
from apps.teams.events import TeamEvent
from apps.teams.models import Team


def path_to_root(team: Team) -> list[uuid.UUID]:
    """The team's id and those of all above it, root last."""
    ids = [team.id]
    above = team.parent
    while above is not None:
        ids.append(above.id)
        above = above.parent
    return ids


def reserve(team: Team, *, turns: int = 0, tokens: int = 0, teams: int = 0) -> None:
    """Count as spent what the next step may take; `settle` puts it right."""
    if not (turns or tokens or teams):
        return
    Team.objects.filter(id__in=path_to_root(team)).update(
        spent_turns=F("spent_turns") + turns,
        spent_tokens=F("spent_tokens") + tokens,
        spent_teams=F("spent_teams") + teams,
    )


def settle(log: Log, team: Team, usage: Usage, *, reserved_tokens: int) -> None:
    """Replace a reservation by what was really used."""
    tokens = usage.prompt_tokens + usage.completion_tokens - reserved_tokens
    money = usage.money or 0.0
    if not tokens and not money:
        return
    Team.objects.filter(id__in=path_to_root(team)).update(
        spent_tokens=F("spent_tokens") + tokens,
        spent_money=F("spent_money") + money,
    )
    root = Team.objects.get(goal_id=team.goal_id, parent=None)
    log.add(
        TeamEvent.SPEND_CHANGED,
        team_id=team.id,
        turns=root.spent_turns,
        tokens=root.spent_tokens,
        money=root.spent_money,
    )
