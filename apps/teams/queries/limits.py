"""What a team may still spend."""

from datetime import datetime

from apps.teams.domain.limits import Limit, Limits, Spent, exhausted_limit, remaining_limits
from apps.teams.models import Team


def booked_spend(team: Team) -> Spent:
    """What a team and all below it have spent, without the minutes, which nobody books."""
    return Spent(
        turns=team.spent_turns,
        tokens=team.spent_tokens,
        money=team.spent_money,
        unpriced=team.spent_unpriced,
        claimed=team.spent_claimed,
        teams=team.spent_teams,
    )


def spent_of_team(team: Team, now: datetime) -> Spent:
    """What a team and all below it have spent; minutes do not run while it is frozen."""
    until = team.frozen_at or team.ended_at or now
    minutes = max((until - team.created_at).total_seconds() - team.frozen_seconds, 0.0) / 60
    return booked_spend(team).model_copy(update={"minutes": minutes})


def teams_above(team: Team) -> list[Team]:
    """The team and all above it, root last."""
    teams = [team]
    while teams[-1].parent is not None:
        teams.append(teams[-1].parent)
    return teams


def used_up_limit(team: Team, now: datetime, *, for_turn: bool = True) -> Limit | None:
    """What leaves this team nothing for another step (a turn, or an agent's work), those above it not looked at."""
    return exhausted_limit(Limits.model_validate(team.grant), spent_of_team(team, now), for_turn=for_turn)


def grantable_limits(team: Team, now: datetime) -> Limits | None:
    """What a sub-team of this one may be granted: the least that any team up to the root has left; None if nothing."""
    grants: list[Limits] = []
    for above in teams_above(team):
        limits, spent = Limits.model_validate(above.grant), spent_of_team(above, now)
        if exhausted_limit(limits, spent):
            return None
        grants.append(remaining_limits(limits, spent))
    return _least(grants, depth=grants[0].depth)


def has_room_for_team(team: Team) -> bool:
    """Whether the number of teams allows one more below this one."""
    return all(above.spent_teams < Limits.model_validate(above.grant).teams for above in teams_above(team))


def _least(grants: list[Limits], *, depth: int) -> Limits:
    def least(name: str) -> float | None:
        values = [getattr(grant, name) for grant in grants if getattr(grant, name) is not None]
        return min(values) if values else None

    return Limits.model_validate(
        {name: least(name) for name in ("turns", "tokens", "money", "minutes", "teams")} | {"depth": depth}
    )
