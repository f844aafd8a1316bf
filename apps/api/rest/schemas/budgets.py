"""Budgets over REST."""

from typing import Self

from pydantic import BaseModel, ConfigDict, Field

from apps.teams.domain.budgets import Budget, Payer, SpentToday
from apps.teams.queries.budgets import Account


class BudgetOut(BaseModel):
    """What a payer may spend, and what it has spent since 00:00 UTC."""

    payer: Payer = Field(description="The workspace, or each person in it; then `spent` and `running` are your own.")
    budget: Budget
    spent: SpentToday
    running: int = Field(description="Goals that have begun and not ended.")

    @classmethod
    def of(cls, account: Account) -> Self:
        """From what the query gave."""
        return cls(payer=account.payer, budget=account.budget, spent=account.spent, running=account.running)


class BudgetIn(BaseModel):
    """What an owner allows; a value left out is as much as the installation allows."""

    model_config = ConfigDict(extra="forbid")

    tokens: int | None = Field(None, description="A day.")
    money: float | None = Field(None, description="US dollars a day.", allow_inf_nan=False)
    goals: int | None = Field(None, description="That are given in a day.")
    running: int | None = Field(None, description="Goals that run at one time; others wait.")


class BudgetsIn(BaseModel):
    """What an owner allows; whom it does not name keeps what they have."""

    model_config = ConfigDict(extra="forbid")

    workspace: BudgetIn | None = None
    person: BudgetIn | None = Field(None, description="Each person alike.")

    def named(self) -> dict[Payer, dict[str, float | None]]:
        """As the action takes them."""
        found = {Payer.WORKSPACE: self.workspace, Payer.PERSON: self.person}
        return {payer: budget.model_dump() for payer, budget in found.items() if budget is not None}
