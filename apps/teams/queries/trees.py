"""Goals, teams and their work as pages show them, each list in a fixed number of statements."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import BooleanField, Q, QuerySet, Value

from apps.files.queries.contents import beginnings
from apps.journal.queries.compiled import CompiledQuery
from apps.teams.domain.file_roles import FileRole
from apps.teams.domain.questions import QuestionState
from apps.teams.domain.states import ApprovalState, GoalOutcome
from apps.teams.models import Approval, Attempt, FileVersion, Goal, GoalFile, Member, QuestionHop, Task, Team
from apps.teams.queries.decisions import WaitingApproval, to_be_shown, with_risks
from apps.teams.queries.fact_rows import (
    ATTEMPT_COLUMNS,
    GOAL_COLUMNS,
    TASK_COLUMNS,
    TEAM_COLUMNS,
    TeamRows,
    file_facts,
    goal_facts,
    team_facts,
)
from apps.teams.queries.facts import FileFacts, GoalFacts, NamedFile, TeamFacts
from apps.teams.queries.members import FACE_COLUMNS
from apps.teams.queries.questions import PENDING_HOPS, hops_to_people
from apps.teams.queries.risks import risks_of
from apps.teams.queries.taken_over import with_people
from apps.teams.queries.versions import NEWEST_ACCEPTED

_AGENT = (
    "agent__handle",
    "agent__name",
    "agent__connection__availability",
    "agent__connection__last_seen_at",
    "agent__connection__connector",
)
_USER = ("user__username", "user__display_name")
R = TypeVar("R")


def teams_of(goal_ids: Collection[UUID]) -> list[TeamFacts]:
    """The teams of these goals, parents first."""
    ids = list(goal_ids)
    teams = _TEAMS.named(ids)  # first: what stands under a team that was formed since is not missed
    tasks = _TASKS.named(ids)
    numbers = {task.id: task.number for task in tasks}
    attempts = _group(_ATTEMPTS.named(ids), "task_id") if tasks else {}
    before = _numbers_before(ids, numbers) if tasks else {}
    members, given = _group(_MEMBERS.named(ids), "team_id"), _group(tasks, "team_id")
    asked, put = _APPROVALS.of(ids), _HOPS.of(ids)
    approvals, hops, risks = _group(asked, "team_id"), _group(put, "room_id"), risks_of(asked, put)
    return [
        team_facts(
            TeamRows(
                team,
                members.get(team.id, ()),
                given.get(team.id, ()),
                attempts,
                before,
                approvals.get(team.id, ()),
                hops.get(team.id, ()),
                risks,
            ),
            numbers.get(team.task_id) if team.task_id else None,
        )
        for team in teams
    ]


def _group(rows: Iterable[R], column: str) -> dict[UUID, list[R]]:
    found: dict[UUID, list[R]] = defaultdict(list)
    for row in rows:
        found[getattr(row, column)].append(row)
    return found


def _numbers_before(goal_ids: list[UUID], numbers: Mapping[UUID, int]) -> dict[UUID, list[int]]:
    found: dict[UUID, list[int]] = defaultdict(list)
    for task_id, other_id in _ORDER.values(goal_ids):
        if other_id in numbers:  # else it was given since
            found[task_id].append(numbers[other_id])
    return found


def _members(goal_ids: list[UUID]) -> QuerySet[Member, Any]:
    rows = Member.objects.filter(team__goal__any_of=goal_ids).order_by("-lead", "joined_at", "id")
    return rows.values_list("team_id", *FACE_COLUMNS)


def _tasks(goal_ids: list[UUID]) -> QuerySet[Task, Any]:
    rows = Task.objects.filter(team__goal__any_of=goal_ids).order_by("number")
    return rows.values_list(*TASK_COLUMNS)


def _attempts(goal_ids: list[UUID]) -> QuerySet[Attempt, Any]:
    rows = Attempt.objects.filter(task__team__goal__any_of=goal_ids).order_by("number")
    return rows.values_list("task_id", *ATTEMPT_COLUMNS)


def _order(goal_ids: list[UUID]) -> QuerySet[Any, Any]:
    order = Task.depends_on.through.objects
    return order.filter(from_task__team__goal__any_of=goal_ids).values_list("from_task_id", "to_task_id")


def _approvals(goal_ids: list[UUID]) -> "QuerySet[Any]":
    rows = to_be_shown(Approval.objects.filter(team__goal__any_of=goal_ids))
    return rows.order_by("asked_at")


_TEAMS: CompiledQuery[Any] = CompiledQuery(
    lambda goals: (
        Team.objects.filter(goal__any_of=goals).order_by("depth", "created_at", "id").values_list(*TEAM_COLUMNS)
    ),
    list,
)
_MEMBERS, _TASKS = CompiledQuery(_members, list), CompiledQuery(_tasks, list)
_ATTEMPTS = CompiledQuery(_attempts, list)
_ORDER, _APPROVALS = CompiledQuery(_order, list), CompiledQuery(_approvals, list)
_HOPS = CompiledQuery(lambda goals: hops_to_people().filter(room__goal__any_of=goals), list)
_GOAL: CompiledQuery[Any] = CompiledQuery(lambda goal: Goal.objects.filter(pk=goal).values_list(*GOAL_COLUMNS))


def goal(goal_id: UUID) -> GoalFacts:
    """One goal; the caller has proved that it may be seen."""
    rows = _GOAL.named(goal_id)
    if not rows:
        raise Goal.DoesNotExist(f"no goal with id {goal_id}")
    return goal_facts(rows[0])


def goals_by_id(goal_ids: Collection[UUID]) -> list[GoalFacts]:
    """These goals, in no order."""
    return [goal_facts(row) for row in Goal.objects.filter(pk__in=goal_ids).values_list(*GOAL_COLUMNS, named=True)]


def goals_of(
    workspace_id: UUID, outcomes: Collection[GoalOutcome], *, offset: int, limit: int
) -> tuple[list[GoalFacts], int]:
    """A page of the workspace's goals, newest first, and how many there are. No outcome given: all of them."""
    goals = Goal.objects.filter(workspace_id=workspace_id)
    if outcomes:
        goals = goals.filter(outcome__in=outcomes)
    page = goals.order_by("-created_at", "-id").values_list(*GOAL_COLUMNS, named=True)[offset : offset + limit]
    return [goal_facts(row) for row in page], goals.count()


