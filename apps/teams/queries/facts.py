"""What pages know of goals and teams: frozen rows, made from rows that are loaded, so that nothing is read later."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from apps.core.chains import ChainIds
from apps.core.read_models import columns_of, fill_from_row
from apps.core.sentences import recall, unpack_all
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
from apps.teams.models import Approval, FileVersion, QuestionHop, Task
from apps.teams.queries.chains import chain_of_task
from apps.teams.queries.decisions import ApprovalFacts, asked_in
from apps.teams.queries.elsewhere import TASK_COLUMNS as ELSEWHERE_COLUMNS
from apps.teams.queries.elsewhere import SeenWork, elsewhere_in, elsewhere_of
from apps.teams.queries.limits import SPENT_COLUMNS, booked_spend
from apps.teams.queries.members import HUB, Face, face_from_row, face_of
from apps.teams.queries.risks import Risks


@dataclass(frozen=True)
class AttemptFacts:
    """One try at a task, as far as pages show it. `steps`: the signs of life that were told."""

    id: UUID
    number: int
    state: AttemptState
    agent_id: UUID
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
    frozen_at: datetime | None
    frozen_seconds: float

    def minutes(self, now: datetime) -> float:
        """Unfrozen time since it was formed, in minutes."""
        until = self.ended_at or self.frozen_at or now
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


GOAL_COLUMNS = (*columns_of(GoalFacts, but={"missing"}), "missing_skills", "made_of")


def goal_facts(goal: Any) -> GoalFacts:
    """A goal's row, of GOAL_COLUMNS at least, as pages know it."""
    return fill_from_row(GoalFacts, goal, missing=tuple(goal.missing_skills))


@dataclass(frozen=True)
class TeamRows:
    """A team and what stands under it, each in the order in which it is shown, read by the columns that follow.

    `attempts` and `before` (the numbers of the tasks that it comes after) are by task.
    """

    team: Any
    members: Sequence[Any]
    tasks: Sequence[Any]
    attempts: Mapping[UUID, Sequence[Any]]
    before: Mapping[UUID, Sequence[int]]
    approvals: Sequence[Approval]
    hops: Sequence[QuestionHop]
    risks: Risks


TEAM_COLUMNS = (
    *columns_of(TeamFacts, but={"executes", "spent", "members", "tasks", "approvals"}),
    "task_id",
    "made_of",
    *SPENT_COLUMNS,
)
TASK_COLUMNS = (
    *columns_of(TaskFacts, but={"owner", "question", "after", "attempts", "elsewhere"}),
    "owner_id",
    "made_of",
    "asks__text",
    "asks__wording",
    *ELSEWHERE_COLUMNS,
    "asks__made_of",
)
ATTEMPT_COLUMNS = (*columns_of(AttemptFacts), "made_of")


def team_facts(rows: TeamRows, executes: int | None) -> TeamFacts:
    """A team as pages know it."""
    team = rows.team
    faces = {member.id: face_from_row(member) for member in rows.members}
    tasks = [_task(task, faces.get(task.owner_id, HUB), rows) for task in rows.tasks]
    numbers = {task.id: task.number for task in tasks}
    return fill_from_row(
        TeamFacts,
        team,
        executes=executes,
        grant=Limits.model_validate(team.grant),
        spent=booked_spend(team),
        members=tuple(faces.values()),
        tasks=tuple(tasks),
        approvals=tuple(asked_in(rows.approvals, rows.hops, numbers, rows.risks)),
    )


def file_facts(version: FileVersion) -> FileFacts:
    """A version whose file, task and author are loaded, annotated with `newest`."""
    task = version.task
    return fill_from_row(
        FileFacts,
        version,
        role=FileRole(version.file.role),
        is_current=version.number == version.newest,  # type: ignore[attr-defined]  # see trees
        made_by=face_of(version.member),
        team_id=task.team_id if task else None,
        task_number=task.number if task else None,
    )


def task_texts(task: Task) -> TaskTexts:
    """A task whose owner, origin, team, dependencies and work elsewhere are loaded."""
    chain = replace(chain_of_task(task), origin_kind=task.origin.kind if task.origin else None)
    checker = face_of(task.checked_by) if task.checked_by else None
    after = tuple(sorted(other.number for other in task.depends_on.all()))
    return fill_from_row(
        TaskTexts,
        task,
        owner=face_of(task.owner),
        after=after,
        chain=chain,
        checked_by=checker,
        elsewhere=elsewhere_in(task),
    )


def _task(task: Any, owner: Face, rows: TeamRows) -> TaskFacts:
    attempts = tuple(fill_from_row(AttemptFacts, attempt) for attempt in rows.attempts.get(task.id, ()))
    after = tuple(sorted(rows.before.get(task.id, ())))
    question = recall(task.asks__wording or task.asks__text or "", unpack_all(task.asks__made_of))
    return fill_from_row(
        TaskFacts,
        task,
        owner=owner,
        question=question,
        after=after,
        attempts=attempts,
        elsewhere=elsewhere_of(task),
    )
