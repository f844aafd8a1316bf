"""How what pages know of goals and teams is made of rows that are loaded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from apps.core.read_models import columns_of, fill_from_row
from apps.core.sentences import recall, unpack_all
from apps.teams.domain.file_roles import FileRole
from apps.teams.domain.limits import Limits
from apps.teams.models import Approval, FileVersion, QuestionHop, Task
from apps.teams.queries.chains import chain_of_task
from apps.teams.queries.decisions import asked_in
from apps.teams.queries.elsewhere import TASK_COLUMNS as ELSEWHERE_COLUMNS
from apps.teams.queries.elsewhere import elsewhere_in, elsewhere_of
from apps.teams.queries.facts import AttemptFacts, FileFacts, GoalFacts, TaskFacts, TaskTexts, TeamFacts
from apps.teams.queries.limits import SPENT_COLUMNS, booked_spend
from apps.teams.queries.members import HUB, Face, face_from_row, face_of
from apps.teams.queries.risks import Risks

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
