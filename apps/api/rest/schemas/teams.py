"""Teams, their rooms, their tasks, and what waits for a person."""

from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from pydantic import AliasPath, BaseModel, ConfigDict, Field

from apps.agents.domain.profile import Availability, Candidate
from apps.api.rest.schemas.parts import ChainOut, SpentOut, WhoOut
from apps.chat.domain.display import Display, Receipt, TaskDisplay
from apps.chat.domain.room_protocols.talk import MAX_ROUNDS, Act
from apps.chat.domain.states import Delivery, MessageKind, Phase
from apps.chat.queries.tasks import ShownTask
from apps.core.problems import Problem
from apps.core.texts import Text
from apps.teams.domain.checks import Verification
from apps.teams.domain.limits import Limits
from apps.teams.domain.states import ApprovalKind, ApprovalState, PermitScope, TaskState
from apps.teams.queries.facts import TaskTexts

of_facts, of_talk = partial(AliasPath, "facts"), partial(AliasPath, "talk")


class TalkIn(BaseModel):
    """A talk that members shall have."""

    model_config = ConfigDict(extra="forbid")

    protocol: Text = Field(description="disclosure, round, debate, open_floor, or one that a plug-in adds.")
    question: Text
    members: list[Text] = Field(
        default_factory=list, description="Handles in the order in which they speak; empty: all members but the lead."
    )
    sides: list[Text] = Field(
        default_factory=list, description="What each of `members` stands for; the same words are one side."
    )
    rounds: int = Field(default=2, ge=1, le=MAX_ROUNDS)


class ContributionOut(BaseModel):
    """One turn of a talk; its words stand in the room."""

    model_config = ConfigDict(from_attributes=True)

    by: str
    act: Act


class TalkOut(BaseModel):
    """A talk that goes on under a protocol. What came of one stands in the room, as `outcome` of a notice's data."""

    model_config = ConfigDict(from_attributes=True)

    protocol: str
    question: str
    members: list[str]
    sides: list[str]
    round: int
    rounds: int
    turns: list[ContributionOut]
    by_person: bool = Field(description="Whether a person began it.")


class BriefIn(BaseModel):
    """What a team is to do from now on."""

    model_config = ConfigDict(extra="forbid")

    brief: Text = Field(description="It replaces what the team was for; its open tasks and all teams below end.")


class DissolveIn(BaseModel):
    """What the team above is told."""

    model_config = ConfigDict(extra="forbid")

    note: Text = Field("", description="Empty: that the task is to be done without a team of its own.")


class TeamMember(WhoOut):
    """A member of a team."""

    lead: bool


