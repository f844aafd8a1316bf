"""What goals may spend, what is reserved for them, and what they have spent."""

import uuid
from collections.abc import Iterator, Mapping
from datetime import UTC, date
from itertools import pairwise

from django.db import transaction

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import Refused
from apps.accounts.queries.people import require
from apps.agents.domain.calls import Usage
from apps.core.ids import uuid7
from apps.core.sentences import sentence
from apps.core.updates import add_to_columns, run_last, save_columns
from apps.journal.actions import Log, audit
from apps.teams.actions import teams
from apps.teams.domain.limits import Limit, Limits, Payer, extend_grant
from apps.teams.events import TeamEvent, TeamsDeed
from apps.teams.models import Goal, LoweredBudgets, Team
from apps.teams.queries.chains import chain_of_team
from apps.teams.queries.limits import (
    forget_budgets,
    grantable_limits,
    installation_budgets,
    overdrawn_payer,
    spent_of_team,
    teams_above,
    used_up_limit,
)


def change_limits(log: Log, team: Team, limits: Limits, by: str) -> None:
    """Give a team other limits; the root team's are the goal's. `by`: a person's name; empty: the hub."""
    team.grant = limits.model_dump()
    if team.frozen_at is None and team.ended_at is None:
        teams.restart_clock(team, 0.0)
    else:
        team.save(update_fields=["grant"])
    if team.parent_id is None:
        team.goal.limits = team.grant
        save_columns(team.goal, "limits")
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


PARTS = 16
_Payers = tuple[uuid.UUID, uuid.UUID, date]
_Amounts = tuple[int, int, float, int]
_BOOK_DAY = f"""
    INSERT INTO teams_dayspend AS known (id, workspace_id, user_id, day, part, tokens, claimed, money, goals)
    SELECT id, workspace_id, user_id, day, pg_backend_pid() %% {PARTS}, tokens, claimed, money, goals
    FROM unnest(
        %s::uuid[], %s::uuid[], %s::uuid[], %s::date[], %s::bigint[], %s::bigint[], %s::float8[], %s::int[])
        AS spent (id, workspace_id, user_id, day, tokens, claimed, money, goals)
    ON CONFLICT (workspace_id, day, user_id, part) DO UPDATE SET tokens = known.tokens + excluded.tokens,
        claimed = known.claimed + excluded.claimed, money = known.money + excluded.money,
        goals = known.goals + excluded.goals"""  # noqa: S608 - our own number


def book(log: Log, goal: Goal, *, tokens: int = 0, claimed: int = 0, money: float = 0.0, goals: int = 0) -> None:
    """Count this for the day, the workspace and whoever asked for the round; written at the end of the transaction."""
    if tokens or money or goals:
        payers = goal.workspace_id, goal.paid_by_id, log.now.astimezone(UTC).date()
        log.at_end(_book_day, (payers, (tokens, claimed, money, goals)))


def _book_day(spent: list[tuple[_Payers, _Amounts]]) -> None:
    """Add up what goals spent for the same payers: a row is written once, and in the order of who pays."""
    sums: dict[_Payers, _Amounts] = {}
    for payers, amounts in spent:
        sums[payers] = tuple(map(sum, zip(sums.get(payers, (0, 0, 0.0, 0)), amounts, strict=True)))  # type: ignore[assignment]
    rows = [(uuid7(), *payers, *sums[payers]) for payers in sorted(sums)]
    run_last(_BOOK_DAY, list(map(list, zip(*rows, strict=True))))


@transaction.atomic
def lower(actor: Actor, wanted: Mapping[Payer, Mapping[str, float | None]]) -> None:
    """Allow a workspace, or each person in it, less than the installation does; None: as much as that. Owners only.

    Raises Refused under `<payer>.<name>` for each value that is out of its range.
    """
    require(actor, Role.OWNER)
    if wrong := {f"{payer}.{name}": text for payer, each in wanted.items() for name, text in _problems(payer, each)}:
        raise Refused(**wrong)
    row, _ = LoweredBudgets.objects.select_for_update(no_key=True).get_or_create(pk=actor.workspace_id)
    for payer, values in wanted.items():
        row.values[payer.value] = {name: value for name, value in values.items() if value is not None}
    row.save(update_fields=["values"])
    transaction.on_commit(forget_budgets)
    audit(TeamsDeed.BUDGETS_SET, actor, "the budgets of a day", actor.workspace_id, values=row.values)


def _problems(payer: Payer, wanted: Mapping[str, float | None]) -> Iterator[tuple[str, str]]:
    most = installation_budgets()[payer].model_dump()
    for name, value in wanted.items():
        if name not in most:
            yield name, sentence("There is no budget of that name; there are {names}.", names=", ".join(most))
        elif value is not None and (value <= 0 or value > most[name] or (name != "money" and value != int(value))):
            yield name, _out_of_range(name, most[name])


def _out_of_range(name: str, most: float) -> str:
    if name == "money":
        return sentence(
            "Use US dollars above 0 to {most:,.0f}, which this installation allows, or leave it empty.", most=most
        )
    return sentence(
        "Use a whole number from 1 to {most:,.0f}, which this installation allows, or leave it empty.", most=most
    )


def reserve(team: Team, *, turns: int = 0, tokens: int = 0, teams: int = 0) -> None:
    """Count as spent what the next step may take; `settle` puts it right."""
    _book(team, spent_turns=turns, spent_tokens=tokens, spent_teams=teams)


def settle(log: Log, team: Team, usage: Usage, *, reserved_tokens: int, claimed: bool = False) -> None:
    """Replace a reservation by what was really used; `claimed`: as an agent says of itself."""
    used = usage.prompt_tokens + usage.completion_tokens
    unpriced = used if usage.money is None else 0
    money = usage.money or 0.0
    said = used if claimed else 0
    book(log, team.goal, tokens=used, claimed=said, money=money)
    spent = {"spent_tokens": used - reserved_tokens, "spent_money": money}
    if _book(team, **spent, spent_unpriced=unpriced, spent_claimed=said):
        tell_spend(log, team)


def tell_spend(log: Log, team: Team) -> None:
    """What the goal has cost, with what its steps in hand may take."""
    root = teams_above(team)[-1]
    log.add(
        TeamEvent.SPEND_CHANGED,
        chain_of_team(team),
        turns=root.spent_turns,
        tokens=root.spent_tokens,
        money=root.spent_money,
    )


def give_back_turn(log: Log, team: Team) -> None:
    """The turn that was reserved is not to be counted."""
    _book(team, spent_turns=-1)
    tell_spend(log, team)


def _book(team: Team, **more: float) -> bool:
    """Add to the columns of a team and of all above it, in the table and in these instances; False: nothing to add."""
    added = {name: value for name, value in more.items() if value}
    if not added:
        return False
    for one in teams_above(team):
        add_to_columns(one, **added)
    return True