def waiting_approvals(workspace_id: UUID) -> list[WaitingApproval]:
    """What waits for a person in the workspace, oldest first."""
    approvals = approvals_to_show().filter(team__goal__workspace_id=workspace_id, state=ApprovalState.PENDING)
    return sorted(with_risks(approvals, pending_hops(workspace_id)), key=lambda row: row.asked_at)


def approvals_to_show() -> "QuerySet[Any]":
    """Approvals with all that a list shows of them."""
    rows = to_be_shown(Approval.objects.select_related("team__goal", "task"))
    return rows.defer("team__goal__text", "team__goal__answer", "task__result", "task__brief")


def asked_about(task: Task) -> str:
    """What people are asked to decide about a task now, but for what its agent asks; "": nothing."""
    asked = Approval.objects.filter(task=task, state=ApprovalState.PENDING).order_by("asked_at").first()
    return asked.question if asked else ""


def pending_hops(workspace_id: UUID) -> QuerySet[QuestionHop]:
    """The questions of the workspace that people are asked now."""
    rows = hops_to_people().filter(asking__state=QuestionState.OPEN, room__goal__workspace_id=workspace_id)
    return rows.select_related("room__goal")


def waiting_ids(workspace_id: UUID) -> list[UUID]:
    """The ids of the questions and decisions that wait for a person in the workspace."""
    return [waiting for waiting, _ in _WAITING.values(workspace_id)]


def waiting_approvals_count(workspace_id: UUID) -> int:
    """How many they are."""
    return len(waiting_ids(workspace_id))


def counts_of_frame(workspace_id: UUID, user_id: UUID) -> tuple[int, int]:
    """The same, and how many tasks a person has taken over there: what the frame of each page shows, in one query."""
    taken = [is_taken for _, is_taken in _OF_FRAME.values(workspace_id, user_id)]
    return len(taken) - sum(taken), sum(taken)


