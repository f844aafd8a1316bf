"""What a worker needs to carry out an attempt, and what the sweeper finds undone."""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import chain
from typing import Any

from django.db.models import Q, QuerySet

from apps.agents import queries as agents
from apps.agents.domain.address import AgentAddress
from apps.agents.domain.calls import ColleagueResult, File, FoundPassage, RunRequest
from apps.agents.domain.places import EarlierAnswer, TeamPlace
from apps.agents.queries.agents import address_over
from apps.agents.queries.documents import text_of_pages
from apps.agents.queries.grants import confined_skills
from apps.core.sentences import sentence
from apps.files.domain.media_types import PDF
from apps.files.domain.quotas import Whose
from apps.files.queries.contents import stored_content
from apps.journal.queries.compiled import CompiledQuery, first_column
from apps.teams.domain.states import AttemptState, TaskState
from apps.teams.models import Attempt, FileVersion, Goal, Task, Team
from apps.teams.queries.chains import chain_of_attempt
from apps.teams.queries.connections import line_of
from apps.teams.queries.conversation_tasks import WITHOUT_VECTORS
from apps.teams.queries.goals import UNLEARNED
from apps.teams.queries.places import places_of
from apps.teams.queries.questions import question_and_answer
from apps.teams.queries.repeatability import handle_before, is_repeatable
from apps.teams.queries.task_tokens import colleagues_of
from apps.teams.queries.versions import Read, attached_to, goal_has_files, read_before, versions_of

SWEEP_BATCH = 200
"""What one sweep looks at of a kind. It is drawn anew each time, so that however many nothing can be done for keep
none of the others waiting."""


@dataclass(frozen=True)
class Assignment:
    """An attempt, ready to be carried out. `begun`: when it was claimed for that; `whose`: the files that it gives.

    `given`: the versions of files that it has read once it was called. `briefed`: of the team's room and
    of those above the number of the last message that whoever wrote its task there could know of; by team.
    `only_brief`: nothing of the goal goes along with the brief, nor what was said before it.
    """

    address: AgentAddress
    request: RunRequest
    begun: datetime | None
    goal_id: uuid.UUID
    team_id: uuid.UUID
    whose: Whose
    given: Read = frozenset()
    briefed: Mapping[uuid.UUID, int] = field(default_factory=dict)
    only_brief: bool = False


_READ = (
    *("task", "agent", "connection", "origin", "number", "handle", "given", "started_at"),
    *(f"agent__{name}" for name in ("handle", "name", "skills", "trust")),
    *(f"connection__{name}" for name in ("agent", "connector", "connector_config", "timeout_seconds", "test_seconds")),
    "origin__kind",
    *(f"task__{name}" for name in ("number", "brief", "skills", "needs", "is_answer", "planned_check")),
    *(f"task__{name}" for name in ("team", "owner", "delegated_by", "briefed_after", "only_brief")),
    *(f"task__team__{name}" for name in ("goal", "parent", "task")),
    *(f"task__team__goal__{name}" for name in ("workspace", "text")),
)


def _to_do(attempts: list[uuid.UUID]) -> "QuerySet[Attempt]":
    """With what a request is made of: a quarter of the columns that there are."""
    rows = Attempt.objects.filter(id__any_of=attempts).select_related(
        "agent", "connection", "origin", "task__team__goal"
    )
    return rows.annotate(**goal_has_files("task__team__goal")).only(*_READ)


def _done_before(task_id: uuid.UUID) -> "QuerySet[Task]":
    rows = Task.objects.filter(dependants=task_id).select_related("owner__agent", "team")
    return rows.defer(*WITHOUT_VECTORS).order_by("number")


_ATTEMPTS, _RESULTS = CompiledQuery(_to_do, list), CompiledQuery(_done_before)


