"""What teams may spend: changed by people, and passed down to sub-teams as they need it."""

from itertools import pairwise

from apps.journal.actions import Log
from apps.teams.actions import teams
from apps.teams.domain.limits import Limit, Limits, extend_grant
from apps.teams.events import TeamEvent
from apps.teams.models import Goal, Team
from apps.teams.queries.budgets import overdrawn_payer
from apps.teams.queries.chains import chain_of_team
from apps.teams.queries.limits import grantable_limits, spent_of_team, teams_above, used_up_limit


def change_limits(log: Log, team: Team, limits: Limits, by: str) -> None:
    """Give a team other limits; the root team's are the goal's. `by`: a person's name; empty: the hub."""
    team.grant = limits.model_dump()
    if team.frozen_at is None and team.ended_at is None:
        teams.restart_clock(team, 0.0)
    else:
        team.save(update_fields=["grant"])
    if team.parent_id is None:
        Goal.objects.filter(id=team.goal_id).update(limits=team.grant)
    log.add(TeamEvent.LIMITS_CHANGED, chain_of_team(team), actor=by, limits=team.grant)


def exhausted_goal(log: Log, team: Team, *, for_turn: bool = True) -> Limit | None:
    """The limit of the goal that leaves a team nothing for another step (a turn, or an agent's work), or None.

    Only the goal's limits, and the budgets of the day, bind, and people are asked about them once: a sub-team that has
    used up what it was granted is given what those above it still have.
    """
    root, *below = reversed(teams_above(team))
    limit = used_up_limit(root, log.now, for_turn=for_turn)
    if limit is None:
        for above, one in pairwise((root, *below)):
            if used_up_limit(one, log.now, for_turn=for_turn):
                _extend(log, above, one)
        if overdrawn_payer(team.goal.workspace_id, team.goal.paid_by_id, log.now) is not None:
            return Limit.DAY
    return limit


def _extend(log: Log, above: Team, team: Team) -> None:
    rest = grantable_limits(above, log.now)
    if rest is not None:
        new = extend_grant(Limits.model_validate(team.grant), spent_of_team(team, log.now), rest)
        change_limits(log, team, new, by="")
