"""Files of goals, documents, and what workspaces are allowed of files and of money."""

from datetime import datetime
from typing import Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from apps.agents.queries.documents import DocumentView
from apps.api.rest.schemas.goals import FileOut, GoalFiles
from apps.core.numbers import Figure, Whole
from apps.core.problems import Problem
from apps.files.domain.quotas import Quotas, QuotaScope, Used
from apps.teams.domain.limits import Budget, Payer, SpentToday
from apps.teams.queries.limits import Account

Amount = Field(default=None, ge=0, le=2**53, strict=True)  # strict: `false` would be none at all


class QuotaIn(BaseModel, extra="forbid"):
    """At most so many files, and bytes together; null: as many as the installation allows."""

    files: int | None = Amount
    bytes: int | None = Amount


class QuotasIn(BaseModel, extra="forbid"):
    """What the workspace is to allow, at most what the installation does."""

    call: QuotaIn = Field(default_factory=QuotaIn)
    goal: QuotaIn = Field(default_factory=QuotaIn)
    agent: QuotaIn = Field(default_factory=QuotaIn)
    workspace: QuotaIn = Field(default_factory=QuotaIn)


class QuotaOut(BaseModel):
    """At most so many files, and bytes together."""

    files: int
    bytes: int


class FilesUsedOut(GoalFiles):
    """What counts of files, and what may."""


class WorkspaceFilesOut(BaseModel):
    """The workspace's files, and what one call, goal and agent may have of them."""

    used: FilesUsedOut
    call: QuotaOut = Field(description="Files that one call of an agent may give; one that gives more has failed.")
    goal: QuotaOut
    agent: QuotaOut
    workspace: QuotaOut

    @classmethod
    def of(cls, used: Used, quotas: Quotas) -> Self:
        """From what the queries give."""
        shown = {scope.value: QuotaOut(files=quota.files, bytes=quota.bytes) for scope, quota in quotas.items()}
        return cls.model_validate({"used": FilesUsedOut.of(used, quotas[QuotaScope.WORKSPACE]), **shown})


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

    tokens: Whole | None = Field(None, description="A day.")
    money: Figure | None = Field(None, description="US dollars a day.", allow_inf_nan=False)
    goals: Whole | None = Field(None, description="That are given in a day.")
    running: Whole | None = Field(None, description="Goals that run at one time; others wait.")


class BudgetsIn(BaseModel):
    """What an owner allows; whom it does not name keeps what they have."""

    model_config = ConfigDict(extra="forbid")

    workspace: BudgetIn | None = None
    person: BudgetIn | None = Field(None, description="Each person alike.")

    def named(self) -> dict[Payer, dict[str, float | None]]:
        """As the action takes them."""
        found = {Payer.WORKSPACE: self.workspace, Payer.PERSON: self.person}
        return {payer: budget.model_dump() for payer, budget in found.items() if budget is not None}


class DocumentOut(BaseModel):
    """A file of the workspace's library, or one that came with a goal."""

    id: UUID
    name: str
    media_type: str
    size: int = Field(description="Bytes.")
    attached: bool = Field(description="It came with a goal; false: it is in the library, for all goals.")
    created_at: datetime

    @classmethod
    def of(cls, document: DocumentView) -> Self:
        """From what the query gave."""
        return cls(**vars(document))


class GoalFileOut(BaseModel):
    """A file of a goal: a name that the goal has once, whatever its letters' case."""

    id: UUID
    name: str
    current: FileOut
    versions: list[FileOut] = Field(description="All of them, oldest first; conflicts too.")

    @classmethod
    def of(cls, file_id: UUID, name: str, versions: list[FileOut]) -> Self:
        """From its versions."""
        current = next(version for version in versions if version.current)
        return cls(id=file_id, name=name, current=current, versions=versions)


class VersionRefOut(BaseModel):
    """A version, by its number within the file."""

    id: UUID
    version: int
    url: str = Field(description="Where its content is.")


class VersionProblem(Problem):
    """Something newer is current than what was to be replaced."""

    base: VersionRefOut | None = Field(default=None, description="The version that was to be replaced.")
    current: VersionRefOut | None = Field(default=None, description="The one that is current instead.")