def assignments(attempt_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, Assignment]:
    """Of each of these attempts the agent's address and its request, with everything that it may read."""
    attempts = _ATTEMPTS.of(list(attempt_ids))
    places = places_of(attempts)
    return {attempt.id: _assignment(attempt, *places[attempt.id]) for attempt in attempts}


def _assignment(attempt: Attempt, place: TeamPlace, before: list[Task]) -> Assignment:
    agent, task, goal = attempt.agent, attempt.task, attempt.task.team.goal
    workspace_id, goal_id = goal.workspace_id, goal.id

    def library(text: str) -> Sequence[FoundPassage]:
        return agents.search_passages(workspace_id, goal_id, text)

    confined, sent_back = confined_skills(agent, line_of(attempt), task.skills), _sent_back(attempt)
    read, (question, answer) = read_before(attempt), question_and_answer(attempt)
    attached = attached_to(goal_id, read) if attempt.has_files else []
    results = _results_with(task, before, read, has_files=attempt.has_files)
    request = RunRequest(
        key=str(task.id),
        goal=goal.text,
        brief=task.brief,
        earlier=sent_back[-1] if sent_back else None,
        place=place,
        skills=confined or tuple(task.skills),
        confined=bool(confined),
        files=tuple(map(_file, attached)),
        results=tuple(_result_of(*one, reader=agent.id) for one in results),
        library=library,
        question=question,
        answer=answer or None,
        handle=attempt.handle or (handle_before(attempt) if attempt.number > 1 else ""),
        repeatable=is_repeatable(attempt),
        colleagues=colleagues_of(attempt),
        leg=len(sent_back) + (task.attempts.filter(state=AttemptState.ASKED).count() if answer else 0),
        chain=replace(chain_of_attempt(attempt), origin_kind=attempt.origin.kind if attempt.origin else None),
    )
    address = address_over(line_of(attempt))
    given = read.union(version.id for version in chain(attached, *(files for _, files in results)))
    whose = Whose(workspace_id, goal_id, agent.id)
    if task.only_brief:
        request = _without_goal(request)
    return Assignment(
        address, request, attempt.started_at, goal_id, task.team_id, whose, given, _briefed(task), task.only_brief
    )


def _without_goal(request: RunRequest) -> RunRequest:
    """A person changed what is sent, most likely to leave something out: the goal and the plan don't bring it back."""
    place = request.place and replace(request.place, chosen_for=(), tasks=(), check="")
    return replace(request, goal=request.brief, place=place)


def _briefed(task: Task) -> dict[uuid.UUID, int]:
    above = None if task.only_brief else task.team.task
    return {task.team_id: task.briefed_after, **(_briefed(above) if above else {})}


def _sent_back(attempt: Attempt) -> list[EarlierAnswer]:
    """The answers of earlier attempts that were not taken; each began a new leg of the work."""
    if attempt.number == 1:
        return []
    put_aside = Q(state=AttemptState.FAILED) | Q(state=AttemptState.LATE, overtaken=True) & ~Q(failure="")
    refused = attempt.task.attempts.filter(put_aside, number__lt=attempt.number).exclude(result="")
    rows = refused.order_by("number").values_list("state", "result", "failure")
    return [EarlierAnswer(result, failure if state == AttemptState.FAILED else "") for state, result, failure in rows]


def cancelled_attempts(attempt_ids: Iterable[uuid.UUID]) -> list[uuid.UUID]:
    """Those of these attempts that were cancelled while they ran."""
    cancelled = Attempt.objects.filter(id__in=list(attempt_ids), state=AttemptState.CANCELLED)
    return list(cancelled.values_list("id", flat=True))


def attachments_of(attempt: Attempt) -> tuple[File, ...]:
    """What people attached to its goal, which goes along with it."""
    return tuple(map(_file, attached_to(attempt.task.team.goal_id, read_before(attempt))))


def results_for(task: Task, read: Read) -> tuple[ColleagueResult, ...]:
    """The results that go along with a task: see `_results_along`."""
    return tuple(_result_of(one, files) for one, files in _results_along(task, read))