class TeamOut(BaseModel):
    """A team and where its conversation stands."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    goal: UUID = Field(validation_alias=of_facts("goal_id"))
    parent: UUID | None = Field(
        validation_alias=of_facts("parent_id"), description="The team above; null for the goal's own."
    )
    executes: int | None = Field(
        validation_alias=of_facts("executes"), description="Number of the parent's task that it carries out."
    )
    name: str
    purpose: str = Field(validation_alias=of_facts("purpose"))
    depth: int = Field(validation_alias=of_facts("depth"))
    status: Display = Field(validation_alias="state")
    since: datetime = Field(description="Since when it has that status.")
    phase: Phase = Field(validation_alias=of_talk("phase"))
    round: int = Field(validation_alias=of_talk("round"))
    turn: int = Field(
        validation_alias=of_talk("turn"), description="Number of the turn that is due, in flight or was last."
    )
    floor: WhoOut | None = Field(description="Who speaks, or is to speak next; null once it has ended.")
    talk: TalkOut | None = Field(
        validation_alias=of_talk("protocol_talk"),
        description="That goes on under a protocol; null: none.",
    )
    members: list[TeamMember] = Field(validation_alias=of_facts("members"))
    subteams: list[UUID]
    limits: Limits = Field(validation_alias=of_facts("grant"), description="What it and all below it may spend.")
    spent: SpentOut
    formation: dict[str, Any] = Field(
        validation_alias=of_facts("formation"),
        description="Why this team: query, seats, who was left out and why, what is missing.",
    )
    waiting: int = Field(description="Decisions that wait for a person, here and below.")
    created_at: datetime = Field(validation_alias=of_facts("created_at"))
    ended_at: datetime | None = Field(validation_alias=of_facts("ended_at"))


class MessageIn(BaseModel):
    """Something to say in a room."""

    model_config = ConfigDict(extra="forbid")

    text: Text
    delivery: Delivery = Field(
        default=Delivery.NEXT_TURN,
        description="next_turn: read by the next turn; what begins with the names of agents at work in this room "
        "is told to them. steer: told to the agents at work (those named with @, else all), who go on with it. "
        "interrupt: they begin again with it. note: for people only.",
    )


class MessageOut(BaseModel):
    """A line in a room."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    number: int = Field(description="Gap-free within the room, from 1.")
    kind: MessageKind
    sender: WhoOut
    text: str = Field(
        description="Markdown as it was said; it comes from agents and people, so sanitise what you show."
    )
    data: dict[str, Any] = Field(description="What its kind carries: task numbers, files, a verdict, ...")
    task: int | None
    next_speaker: str
    voice: str = Field(
        description="What spoke for the sender: rules, a model's name; `itself` for an agent that spoke itself, empty "
        "for a person. `because` in `data` says why another spoke for an agent; `about` whether a thing said agrees, "
        "objects, asks or proposes."
    )
    delivery: Delivery
    read_in_turn: int | None = Field(description="The turn that read it; null: none yet.")
    receipt: Receipt = Field(
        description="What became of what a person said: queued for the next turn, read, not_read because the team "
        "ended first, told to agents at work; none for everything else."
    )
    round: int
    created_at: datetime
    seq: int = Field(description="Its place in the goal's events.")
    chain: ChainOut


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
    failure: str
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
    chain: ChainOut

    @classmethod
    def of(cls, row: TaskTexts, shown: ShownTask) -> "TaskOut":
        """From what the queries gave."""
        how = {"status": shown.display, "since": shown.since, "lasted": shown.lasted}
        return cls.model_validate({**vars(row), **how}, from_attributes=True)


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


class ReassignIn(BaseModel):
    """Who shall do a task."""

    model_config = ConfigDict(extra="forbid")

    agent: Text = Field(description="Its handle.")


class StepOut(BaseModel):
    """A row of a plan."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID = Field(description="Of its task.")
    number: int
    title: str
    brief: str
    state: TaskState
    owner: str = Field(description="A handle.")
    as_team: bool = Field(description="Whether a team of its own does it.")
    after: list[int] = Field(description="Numbers of the steps that it comes after.")
    check: str = Field(description="How its result is checked, as a line: file report.pdf, table region, sales, ...")
    needs_ok: bool = Field(description="Whether a person looks at its result; `check` says at what.")
    is_editable: bool = Field(description="Whether it has not begun.")
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
    unknown: list[str] = Field(description="Who has no record yet.")
    unpriced: list[str] = Field(description="Whose price nobody said.")
    answers: int = Field(description="How often a person is asked for an OK.")
    answer_seconds: SpanOut | None = Field(description="What people of the workspace took for an answer lately.")
    tries: int = Field(description="How many earlier tasks of these agents it is from.")


class StepIn(BaseModel):
    """What changes of a step; what is left out stays."""

    model_config = ConfigDict(extra="forbid")

    version: int = Field(description="Of the row as you read it.")
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
    question: str
    options: list[str] = Field(
        description="Answers that are offered; for `question` and `approval` words are welcome too, and for `check` "
        "they say what is wrong."
    )
    errand: ErrandOut | None = Field(
        description="Of a `permit`: what would be done, should it be approved. Of a `check`: the result to look at, "
        "and who gave it."
    )
    state: ApprovalState
    answer: str
    scope: PermitScope = Field(description="Of a `permit`: how far the leave reaches that was given.")
    reason: str = Field(description="Of a `permit`: why it was denied.")
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
