"""What people do for teams."""

import base64
import binascii
from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from apps.agents.domain.people import WorkOffer
from apps.agents.queries.people_work import Offered, WorkItem
from apps.core.texts import Text
from apps.teams.queries.taken_over import TakenTask


def _decodes(content: str) -> str:
    try:
        base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("write the content as base64") from None
    return content


class OfferIn(WorkOffer):
    """What you offer to do for teams."""


class OfferOut(BaseModel):
    """What you offer to do for teams, and the handle by which they know you."""

    model_config = ConfigDict(from_attributes=True)

    handle: str
    name: str
    about: str
    skills: str = Field(description="A line each.")
    minutes: int = Field(description="Within which you answer.")
    at_once: int
    enabled: bool = Field(description="False: teams give you nothing.")

    @classmethod
    def of(cls, offer: Offered) -> "OfferOut":
        """From what the query gave."""
        return cls.model_validate(offer)


class GivenResultOut(BaseModel):
    """What came of a task that this one builds on."""

    model_config = ConfigDict(from_attributes=True)

    task: str
    agent: str
    text: str


class GivenFileOut(BaseModel):
    """A file that goes along; its content is at `/work/{id}/files/{index}`."""

    model_config = ConfigDict(from_attributes=True)

    index: int
    name: str
    media_type: str
    size: int = Field(description="Bytes.")
    of: str = Field(description="The title of the task whose result it belongs to; empty: it came with the goal.")


class GivenWorkOut(BaseModel):
    """A task that waits for you."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    goal_id: UUID | None
    task_id: UUID | None
    goal: str
    brief: str
    given_at: datetime
    due_at: datetime = Field(description="It goes to somebody else then.")
    reminds_at: datetime
    answer: str | None = Field(description="To what you asked before; null: you asked nothing.")
    changes: list[str] = Field(description="What people said since the goal was given, oldest first.")
    results: list[GivenResultOut]
    files: list[GivenFileOut]

    @classmethod
    def of(cls, item: WorkItem) -> "GivenWorkOut":
        """From what the query gave."""
        return cls.model_validate(item)


class TakenTaskOut(BaseModel):
    """A task that you took over from an agent."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID = Field(description="The task's: its result goes to `/tasks/{id}/result`.")
    title: str
    brief: str
    goal_id: UUID
    goal: str
    team_id: UUID
    since: datetime
    handed_by: str = Field(description="The handle of the agent that had it; empty: it is here no more.")

    @classmethod
    def of(cls, taken: TakenTask) -> "TakenTaskOut":
        """From what the query gave."""
        return cls.model_validate(taken)


class WorkListOut(BaseModel):
    """The tasks that wait for you, what is due first before the others; as many as you take at one time."""

    items: list[GivenWorkOut]
    taken_over: list[TakenTaskOut] = Field(description="What you do in an agent's place, the oldest first.")


class AnswerFileIn(BaseModel):
    """A file of your result."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    name: Annotated[Text, Field(min_length=1, max_length=200)]
    media_type: Annotated[Text, Field(max_length=100)] = "application/octet-stream"
    content: Annotated[str, AfterValidator(_decodes)] = Field(description="Base64.", repr=False)


class WorkAnswerIn(BaseModel):
    """Your result, in Markdown."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    text: Text
    files: list[AnswerFileIn] = Field(default_factory=list, description="2 MB of JSON in all.")


class WordsIn(BaseModel):
    """Your question, or why you hand a task back."""

    model_config = ConfigDict(extra="forbid")

    text: Text
