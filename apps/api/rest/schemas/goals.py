"""Goals and what came of them."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Annotated, Any, Self
from uuid import UUID

from pydantic import AliasPath, BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, field_serializer

from apps.accounts.domain.workspace_settings import Review
from apps.api.rest.schemas.parts import ChainOut, SpentOut, WhoOut
from apps.chat.domain.claims import ClaimedChain
from apps.chat.domain.display import Display
from apps.chat.events import ChatEvent
from apps.chat.queries.goals import GoalCard
from apps.core.json_texts import moment_text
from apps.core.numbers import Whole
from apps.core.texts import Text
from apps.files.domain.quotas import FileQuota, Used
from apps.teams.domain.checks import Verification
from apps.teams.domain.file_roles import FileRole
from apps.teams.domain.limits import Limits
from apps.teams.domain.states import GoalOutcome, Priority
from apps.teams.domain.versions import VersionState
from apps.teams.events import TeamEvent
from apps.teams.queries.facts import FileFacts
from apps.teams.queries.rows import Goal

KINDS: list[JsonValue] = sorted({*TeamEvent, *ChatEvent})
"""Of a goal's events."""

of_goal = partial(AliasPath, "goal")


def _no_truth(value: object) -> object:
    """A limit is a number; true and false are not, though Python counts them as 1 and 0."""
    if isinstance(value, dict) and any(isinstance(entry, bool) for entry in value.values()):
        raise ValueError("use numbers for limits, or null")
    return value


LimitsIn = Annotated[Limits, BeforeValidator(_no_truth)]


class GoalIn(BaseModel):
    """A goal to work on."""

    model_config = ConfigDict(extra="forbid")

    text: Text = Field(description="What is wanted, in plain words.", examples=["Plot the revenue and report growth."])
    team: list[Text] = Field(
        default_factory=list, description="Handles of the agents that may take part; empty: they are found by search."
    )
    limits: LimitsIn | None = Field(
        default=None, description="Those named replace the workspace's; null for one of them lifts it."
    )
    priority: Priority = Priority.NORMAL
    claimed_chain: ClaimedChain = Field(
        default_factory=dict,
        description="Where you say that it comes from, as JSON of at most 4,000 characters. It is kept as a claim: "
        "in whose name the goal is done, the token alone says.",
    )
    review: Review | None = Field(
        default=None,
        description="Whether the coordinator looks at the answer before the end; auto: where a model leads and more "
        "than one task was needed. Left out: as the workspace has it.",
    )

    shows_plan: bool | None = Field(
        default=None,
        description="Whether its tasks wait, and can be changed, until a person starts them. Left out: as the "
        "workspace has it.",
    )

    protocol: Text = Field(
        default="",
        description="A talk between members before any work: disclosure, round, debate or open_floor; empty: as the "
        "coordinator sees fit.",
    )

    @property
    def named_limits(self) -> dict[str, Any]:
        """Only the limits that were named."""
        return self.limits.model_dump(exclude_unset=True) if self.limits else {}


class TemplateUseIn(BaseModel):
    """What a template becomes a goal with."""

    model_config = ConfigDict(extra="forbid")

    blanks: dict[str, Text] = Field(
        default_factory=dict, description="By the blank's name; one that is left out is filled with what is usual."
    )
    team: list[Text] | None = Field(
        default=None, description="Handles; left out: those of the template's team that are here."
    )


class LimitsChange(BaseModel):
    """Other limits for a goal; those not named stay."""

    model_config = ConfigDict(extra="forbid")

    limits: LimitsIn


class GoalOut(BaseModel):
    """A goal and how it stands."""

    model_config = ConfigDict(from_attributes=True, populate_by_name=True)

    id: UUID = Field(validation_alias=of_goal("id"))
    title: str = Field(validation_alias=of_goal("title"))
    status: Display = Field(validation_alias="state", description="What a person is shown.")
    since: datetime = Field(description="Since when it has that status.")
    outcome: GoalOutcome = Field(
        validation_alias=of_goal("outcome"), description="running until it has ended; then how."
    )
    priority: Priority = Field(validation_alias=of_goal("priority"))
    team: UUID = Field(validation_alias="team_id", description="Its root team.")
    waiting: int = Field(description="Decisions that wait for a person, in all its teams.")
    limits: Limits
    spent: SpentOut
    failure: str = Field(
        validation_alias=of_goal("failure"),
        description="Why it did not succeed, in one sentence; else empty.",
    )
    missing: list[str] = Field(validation_alias=of_goal("missing"), description="Needs that no agent covers, in words.")
    created_at: datetime = Field(validation_alias=of_goal("created_at"))
    ended_at: datetime | None = Field(validation_alias=of_goal("ended_at"))
    claimed_at: datetime | None = Field(
        validation_alias=of_goal("claimed_at"), description="When it ended with an answer."
    )
    verification: Verification = Field(
        validation_alias=of_goal("verification"),
        description="What is known of the answer, from its task's check and the review.",
    )
    found: str = Field(validation_alias=of_goal("found"), description="How that is known, or why it is not.")
    answer_owed: bool = Field(
        validation_alias=of_goal("answer_owed"),
        description="Whether its answer is still to come among its files, a moment after the end: list them then.",
    )
    forked_from: UUID | None = Field(
        validation_alias=of_goal("forked_from_id"), description="The goal that it goes on from otherwise."
    )
    forked_at: int | None = Field(
        validation_alias=of_goal("forked_at"), description="The event of that goal up to which it is the same."
    )


