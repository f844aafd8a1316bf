"""Decisions that wait for a person, and a person's answers."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from apps.accounts.domain.access import Role
from apps.core.sentences import Words
from apps.core.texts import Text
from apps.teams.domain.risks import Risk
from apps.teams.domain.states import ApprovalKind, ApprovalState, PermitScope


class PartOut(BaseModel):
    """A part of what would be sent. Much of it is agents' words, so do not trust it."""

    model_config = ConfigDict(from_attributes=True)

    title: str
    text: str
    more: int = Field(description="Characters that are left out here; they stand in the room.")


class ErrandOut(BaseModel):
    """What an agent would be set to do."""

    model_config = ConfigDict(from_attributes=True)

    chain: str = Field(description="By whom: person, goal, team, agents, in words.")
    to: str = Field(description="The handle of who would do it.")
    parts: list[PartOut]


class ApprovalOut(BaseModel):
    """A decision that waits, or waited, for a person."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    goal: UUID = Field(validation_alias="goal_id")
    goal_title: str
    team: UUID = Field(validation_alias="team_id")
    task: int | None = Field(validation_alias="task_number")
    kind: ApprovalKind
    question: Words
    options: list[str] = Field(
        description="Answers that are offered; for `question` and `approval` words are welcome too, and for `check` "
        "they say what is wrong."
    )
    errand: ErrandOut | None = Field(
        description="Of a `permit`: what would be done, should it be approved. Of a `check`: the result to look at, "
        "and who gave it."
    )
    risks: list[Risk] = Field(
        description="What may come of approving it, as far as the hub knows: `nothing` (it only says whether a result "
        "counts), `reads`, `words` (a text there and a text back), `acts` (it may change something), `unknown` (who "
        "asks decides what follows), `costs`, `leaves` (this hub). Empty: it can't be approved, or waits no more."
    )
    state: ApprovalState
    answer: str
    scope: PermitScope = Field(description="Of a `permit`: how far the leave reaches that was given.")
    reason: str = Field(description="Of a `permit`: why it was denied.")
    expires_at: datetime | None = Field(
        description="Of a `permit`: when it is denied in nobody's name, if nobody decides. Null: it waits for as long "
        "as its goal."
    )
    deciders: Role = Field(description="The least role that may decide it.")
    asked_at: datetime
    decided_at: datetime | None
    decided_by: str


class DecisionIn(BaseModel):
    """A person's answer."""

    model_config = ConfigDict(extra="forbid")

    answer: Text = Field(description="One of the options, or words.")
    scope: PermitScope = Field(
        PermitScope.ONCE,
        description="Of a `permit`: for just this, or for the same wish in the team or goal.",
    )
    brief: Text = Field("", description="Of a `permit`: what the task is changed to before it is approved, once.")
    reason: Text = Field("", description="Of a `permit`: why it is denied.")
