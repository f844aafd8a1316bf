"""Several things that wait for a person, decided at once."""

from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from apps.chat.actions import JointVerdict
from apps.chat.actions.joint_decisions import MOST_TOGETHER
from apps.core.sentences import Words
from apps.core.texts import Text


class JointDecisionIn(BaseModel):
    """What a person says of several things at once."""

    model_config = ConfigDict(extra="forbid")

    approvals: list[UUID] = Field(min_length=1, max_length=MOST_TOGETHER)
    verdict: JointVerdict
    reason: Text = Field("", description="Why they are denied; a result or a plan is not sent back without one.")


class JointOutcomeOut(BaseModel):
    """What became of one of them."""

    model_config = ConfigDict(from_attributes=True)

    approval: UUID = Field(validation_alias="id")
    decided: bool = Field(validation_alias="is_decided")
    refused: Words = Field(description="Why it was not decided; empty: it was.")


class JointDecisionOut(BaseModel):
    """What became of each, in the order in which they were named."""

    outcomes: list[JointOutcomeOut]
