"""What pages know of goals and teams: frozen, and made of loaded rows (`fact_rows`), so that nothing is read later."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from apps.core.chains import ChainIds
from apps.files.domain.media_types import PICTURES
from apps.teams.domain.checks import Verification
from apps.teams.domain.file_roles import FileRole
from apps.teams.domain.limits import Limits, Spent
from apps.teams.domain.states import (
    OPEN_TASK,
    AttemptState,
    GoalOutcome,
    MemberKind,
    Priority,
    TaskState,
)
from apps.teams.domain.versions import VersionState
from apps.teams.queries.decisions import ApprovalFacts
from apps.teams.queries.elsewhere import SeenWork
from apps.teams.queries.members import HUB, Face


@dataclass(frozen=True)
class AttemptFacts:
    """One try at a task, as far as pages show it. `steps`: the signs of life that were told."""

    id: UUID
    number: int
    state: AttemptState
    started_at: datetime | None
    ended_at: datetime | None
    progress: str
    progress_at: datetime | None
    failure: str
    steps: int = 0
    left_at: datetime | None = None

    def was_cut_off(self, at: datetime) -> bool:
        """Whether it ran when it was cancelled at that moment; what it gave afterwards came late."""
        if self.started_at is None or self.ended_at is None or self.started_at > at:
            return False
        return self.ended_at == at if self.state is AttemptState.CANCELLED else self._came_late(at)

    def _came_late(self, at: datetime) -> bool:
        return self.state is AttemptState.LATE and self.left_at is not None and self.left_at > at


@dataclass(frozen=True)
class TaskRecord:
    """What pages and programs show of a task alike. `after` are task numbers of the same team.

    `elsewhere`: what the hub that works on it told last; None: no other hub does, or did.
    """

    id: UUID
    team_id: UUID
    number: int
    round: int
    title: str
    owner: Face
    state: TaskState
    state_at: datetime
    failure: str
    question: str
    synchronous: bool
    is_answer: bool
    after: tuple[int, ...]
    needs: tuple[str, ...]
    claimed_at: datetime | None
    verification: Verification
    checked_at: datetime | None
    found: str
    elsewhere: SeenWork | None

    @property
    def is_open(self) -> bool:
        """Whether it has not settled."""
        return self.state in OPEN_TASK

    @property
    def is_claimed(self) -> bool:
        """Whether its result is there, and is looked at before it counts as done."""
        unchecked = self.claimed_at is not None and self.verification is Verification.UNCHECKED
        return unchecked and self.state is TaskState.WORKING


@dataclass(frozen=True)
class TaskFacts(TaskRecord):
    """A task with its tries, without its long texts. `checks_id`: the task whose result is looked at in it."""

    checks_id: UUID | None
    attempts: tuple[AttemptFacts, ...]

    @property
    def is_running(self) -> bool:
        """Whether an agent is at it now."""
        return any(attempt.state is AttemptState.RUNNING for attempt in self.attempts)

    @property
    def is_with_person(self) -> bool:
        """Whether a person is at it: one who took it over, or an agent that is a person."""
        return self.state is TaskState.WORKING and (self.owner.human or self.owner.kind == MemberKind.PERSON)

    def was_at_work(self, at: datetime) -> bool:
        """Whether an agent was at it at that moment, and has ended since."""
        spans = ((attempt.started_at, attempt.ended_at) for attempt in self.attempts)
        return any(begun and ended and begun <= at < ended for begun, ended in spans)


@dataclass(frozen=True)
class TaskTexts(TaskRecord):
    """A task with its long texts, without its tries, and under which chain of authority it is done."""

    brief: str
    result: str
    chain: ChainIds
    planned_check: dict[str, object]
    checked_by: Face | None
    evidence: list[str]


@dataclass(frozen=True)
class TeamFacts:
    """A team with everything pages show of it. `executes` is the number of the parent's task that it carries out."""

    id: UUID
    goal_id: UUID
    parent_id: UUID | None
    executes: int | None
    name: str
    purpose: str
    depth: int
    grant: Limits
    spent: Spent
    formation: dict[str, object]
    members: tuple[Face, ...]
    tasks: tuple[TaskFacts, ...]
    approvals: tuple[ApprovalFacts, ...]
    created_at: datetime
    ended_at: datetime | None
    queued_at: datetime | None
    frozen_at: datetime | None
    frozen_seconds: float

    def minutes(self, now: datetime) -> float:
        """Time since it was formed in which it was neither queued nor frozen, in minutes."""
        until = self.ended_at or self.queued_at or self.frozen_at or now
        return max((until - self.created_at).total_seconds() - self.frozen_seconds, 0) / 60

    @property
    def pending(self) -> tuple[ApprovalFacts, ...]:
        """Its approvals that still wait."""
        return tuple(approval for approval in self.approvals if approval.is_pending)

    def member(self, member_id: UUID | None) -> Face:
        """Who a member is; the hub for None."""
        return next((face for face in self.members if face.member_id == str(member_id)), HUB)


@dataclass(frozen=True)
class GoalFacts:
    """A goal without its long texts."""

    id: UUID
    title: str
    priority: Priority
    outcome: GoalOutcome
    failure: str
    missing: tuple[str, ...]
    created_at: datetime
    last_event_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    claimed_at: datetime | None
    verification: Verification
    found: str
    answer_owed: bool
    forked_from_id: UUID | None
    forked_at: int | None


@dataclass(frozen=True)
class FileFacts:
    """A version of a file, by whom and in which task; a person's, and the hub's, came of none."""

    id: UUID
    file_id: UUID
    name: str
    number: int
    state: VersionState
    based_on: int | None
    is_current: bool
    media_type: str
    size: int
    role: FileRole
    made_by: Face
    team_id: UUID | None
    task_number: int | None
    created_at: datetime

    @property
    def is_image(self) -> bool:
        """Whether a browser shows it as a picture."""
        return self.media_type in PICTURES

    @property
    def working(self) -> bool:
        """Whether it only led to a result, and is folded away."""
        return self.role is FileRole.WORKING


@dataclass(frozen=True)
class NamedFile:
    """A file of a goal with its versions, oldest first."""

    id: UUID
    name: str
    versions: tuple[FileFacts, ...]
