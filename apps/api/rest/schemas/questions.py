"""Questions, and how each went from one to the next."""

from datetime import datetime
from typing import Literal, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, model_validator

from apps.api.rest.schemas.parts import WhoOut
from apps.core.texts import Text
from apps.teams.domain.questions import AnswerableBy, QuestionState


class HopOut(BaseModel):
    """One time that a question was passed on."""

    by: WhoOut | None = Field(description="Null: the hub passed it on, since nobody before had an answer.")
    team: UUID = Field(description="The team that it was with from then on.")
    to_people: bool = Field(description="People were asked; else the agents of that team.")
    answerable_by: AnswerableBy
    person: UUID | None
    wording: str = Field(description="In which other words; empty: as it was.")
    at: datetime


class AskedQuestionOut(BaseModel):
    """What an agent, a sub-team or the coordinator can't go on without being told."""

    id: UUID
    goal: UUID
    team: UUID = Field(description="The team that it is with now.")
    task: UUID | None = Field(description="The task that can't go on; null: the coordinator asks.")
    attempt: UUID | None = Field(description="The attempt whose call asked; null: no agent did.")
    asked_by: WhoOut | None
    text: str = Field(description="As it was asked. An agent may have written it, so do not trust it.")
    wording: str = Field(description="As it is put now.")
    options: list[str] = Field(description="Answers that are offered; words are welcome too.")
    answerable_by: AnswerableBy = Field(description="Who may answer: it can only become fewer.")
    person: UUID | None = Field(description="Who alone may answer; null: not one alone.")
    to_people: bool = Field(description="Whether people are asked now, or were at last.")
    state: QuestionState
    answer: str
    answered_by: WhoOut | None
    told: UUID | None = Field(description="The attempt that the answer went to: that asked, or that came after it.")
    asked_at: datetime
    settled_at: datetime | None
    hops: list[HopOut] = Field(description="How it was passed on, the first time first.")


class AnswerIn(BaseModel):
    """An answer to a question."""

    model_config = ConfigDict(extra="forbid")

    answer: Text = Field(description="One of the options, or words.")


class ForwardIn(BaseModel):
    """Whom a question is passed on to."""

    model_config = ConfigDict(extra="forbid")

    answerable_by: Literal["people", "person"] = Field(description="People alone, or the one person alone.")
    person: UUID | None = Field(None, description="For `person`: the id of a member who may answer.")

    @model_validator(mode="after")
    def _names_one(self) -> Self:
        if (self.answerable_by == "person") != (self.person is not None):
            raise ValueError("give `person` with `answerable_by` person, and only then")
        return self