def _results_along(task: Task, read: Read) -> list[tuple[Task, list[FileVersion]]]:
    """The tasks that this one comes after, each with its files; a sub-team's has those of what it is a part of too."""
    return _results_with(task, _RESULTS.of(task.id), read)


def _results_with(
    task: Task, done: list[Task], read: Read, *, has_files: bool = True
) -> list[tuple[Task, list[FileVersion]]]:
    files = versions_of(done, read, has_files=has_files)
    above = task.team.task
    return [*(_results_along(above, read) if above else ()), *((one, files[one.id]) for one in done)]


def _result_of(task: Task, files: Sequence[FileVersion], reader: uuid.UUID | None = None) -> ColleagueResult:
    agent = task.owner.agent
    return ColleagueResult(
        task=task.title,
        agent=agent.name if agent else sentence("a colleague"),
        text=task.result,
        files=tuple(map(_file, files)),
        own=agent is not None and agent.id == reader,
    )


def _file(version: FileVersion) -> File:
    read = None
    if version.media_type == PDF and version.document_id:
        read = partial(text_of_pages, version.document_id, version.blob_id)
    return File(version.name, version.media_type, stored_content(version.blob), read)


@first_column(datetime)
def attempts_expired(now: datetime) -> "QuerySet[Any, uuid.UUID]":
    """Attempts whose worker has not renewed its lease."""
    rows = Attempt.objects.filter(state=AttemptState.RUNNING, lease_until__lt=now)
    return rows.order_by("?").values_list("id", flat=True)[:SWEEP_BATCH]


@first_column(datetime)
def unconsumed_tasks(before: datetime) -> "QuerySet[Any, uuid.UUID]":
    """Tasks that settled, of which their conversation has not taken note."""
    settled = [TaskState.DONE, TaskState.FAILED, TaskState.SKIPPED, TaskState.CANCELLED]
    rows = Task.objects.filter(heeded_at=None, state__in=settled, state_at__lte=before).order_by("?")
    return rows.values_list("id", flat=True)[:SWEEP_BATCH]


@first_column(datetime)
def unconsumed_questions(before: datetime) -> "QuerySet[Any, uuid.UUID]":
    """Tasks whose agent asked, of which their conversation has not taken note."""
    rows = Task.objects.filter(state=TaskState.ASKING, question_heeded_at=None, state_at__lte=before)
    return rows.order_by("?").values_list("id", flat=True)[:SWEEP_BATCH]


@first_column(datetime)
def teams_overdue(now: datetime) -> "QuerySet[Any, uuid.UUID]":
    """Teams whose minutes have run out."""
    return Team.objects.filter(deadline_at__lt=now).order_by("?").values_list("id", flat=True)[:SWEEP_BATCH]


@first_column(datetime)
def subteams_due(before: datetime) -> "QuerySet[Any, uuid.UUID]":
    """Tasks for a sub-team that are ready and have none yet."""
    rows = Task.objects.filter(state=TaskState.READY, subteam=None, team__frozen_at=None, state_at__lte=before)
    return rows.exclude(seats=[]).order_by("?").values_list("id", flat=True)[:SWEEP_BATCH]


@first_column(datetime)
def goals_owing_answers(before: datetime) -> "QuerySet[Any, uuid.UUID]":
    """Goals whose answer is not among their files."""
    owed = Goal.objects.filter(answer_owed=True, ended_at__lte=before).order_by("?")
    return owed.values_list("id", flat=True)[:SWEEP_BATCH]


@first_column(datetime)
def workspaces_unlearned(before: datetime) -> "QuerySet[Any, uuid.UUID]":
    """A workspace with a goal that went well and of which its agents have not learned: who looks takes others too."""
    return Goal.objects.filter(UNLEARNED, ended_at__lte=before).values_list("workspace_id", flat=True)[:1]
