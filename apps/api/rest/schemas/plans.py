"""Plans before they start, as rows that people edit, and what they will probably cost."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from apps.core.numbers import Whole
from apps.core.problems import Problem
from apps.core.sentences import Words
from apps.core.texts import Text
from apps.teams.domain.risks import Risk
from apps.teams.domain.states import TaskState


class StepOut(BaseModel):
    """A row of a plan."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID = Field(description="Of its task.")
    number: int
    title: str
    brief: str
    state: TaskState
    owner: str = Field(description="A handle.")
    owner_name: str
    owner_role: str = Field(description="What its owner is for: the name of the agent's first skill; empty: none.")
    as_team: bool = Field(description="Whether a team of its own does it.")
    after: list[int] = Field(description="Numbers of the steps that it comes after.")
    check: str = Field(description="How its result is checked, as a line: file report.pdf, table region, sales, ...")
    needs_ok: bool = Field(description="Whether a person looks at its result; `check` says at what.")
    is_editable: bool = Field(description="Whether it has not begun.")
    risks: list[Risk] = Field(description="What may come of its beginning, as of an approval; empty: it has begun.")
    version: int = Field(description="What a change of it has to name.")
    edited_by: str = Field(description="Who changed it last; empty: nobody did.")
    edited_at: datetime | None


class PlanOut(BaseModel):
    """The steps of a team, in the order of their rows."""

    model_config = ConfigDict(from_attributes=True)

    waits: bool = Field(description="Whether a person has to start it.")
    steps: list[StepOut]


class SpanOut(BaseModel):
    """What may be expected, and what is seldom exceeded: the median and the 90th percentile."""

    model_config = ConfigDict(from_attributes=True)

    likely: float
    high: float


class RehearsalOut(BaseModel):
    """What the steps that have not settled will probably take; what is not known is named and counts as nothing."""

    model_config = ConfigDict(from_attributes=True)

    seconds: SpanOut | None = Field(description="Along the longest way through the plan; null: no record yet.")
    money: SpanOut | None = Field(description="US dollars, without the coordinator's turns; null: none is known.")
    unknown: list[Words] = Field(description="Who has no record yet.")
    unpriced: list[Words] = Field(description="Whose price nobody said.")
    answers: int = Field(description="How often a person is asked for an OK.")
    answer_seconds: SpanOut | None = Field(description="What people of the workspace took for an answer lately.")
    tries: int = Field(description="How many earlier tasks of these agents it is from.")


class StepIn(BaseModel):
    """What changes of a step; what is left out stays."""

    model_config = ConfigDict(extra="forbid")

    version: Whole = Field(description="Of the row as you read it.")
    title: Text | None = None
    brief: Text | None = None
    owner: Text | None = Field(default=None, description="The handle of who shall do it.")
    after: list[int] | None = Field(default=None, max_length=100)
    check: Text | None = Field(default=None, description="A line; empty: no check.")
    needs_ok: bool | None = None


class StepMove(BaseModel):
    """Where a row goes."""

    model_config = ConfigDict(extra="forbid")

    up: bool = Field(description="A place further up, else further down.")


class PlanNote(BaseModel):
    """What another plan should have."""

    model_config = ConfigDict(extra="forbid")

    note: Text


class StepConflict(Problem):
    """The step can't be changed so; `step` is how it is now where somebody else changed it meanwhile."""

    step: StepOut | None = None