class ForkIn(BaseModel):
    """From where a goal goes on otherwise."""

    model_config = ConfigDict(extra="forbid")

    event: Whole = Field(ge=1, le=2**63 - 1, description="The event up to which the new goal knows what was.")
    text: Text = Field(default="", description="The new goal's words; empty: those of the old one.")
    team: list[Text] | None = Field(
        default=None,
        max_length=200,
        description="Handles; without it the agents that took part then and are still here.",
    )


class GoalFiles(BaseModel):
    """How many files are attached to a goal or were made for it, how large they are together, and what may be."""

    files: int
    bytes: int
    most_files: int
    most_bytes: int

    @classmethod
    def of(cls, used: Used, quota: FileQuota) -> Self:
        """From what the queries gave."""
        return cls(files=used.files, bytes=used.bytes, most_files=quota.files, most_bytes=quota.bytes)


class GoalDetail(GoalOut):
    """A goal with its whole text."""

    text: str
    claimed_chain: dict[str, Any] = Field(description="What whoever gave it said of where it comes from: a claim.")
    files: GoalFiles

    @classmethod
    def whole(cls, card: GoalCard, goal: Goal, files: Used, quota: FileQuota) -> Self:
        """From what the queries gave."""
        said = {"text": goal.text, "claimed_chain": goal.claimed_chain}
        return cls(files=GoalFiles.of(files, quota), **said, **dict(GoalOut.model_validate(card)))


class FileOut(BaseModel):
    """A version of a file."""

    id: UUID
    file: UUID = Field(
        validation_alias="file_id", description="The file that it is a version of; versions have ids of their own."
    )
    name: str
    version: int = Field(validation_alias="number", description="Its number within the file, from 1.")
    state: VersionState = Field(
        description="accepted, or conflict: written on an older version, and kept beside the current one."
    )
    current: bool = Field(
        validation_alias="is_current", description="Whether it is the newest accepted version of its file."
    )
    media_type: str
    size: int = Field(description="Bytes.")
    role: FileRole = Field(
        description="result; working: it only led to one, and pages fold it away; answer: the goal's answer, or code "
        "in it, which the hub writes down a moment after the goal has ended."
    )
    working: bool = Field(description="Whether its role is working.")
    made_by: WhoOut
    team: UUID | None = Field(validation_alias="team_id", description="Null for what a person or the hub wrote.")
    task: int | None = Field(
        validation_alias="task_number",
        description="Number of the task within its team; null for what a person or the hub wrote.",
    )
    created_at: datetime
    url: str = Field(description="Where its content is, on this server; the same token opens it.")

    @classmethod
    def of(cls, file: FileFacts, url: str) -> Self:
        """From what the query gave, and where it is served."""
        return cls.model_validate(vars(file) | {"working": file.working, "url": url})


class ResultOut(BaseModel):
    """What came of a goal so far; while it runs, `answer` and `verdict` are null."""

    status: Display
    answer: str | None = Field(description="Markdown.")
    verdict: GoalOutcome | None = Field(description="done, partial, failed or stopped.")
    missing: list[str] = Field(description="What could not be done, in words.")
    failure: str
    files: list[FileOut]

    @classmethod
    def of(cls, card: GoalCard, answer: str, files: Sequence[FileOut]) -> Self:
        """From the goal as it stands, its answer and its files."""
        ended = card.goal.outcome is not GoalOutcome.RUNNING
        return cls(
            status=card.state,
            answer=(answer or None) if ended else None,
            verdict=card.goal.outcome if ended else None,
            missing=list(card.goal.missing),
            failure=card.goal.failure,
            files=list(files),
        )


class EventOut(BaseModel):
    """Something that happened to a goal."""

    model_config = ConfigDict(from_attributes=True)

    seq: int = Field(description="Gap-free within the goal, from 1.")
    at: datetime = Field(json_schema_extra={"format": "date-time"})  # which its serializer has pydantic forget
    kind: str = Field(
        description="More may come: pass over those that you don't know.",
        json_schema_extra={"x-extensible-enum": KINDS},
    )
    actor: str
    team: UUID | None = Field(validation_alias="team_id")
    payload: dict[str, Any]
    chain: ChainOut | None = Field(description="Null: from before chains were kept.")

    @field_serializer("at", when_used="json")
    def _as_in_lists(self, at: datetime) -> str:
        return moment_text(at)  # a stream and the list of events write the same event with the same words


class EventsOut(BaseModel):
    """Events in order."""

    items: list[EventOut]
    last: int = Field(description="Send it as `after` to get what follows; the same as `after` when nothing does yet.")
