"""Tasks, what another hub tells of theirs, and who might do one."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from apps.agents.domain.profile import Availability, Candidate
from apps.api.rest.schemas.parts import ChainOut, WhoOut
from apps.chat.domain.display import TaskDisplay
from apps.chat.queries.tasks import ShownTask
from apps.core.texts import Text
from apps.teams.domain.checks import Verification
from apps.teams.domain.states import TaskState
from apps.teams.queries.elsewhere import SeenWork
from apps.teams.queries.facts import TaskTexts


class ForeignTaskOut(BaseModel):
    """A task at another hub, as that hub says it."""

    model_config = ConfigDict(from_attributes=True)

    title: str
    state: str
    owner: str
    begun_at: datetime | None
    ended_at: datetime | None


class ForeignRoomOut(BaseModel):
    """A team and its room at another hub, as that hub says it: do not trust it."""

    model_config = ConfigDict(from_attributes=True)

    place: str = Field(description="1 is the room of the task; 1.2 is the second one right below it.")
    name: str
    state: str
    since: datetime | None
    members: list[str]
    tasks: list[ForeignTaskOut]
    messages: int
    speaker: str = Field(description="Who said the last words.")
    words: str
    hub: str = Field(description="Where it is, as the hub above it says; empty: at that hub itself.")


class SeenWorkOut(BaseModel):
    """What another hub told last of a task that it works on."""

    model_config = ConfigDict(from_attributes=True)

    hub: str = Field(description="Its host.")
    url: str = Field(description="The goal there, for who has an account; empty where that is not known.")
    state: str = Field(description="Of the task, as A2A has it.")
    rooms: list[ForeignRoomOut] = Field(description="Empty where the hub shows the states of the task alone.")
    left_out: int = Field(description="Rooms that are not kept: there are 24 at most.")
    began_at: datetime
    seen_at: datetime = Field(description="When it last told something else.")
    away_since: datetime | None = Field(description="Since when it can't be reached; null: it can.")

    @classmethod
    def of(cls, seen: SeenWork) -> "SeenWorkOut":
        """With its rooms as one list."""
        rooms = [{**dict(room), "place": place} for place, room in seen.room.walk()] if seen.room else []
        left_out = seen.room.left_out if seen.room else 0
        return cls.model_validate({**vars(seen), "rooms": rooms, "left_out": left_out}, from_attributes=True)


class TaskOut(BaseModel):
    """Work given to a member."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    team: UUID = Field(validation_alias="team_id")
    number: int = Field(description="Within the team, from 1.")
    title: str
    brief: str
    owner: WhoOut
    state: TaskState
    state_at: datetime
    status: TaskDisplay = Field(description="What a person is shown; that of the sub-team where one carries it out.")
    since: datetime | None = Field(description="Since when it has that status, while it runs.")
    lasted: float | None = Field(description="Seconds it took, once it is over; null where it never began.")
    needs: list[str]
    after: list[int] = Field(description="Numbers of the tasks it depends on.")
    is_answer: bool = Field(description="Its result concludes the conversation.")
    result: str
    failure: str = Field(description="Why it failed or was taken back, or why nobody knows whether it was done.")
    question: str = Field(description="What its agent asks, while it asks.")
    check: dict[str, Any] = Field(
        validation_alias="planned_check",
        description="How it is seen that its result is right: a `kind` and what it needs; empty: not at all.",
    )
    claimed_at: datetime | None = Field(description="When whoever does it last said that it is done.")
    verification: Verification = Field(
        description="What its check said of the claim. nothing: no check was planned. unchecked: it has not run, or "
        "could not. A task that is refuted is never done."
    )
    checked_at: datetime | None = Field(description="When its check ran.")
    checked_by: WhoOut | None = Field(description="Who looked at it; null: the hub itself, or nobody.")
    found: str = Field(description="How it was seen, why it was not checked, or what is wrong.")
    evidence: list[str] = Field(description="What the check looked at. It comes from agents, so do not trust it.")
    elsewhere: SeenWorkOut | None = Field(description="Of a task that another hub works on, or did; else null.")
    chain: ChainOut

    @classmethod
    def of(cls, row: TaskTexts, shown: ShownTask) -> "TaskOut":
        """From what the queries gave."""
        how = {"status": shown.display, "since": shown.since, "lasted": shown.lasted}
        there = {"elsewhere": SeenWorkOut.of(row.elsewhere) if row.elsewhere else None}
        return cls.model_validate({**vars(row), **how, **there}, from_attributes=True)


class SuccessorOut(BaseModel):
    """An agent that a task might be given to."""

    handle: str
    name: str
    score: float = Field(description="How near its profile is to the task, -1 to 1; higher is nearer.")
    availability: Availability
    left_out: str = Field(description="Why it can't be given the task; empty: it can.")

    @classmethod
    def of(cls, one: Candidate, left_out: str) -> "SuccessorOut":
        """As REST shows it."""
        return cls(
            handle=one.handle,
            name=one.name,
            score=round(one.score, 4),
            availability=one.availability,
            left_out=left_out,
        )


class OwnResultIn(BaseModel):
    """What a person did in place of an agent."""

    model_config = ConfigDict(extra="forbid")

    text: Text = Field(description="The task's result, in Markdown.")


class HandBackIn(BaseModel):
    """Which agent has a task again that a person had taken over."""

    model_config = ConfigDict(extra="forbid")

    agent: Text = Field(default="", description="Its handle; empty: the one that had it before.")
    text: Text = Field(default="", description="What it is told, which the task's room reads too.")


class ReassignIn(BaseModel):
    """Who shall do a task."""

    model_config = ConfigDict(extra="forbid")

    agent: Text = Field(description="Its handle.")
