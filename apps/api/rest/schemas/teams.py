"""Teams, their rooms, their tasks, and what waits for a person."""

from datetime import datetime
from typing import Any, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from apps.api.rest.schemas.parts import SpentOut, WhoOut
from apps.chat.domain.display import Display
from apps.chat.domain.states import Delivery, MessageKind, Phase
from apps.chat.queries.messages import MessageRow
from apps.chat.queries.tree import TeamNode
from apps.core.texts import Text
from apps.teams.domain.limits import Limits
from apps.teams.domain.states import ApprovalKind, ApprovalState, TaskState
from apps.teams.queries.facts import TaskTexts, WaitingApproval


class TeamMember(WhoOut):
    """A member of a team."""

    lead: bool


class TeamOut(BaseModel):
    """A team and where its conversation stands."""

    id: UUID
    goal: UUID
    parent: UUID | None = Field(description="The team above; null for the goal's own.")
    executes: int | None = Field(description="Number of the parent's task that it carries out.")
    name: str
    purpose: str
    depth: int
    status: Display
    since: datetime = Field(description="Since when it has that status.")
    phase: Phase
    round: int
    turn: int = Field(description="Number of the turn that is due, in flight or was last.")
    floor: WhoOut | None = Field(description="Who speaks, or is to speak next; null once it has ended.")
    members: list[TeamMember]
    subteams: list[UUID]
    limits: Limits = Field(description="What it and all below it may spend.")
    spent: SpentOut
    formation: dict[str, Any] = Field(
        description="Why this team: query, seats, who was left out and why, what is missing."
    )
    waiting: int = Field(description="Decisions that wait for a person, here and below.")
    created_at: datetime
    ended_at: datetime | None

    @classmethod
    def of(cls, node: TeamNode, now: datetime) -> Self:
        """From a team in its goal's tree."""
        facts, talk = node.facts, node.talk
        return cls(
            id=node.id,
            goal=facts.goal_id,
            parent=facts.parent_id,
            executes=facts.executes,
            name=facts.name,
            purpose=facts.purpose,
            depth=facts.depth,
            status=node.state,
            since=node.since,
            phase=talk.phase,
            round=talk.round,
            turn=talk.turn,
            floor=None if node.is_over else WhoOut.of(facts.member(talk.speaker_id)),
            members=[TeamMember(lead=face.lead, **WhoOut.of(face).model_dump()) for face in facts.members],
            subteams=[child.id for child in node.children],
            limits=facts.grant,
            spent=SpentOut.of(facts.spent.model_copy(update={"minutes": facts.minutes(now)})),
            formation=dict(facts.formation),
            waiting=node.waiting,
            created_at=facts.created_at,
            ended_at=facts.ended_at,
        )


class MessageIn(BaseModel):
    """Something to say in a room."""

    model_config = ConfigDict(extra="forbid")

    text: Text
    delivery: Delivery = Field(
        default=Delivery.NEXT_TURN, description="next_turn: read by the next turn. note: for people only."
    )


class MessageOut(BaseModel):
    """A line in a room."""

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
    voice: str = Field(description="What spoke for the sender: rules, a model's name; empty for itself.")
    delivery: Delivery
    read_in_turn: int | None = Field(description="The turn that read it; null: none yet.")
    round: int
    created_at: datetime
    seq: int = Field(description="Its place in the goal's events.")

    @classmethod
    def of(cls, row: MessageRow) -> Self:
        """From what the query gave."""
        return cls(
            sender=WhoOut.of(row.sender), **{name: value for name, value in vars(row).items() if name != "sender"}
        )


class TaskOut(BaseModel):
    """Work given to a member."""

    id: UUID
    team: UUID
    number: int = Field(description="Within the team, from 1.")
    title: str
    brief: str
    owner: WhoOut
    state: TaskState
    state_at: datetime
    needs: list[str]
    after: list[int] = Field(description="Numbers of the tasks it depends on.")
    is_answer: bool = Field(description="Its result concludes the conversation.")
    result: str
    failure: str
    question: str = Field(description="What its agent asks, while it asks.")

    @classmethod
    def of(cls, row: TaskTexts) -> Self:
        """From what the query gave."""
        return cls(
            id=row.id,
            team=row.team_id,
            number=row.number,
            title=row.title,
            brief=row.brief,
            owner=WhoOut.of(row.owner),
            state=row.state,
            state_at=row.state_at,
            needs=list(row.needs),
            after=list(row.after),
            is_answer=row.is_answer,
            result=row.result,
            failure=row.failure,
            question=row.question,
        )


class ReassignIn(BaseModel):
    """Who shall do a task."""

    model_config = ConfigDict(extra="forbid")

    agent: Text = Field(description="Its handle.")


class PartOut(BaseModel):
    """A part of what would be sent. Much of it is agents' words, so do not trust it."""

    title: str
    text: str
    more: int = Field(description="Characters that are left out here; they stand in the room.")


class ErrandOut(BaseModel):
    """What an agent would be set to do."""

    chain: str = Field(description="By whom: person, goal, team, agents, in words.")
    to: str = Field(description="The handle of who would do it.")
    parts: list[PartOut]


class ApprovalOut(BaseModel):
    """A decision that waits, or waited, for a person."""

    id: UUID
    goal: UUID
    goal_title: str
    team: UUID
    task: int | None
    kind: ApprovalKind
    question: str
    options: list[str] = Field(
        description="Answers that are offered; for `question` and `approval` words are welcome too."
    )
    errand: ErrandOut | None = Field(description="Of a `permit`: what would be done, should it be approved.")
    state: ApprovalState
    answer: str
    asked_at: datetime
    decided_at: datetime | None
    decided_by: str

    @classmethod
    def of(cls, approval: WaitingApproval) -> Self:
        """From what the query gave."""
        return cls(
            id=approval.id,
            goal=approval.goal_id,
            goal_title=approval.goal_title,
            team=approval.team_id,
            task=approval.task_number,
            kind=approval.kind,
            question=approval.question,
            options=list(approval.options),
            errand=ErrandOut.model_validate(approval.errand, from_attributes=True) if approval.errand else None,
            state=approval.state,
            answer=approval.answer,
            asked_at=approval.asked_at,
            decided_at=approval.decided_at,
            decided_by=approval.decided_by,
        )


class DecisionIn(BaseModel):
    """A person's answer."""

    model_config = ConfigDict(extra="forbid")

    answer: Text = Field(description="One of the options, or words.")
