"""Booking what a day costs, and what owners allow of it."""

from collections.abc import Iterator, Mapping
from datetime import UTC
from functools import partial
from typing import Any

from django.db import connection, transaction

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Refused
from apps.accounts.domain.roles import Role
from apps.accounts.queries.people import require
from apps.core.ids import uuid7
from apps.journal.actions import Log, audit
from apps.teams.domain.budgets import Payer
from apps.teams.events import TeamsDeed
from apps.teams.models import Goal, LoweredBudgets
from apps.teams.queries.budgets import forget_budgets, installation_budgets

PARTS = 16
_BOOK = f"""
    INSERT INTO teams_dayspend AS known (id, workspace_id, user_id, day, part, tokens, claimed, money, goals)
    VALUES (%s, %s, %s, %s, pg_backend_pid() %% {PARTS}, %s, %s, %s, %s)
    ON CONFLICT (workspace_id, day, user_id, part) DO UPDATE SET tokens = known.tokens + excluded.tokens,
        claimed = known.claimed + excluded.claimed, money = known.money + excluded.money,
        goals = known.goals + excluded.goals"""  # noqa: S608 - our own number


def book(log: Log, goal: Goal, *, tokens: int = 0, claimed: int = 0, money: float = 0.0, goals: int = 0) -> None:
    """Count this for the day, the workspace and whoever asked for the round; written at the end of the transaction."""
    if tokens or money or goals:
        day = log.now.astimezone(UTC).date()
        row = [uuid7(), goal.workspace_id, goal.paid_by_id, day, tokens, claimed, money, goals]
        log.last(f"spend {goal.workspace_id} {goal.paid_by_id}", partial(_write, row))


def _write(row: list[Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_BOOK, row)


@transaction.atomic
def lower(actor: Actor, wanted: Mapping[Payer, Mapping[str, float | None]]) -> None:
    """Allow a workspace, or each person in it, less than the installation does; None: as much as that. Owners only.

    Raises Refused with a sentence for each value that is out of its range.
    """
    require(actor, Role.OWNER)
    if wrong := {name: text for payer, values in wanted.items() for name, text in _problems(payer, values)}:
        raise Refused(**wrong)
    row, _ = LoweredBudgets.objects.select_for_update().get_or_create(pk=actor.workspace_id)
    for payer, values in wanted.items():
        row.values[payer.value] = {name: value for name, value in values.items() if value is not None}
    row.save(update_fields=["values"])
    transaction.on_commit(forget_budgets)
    audit(TeamsDeed.BUDGETS_SET, actor, "the budgets of a day", actor.workspace_id, values=row.values)


def _problems(payer: Payer, wanted: Mapping[str, float | None]) -> Iterator[tuple[str, str]]:
    most = installation_budgets()[payer].model_dump()
    for name, value in wanted.items():
        if name not in most:
            yield name, f"There is no budget of that name; there are {', '.join(most)}."
        elif value is not None and (value <= 0 or value > most[name] or (name != "money" and value != int(value))):
            number = "US dollars above 0" if name == "money" else "a whole number from 1"
            yield name, f"Use {number} to {most[name]:,.0f}, which this installation allows, or leave it empty."