def _waiting(workspace_id: UUID) -> QuerySet[Approval, Any]:
    approvals = Approval.objects.filter(team__goal__workspace_id=workspace_id, state=ApprovalState.PENDING)
    questions = PENDING_HOPS.filter(room__goal__workspace_id=workspace_id)
    return _marked(approvals, is_taken=False).union(_marked(questions, is_taken=False), all=True)


def _of_frame(workspace_id: UUID, user_id: UUID) -> QuerySet[Approval, Any]:
    taken = with_people().filter(owner__user=user_id, team__goal__workspace=workspace_id)
    return _waiting(workspace_id).union(_marked(taken, is_taken=True), all=True)


def _marked(rows: QuerySet[Any], *, is_taken: bool) -> QuerySet[Any, Any]:
    return rows.order_by().values_list("pk", Value(is_taken, BooleanField()))


_WAITING: CompiledQuery[Any] = CompiledQuery(_waiting)
_OF_FRAME: CompiledQuery[Any] = CompiledQuery(_of_frame, UUID, UUID)


def files_of(goal_id: UUID) -> list[FileFacts]:
    """The versions of a goal's files, newest first, without their content; attachments as people gave them are not."""
    return [file_facts(row) for row in _files(goal_id).filter(document=None)]


def files_of_tasks(goal_id: UUID, task_ids: Collection[UUID]) -> list[FileFacts]:
    """What tasks of a goal wrote, in the order in which it was made: of each file the last version by each task."""
    newest_first = [file_facts(row) for row in _files(goal_id).filter(task__in=list(task_ids))]
    last = {(file.file_id, file.team_id, file.task_number): file for file in reversed(newest_first)}
    return list(last.values())


def files_after(goal_id: UUID, after: tuple[datetime, UUID] | None, limit: int) -> list[FileFacts]:
    """What tasks wrote, and the answer, a page at a time: made before the one of the key (creation, id)."""
    rows = _files(goal_id).filter(~Q(task=None) | Q(file__role=FileRole.ANSWER))
    if after is not None:
        moment, row = after
        rows = rows.filter(Q(created_at__lt=moment) | Q(created_at=moment, id__lt=row))
    return [file_facts(row) for row in rows[:limit]]


def named_files_after(goal_id: UUID, after: UUID | None, limit: int) -> list[NamedFile]:
    """The files of a goal in the order in which they began, after the one given, each with all its versions."""
    files = GoalFile.objects.filter(goal=goal_id).order_by("id")
    page = list((files if after is None else files.filter(id__gt=after))[:limit])
    return _with_versions(goal_id, page)


def named_file(file_id: UUID) -> NamedFile:
    """One file with its versions; the caller has proved that it may be seen."""
    file = GoalFile.objects.get(id=file_id)
    return _with_versions(file.goal_id, [file])[0]


def _with_versions(goal_id: UUID, files: list[GoalFile]) -> list[NamedFile]:
    versions: dict[UUID, list[FileFacts]] = {file.id: [] for file in files}
    for row in _files(goal_id).filter(file__in=files).order_by("number"):
        versions[row.file_id].append(file_facts(row))
    return [NamedFile(file.id, file.name, tuple(versions[file.id])) for file in files]


def _files(goal_id: UUID) -> QuerySet[FileVersion]:
    return (
        FileVersion.objects.filter(file__goal_id=goal_id)
        .select_related("file", "task", "member__agent__connection", "member__user")
        .only(
            "id",
            "number",
            "state",
            "based_on",
            "media_type",
            "size",
            "created_at",
            "file__name",
            "file__role",
            "task__number",
            "task__team_id",
            "member__kind",
            "member__lead",
            "member__called",
            "member__called_before",
            *(f"member__{name}" for name in (*_AGENT, *_USER)),
        )
        .annotate(newest=NEWEST_ACCEPTED)
        .order_by("-created_at", "-id")
    )


def first_bytes(version_ids: Collection[UUID], size: int) -> dict[UUID, bytes]:
    """The beginnings of these files, for previews."""
    blobs = dict(FileVersion.objects.filter(pk__in=version_ids).values_list("pk", "blob_id"))
    heads = beginnings(set(blobs.values()), size)
    return {pk: heads.get(blob_id, b"") for pk, blob_id in blobs.items()}
