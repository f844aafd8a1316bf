"""What is left to teams of their limits, and to workspaces and people of their budgets."""

import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache, partial
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from apps.core.read_once import read_for_all
from apps.core.statements import fetch_rows
from apps.journal.queries.compiled import first_column
from apps.teams.domain.limits import Budget, Limit, Limits, Payer, Spent, SpentToday, exhausted_limit, least_grant
from apps.teams.models import LoweredBudgets, Team

SPENT_COLUMNS = ("spent_turns", "spent_tokens", "spent_money", "spent_unpriced", "spent_claimed", "spent_teams")


def booked_spend(team: Any) -> Spent:
    """What a team and all below it have spent, without the minutes, which nobody books; of SPENT_COLUMNS."""
    return Spent(
        turns=team.spent_turns,
        tokens=team.spent_tokens,
        money=team.spent_money,
        unpriced=team.spent_unpriced,
        claimed=team.spent_claimed,
        teams=team.spent_teams,
    )


def spent_of_team(team: Team, now: datetime) -> Spent:
    """What a team and all below it have spent; minutes do not run while it is queued or frozen."""
    until = team.queued_at or team.frozen_at or team.ended_at or now
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
    return least_grant([(Limits.model_validate(one.grant), spent_of_team(one, now)) for one in teams_above(team)])


def has_room_for_team(team: Team) -> bool:
    """Whether the number of teams allows one more below this one."""
    return all(above.spent_teams < Limits.model_validate(above.grant).teams for above in teams_above(team))


LOOK_SECONDS = 2  # a budget is looked at again this often: each step of each goal asks
AT_ONE_TIME = 512  # payers that are asked about in that time; what was seen before it is of no use to anybody


@dataclass(frozen=True)
class Account:
    """A payer, what it may spend and what it has spent today. `running`: its goals that run now."""

    payer: Payer
    budget: Budget
    spent: SpentToday
    running: int


def installation_budgets() -> dict[Payer, Budget]:
    """What the installation allows."""
    return {payer: Budget.model_validate(settings.IOA_BUDGETS[payer.value]) for payer in Payer}


def budgets_of(workspace_id: uuid.UUID) -> dict[Payer, Budget]:
    """What counts in a workspace: what is allowed, lowered to what its owner wants, as it was LOOK_SECONDS ago."""
    lowered = _lowered_values(workspace_id, int(time.time() / LOOK_SECONDS))
    return {payer: budget.lowered(lowered.get(payer, {})) for payer, budget in installation_budgets().items()}


@lru_cache(maxsize=AT_ONE_TIME)
def _lowered_values(workspace_id: uuid.UUID, tick: int) -> dict[str, dict[str, float]]:
    return next(iter(_lowered(workspace_id)), {})


@first_column(uuid.UUID)
def _lowered(workspace_id: uuid.UUID) -> "QuerySet[LoweredBudgets, dict[str, dict[str, float]]]":
    return LoweredBudgets.objects.filter(pk=workspace_id).values_list("values", flat=True)


def lowered_budget(workspace_id: uuid.UUID, payer: Payer) -> dict[str, float]:
    """What the owner allows of it; what is not named is as the installation has it."""
    return _lowered_values(workspace_id, int(time.time() / LOOK_SECONDS)).get(payer, {})


_SPENT = """
    SELECT user_id = %s, sum(tokens)::bigint, sum(money), sum(goals)::bigint, sum(claimed)::bigint FROM teams_dayspend
    WHERE workspace_id = %s AND day = %s GROUP BY 1"""
_FIELDS = ("tokens", "money", "goals", "claimed")


def spent_today(workspace_id: uuid.UUID, user_id: uuid.UUID, now: datetime) -> dict[Payer, SpentToday]:
    """What a workspace, and one person in it, have spent since the day began."""
    rows = fetch_rows(_SPENT, [user_id, workspace_id, now.astimezone(UTC).date()])
    parts = {own: SpentToday(**dict(zip(_FIELDS, sums, strict=True))) for own, *sums in rows}
    own = parts.get(True, SpentToday())
    return {Payer.WORKSPACE: own.plus(parts.get(False, SpentToday())), Payer.PERSON: own}


