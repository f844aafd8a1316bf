"""What working agents send to their colleagues, and get back."""

from typing import Annotated, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from apps.agents.domain.profile import Availability, Candidate
from apps.core.texts import Text
from apps.teams.domain.questions import QuestionState
from apps.teams.domain.states import TaskState
from apps.teams.queries.colleagues import ColleagueQuestion, HandedOn


class _In(BaseModel):
    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)


class QuestionIn(_In):
    """A question to the team."""

    question: str = Field(min_length=1, max_length=4000)
    options: list[Annotated[Text, Field(min_length=1, max_length=200)]] = Field(
        default=[], max_length=10, description="Answers that are offered as buttons."
    )
    people_only: bool = Field(default=False, description="Only a person may answer, as where leave is asked for.")


class HandoverIn(_In):
    """Work for another agent: `agent` by handle, else whoever fits `need`, else whoever fits the brief."""

    brief: str = Field(min_length=1, max_length=8000)
    agent: str = Field(default="", max_length=61)
    need: str = Field(default="", max_length=400)
    title: str = Field(default="", max_length=120)


class ChangeOut(BaseModel):
    """What a person said in a room of the goal."""

    model_config = ConfigDict(from_attributes=True)

    number: int = Field(description="Of the message in its room.")
    by: str
    text: str


class ChangesOut(BaseModel):
    """All of it, the oldest first; the newest wins."""

    items: list[ChangeOut]


class QuestionOut(BaseModel):
    """What became of a question so far."""

    id: UUID
    state: QuestionState
    settled: bool = Field(description="Nothing more will come of it.")
    answer: str

    @classmethod
    def of(cls, asked: ColleagueQuestion) -> Self:
        """From what was read."""
        return cls(id=asked.id, state=asked.state, settled=asked.settled, answer=asked.answer)


class ColleagueFileOut(BaseModel):
    """A file that a task made."""

    id: UUID
    name: str
    media_type: str
    size: int = Field(description="Bytes.")


class HandoverOut(BaseModel):
    """What became so far of work that was handed on."""

    id: UUID
    agent: str = Field(description="The handle of who does it.")
    state: TaskState = Field(description="`held`: it, or that it is told, waits until a person has permitted it.")
    reason: str = Field(description="Why it is held, and what to do; empty else.")
    settled: bool = Field(description="Nothing more will come of it.")
    result: str
    failure: str
    denied: bool = Field(
        description="A person was asked whether it may be done, or told, and said no: do not ask again. "
        "`failure` says why, or what they suggest instead."
    )
    files: list[ColleagueFileOut]

    @classmethod
    def of(cls, task: HandedOn) -> Self:
        """From what was read."""
        files = [
            ColleagueFileOut(id=file.pk, name=file.name, media_type=file.media_type, size=file.size)
            for file in task.files
        ]
        return cls(
            id=task.id,
            agent=task.agent,
            state=task.state,
            reason=task.reason,
            settled=task.settled,
            result=task.result,
            failure=task.failure,
            denied=task.denied,
            files=files,
        )


class ColleagueOut(BaseModel):
    """An agent of the workspace."""

    handle: str
    name: str
    description: str
    skills: list[str] = Field(description="Names of what it says it can do.")
    availability: Availability
    score: float = Field(description="How near it is to the need, -1 to 1.")

    @classmethod
    def of(cls, found: Candidate) -> Self:
        """From what the search gave."""
        return cls(
            handle=found.handle,
            name=found.name,
            description=found.description,
            skills=[skill.name for skill in found.skills],
            availability=found.availability,
            score=round(found.score, 4),
        )


class ColleaguesOut(BaseModel):
    """The agents of a search, nearest first."""

    items: list[ColleagueOut]