def overdrawn_payer(workspace_id: uuid.UUID, user_id: uuid.UUID, now: datetime) -> Payer | None:
    """Whose tokens or money of today are used up, or None; as it was up to LOOK_SECONDS ago."""
    return _overdrawn(workspace_id, user_id, int(now.timestamp() / LOOK_SECONDS))


@lru_cache(maxsize=AT_ONE_TIME)
def _overdrawn(workspace_id: uuid.UUID, user_id: uuid.UUID, tick: int) -> Payer | None:
    now = datetime.fromtimestamp(tick * LOOK_SECONDS, UTC)
    budgets, spent = budgets_of(workspace_id), spent_today(workspace_id, user_id, now)
    return next((payer for payer in Payer if spent[payer].used_up(budgets[payer])), None)


def forget_budgets() -> None:
    """Look anew: a budget was changed."""
    _overdrawn.cache_clear()
    _lowered_values.cache_clear()


def no_more_goals(workspace_id: uuid.UUID, spent: Mapping[Payer, SpentToday]) -> Payer | None:
    """Who may give no goal any more, where so much is spent today; or None."""
    budgets = budgets_of(workspace_id)
    return next((payer for payer in Payer if spent[payer].leaves_no_goal(budgets[payer])), None)


def accounts_of(workspace_id: uuid.UUID, user_id: uuid.UUID, now: datetime) -> list[Account]:
    """The workspace's account, and that of one person."""
    budgets, spent = budgets_of(workspace_id), spent_today(workspace_id, user_id, now)
    running = running_goals(workspace_id)
    counts = {Payer.WORKSPACE: sum(running.values()), Payer.PERSON: running.get(user_id, 0)}
    return [Account(payer, budgets[payer], spent[payer], counts[payer]) for payer in Payer]


def day_ends_in(now: datetime) -> timedelta:
    """How long it is until budgets begin anew."""
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight + timedelta(days=1) - now


_RUNNING = """
    SELECT paid_by_id, count(*) FROM teams_goal
    WHERE outcome = 'running' AND started_at IS NOT NULL AND workspace_id = %s GROUP BY paid_by_id"""


def running_goals(workspace_id: uuid.UUID) -> dict[uuid.UUID, int]:
    """How many goals of each person of a workspace have begun and not ended."""
    return dict(fetch_rows(_RUNNING, [workspace_id]))


def has_room(workspace_id: uuid.UUID, user_id: uuid.UUID) -> bool:
    """Whether one more goal of this person may run beside those that do."""
    budgets, running = budgets_of(workspace_id), goals_at_work(workspace_id)
    return (
        sum(running.values()) < budgets[Payer.WORKSPACE].running
        and running.get(user_id, 0) < budgets[Payer.PERSON].running
    )


def goals_at_work(workspace_id: uuid.UUID) -> dict[uuid.UUID, int]:
    """As `running_goals`, read once in a transaction: who begins one there counts it here too."""
    return read_for_all((goals_at_work, workspace_id), partial(running_goals, workspace_id))


def full_houses() -> tuple[list[uuid.UUID], list[str]]:
    """The workspaces, and the people as `workspace:user`, that have as many goals running as they may."""
    rows = fetch_rows(
        "SELECT workspace_id, paid_by_id, count(*) FROM teams_goal"
        " WHERE outcome = 'running' AND started_at IS NOT NULL GROUP BY 1, 2",
        [],
    )
    least = min(budget.running for budget in installation_budgets().values())
    lowered = set(LoweredBudgets.objects.values_list("pk", flat=True))
    by_workspace: dict[uuid.UUID, int] = {}
    for workspace, _, count in rows:
        by_workspace[workspace] = by_workspace.get(workspace, 0) + count
    suspects = {one for one, count in by_workspace.items() if count >= least or one in lowered}
    budgets = {one: budgets_of(one) for one in suspects}
    full = [one for one in suspects if by_workspace[one] >= budgets[one][Payer.WORKSPACE].running]
    people = [f"{w}:{u}" for w, u, n in rows if w in suspects and n >= budgets[w][Payer.PERSON].running]
    return full, people
