"""What waits in the teams of running goals, and why."""

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from apps.agents.domain.profile import Availability
from apps.agents.queries.agents import calls_of_minute
from apps.agents.queries.rows import Connection
from apps.teams.domain.limits import AGAIN
from apps.teams.domain.states import (
    OPEN_TASK,
    SETTLED_TASK,
    ApprovalKind,
    ApprovalState,
    AttemptState,
    GoalOutcome,
    TaskState,
)
from apps.teams.domain.wait_reasons import FREE, AttemptStands, TaskStands, TeamHold, Why, why_attempt, why_task
from apps.teams.models import Approval, Attempt, Goal, Task, Team
from apps.teams.queries.connections import chosen
from apps.teams.queries.questions import PENDING_HOPS

MOST = 200  # rows of one kind
_LIVE = (AttemptState.READY, AttemptState.RUNNING)
_RUNNING = GoalOutcome.RUNNING


@dataclass(frozen=True)
class Waiting:
    """One row that waits. `kind`: attempt, task or conversation."""

    kind: str
    id: uuid.UUID
    what: str
    goal_id: uuid.UUID
    goal: str
    workspace: str
    since: datetime
    why: Why


def row_of(kind: str, key: uuid.UUID, what: str, goal: Goal, since: datetime, why: Why) -> Waiting:
    """A row, with the goal that it belongs to."""
    return Waiting(kind, key, what, goal.pk, goal.title, goal.workspace.name, since, why)


def hold_of(team: Team, limited: Mapping[uuid.UUID, TeamHold]) -> TeamHold:
    """Whether the team is frozen, and by what; `limited`: see `goals_at_a_limit`."""
    return FREE if team.frozen_at is None else limited.get(team.goal_id, TeamHold(frozen=True))


def goals_at_a_limit() -> dict[uuid.UUID, TeamHold]:
    """What holds the goals that ask a person about a limit, or about the budget of the day."""
    asked = Approval.objects.filter(kind=ApprovalKind.LIMIT, state=ApprovalState.PENDING)
    rows = asked.values_list("team__goal_id", "options")
    return {goal: TeamHold(frozen=True, by_limit=True, by_day=AGAIN in options) for goal, options in rows}


def pending_questions() -> dict[uuid.UUID, str]:
    """A question of each team that a person has not answered, the coordinator's own before what the hub asks."""
    asked = Approval.objects.filter(state=ApprovalState.PENDING).order_by("-asked_at")
    put = PENDING_HOPS.select_related("question").order_by("-at")
    return dict(asked.values_list("team_id", "question")) | {hop.room_id: hop.question.words for hop in put}


def waiting_attempts(before: datetime, now: datetime) -> Iterator[Waiting]:
    """Attempts that have been ready or running since before that moment, the oldest first."""
    limited, calls = goals_at_a_limit(), _calls()
    rows = Attempt.objects.filter(state__in=_LIVE, task__team__goal__outcome=_RUNNING).filter(
        Q(started_at__lt=before) | Q(started_at=None, task__state_at__lt=before)
    )
    rows = rows.select_related("task__team__goal__workspace", "agent").defer(
        "agent__vector", "agent__profile_vector", "agent__goal_words"
    )
    shown = list(rows.annotate(free=chosen()).order_by("pk")[:MOST])
    used = {one.pk: one.connection_id if one.state == AttemptState.RUNNING else one.free for one in shown}
    lines = Connection.objects.defer("connector_config").in_bulk({key for key in used.values() if key})
    begun = calls_of_minute({key for key, line in lines.items() if line.calls_per_minute})
    for attempt in shown:
        line = lines.get(used[attempt.pk])
        why = why_attempt(
            _stands(attempt, line, limited, calls, begun, now) if line else _unconnected(attempt, limited)
        )
        what = f"{attempt.task} by {attempt.agent}"
        since = attempt.started_at or attempt.task.state_at
        yield row_of("attempt", attempt.pk, what, attempt.task.team.goal, since, why)


def _calls() -> dict[uuid.UUID, int]:
    running = Attempt.objects.filter(state=AttemptState.RUNNING).values("connection_id")
    return {row["connection_id"]: row["calls"] for row in running.annotate(calls=Count("pk"))}


def _stands(
    attempt: Attempt,
    line: Connection,
    limited: Mapping[uuid.UUID, TeamHold],
    calls: dict[uuid.UUID, int],
    begun: dict[uuid.UUID, int],
    now: datetime,
) -> AttemptStands:
    return AttemptStands(
        hold=hold_of(attempt.task.team, limited),
        lease=(attempt.lease_until - now).total_seconds() if attempt.lease_until else None,
        start=(attempt.not_before - now).total_seconds(),
        enabled=attempt.agent.enabled,
        offline=line.availability == Availability.OFFLINE,
        calls=calls.get(line.pk, 0),
        slots=line.concurrency,
        per_minute=line.calls_per_minute,
        begun=begun.get(line.pk, 0),
        progress=attempt.progress,
        busy=line.busy_until is not None and line.busy_until > now,
    )


def _unconnected(attempt: Attempt, limited: Mapping[uuid.UUID, TeamHold]) -> AttemptStands:
    """One that waits until somebody connects its agent."""
    hold = hold_of(attempt.task.team, limited)
    return AttemptStands(hold=hold, enabled=attempt.agent.enabled, connected=False)


def waiting_tasks(before: datetime) -> Iterator[Waiting]:
    """Tasks without a live attempt that have been as they are since before that moment, the oldest first."""
    limited = goals_at_a_limit()
    rows = _idle(before).select_related("team__goal__workspace", "asks").prefetch_related("depends_on")
    for task in rows.order_by("state_at")[:MOST]:
        stands = TaskStands(
            state=TaskState(task.state),
            hold=hold_of(task.team, limited),
            after=tuple(one.number for one in task.depends_on.all() if one.state in OPEN_TASK),
            as_team=bool(task.seats),
            claimed=task.is_claimed,
            heeded=task.question_heeded_at is not None,
            question=task.question,
        )
        yield row_of("task", task.pk, str(task), task.team.goal, task.state_at, why_task(stands))


def _idle(before: datetime) -> QuerySet[Task]:
    live = Attempt.objects.filter(task=OuterRef("pk"), state__in=_LIVE)
    unheeded = Q(state__in=SETTLED_TASK, heeded_at=None)
    rows = Task.objects.filter(Q(state__in=OPEN_TASK) | unheeded, state_at__lt=before, team__goal__outcome=_RUNNING)
    return rows.filter(~Exists(live))


def teams_paused_by_budget() -> list[tuple[uuid.UUID, uuid.UUID, uuid.UUID]]:
    """The teams of goals that a day's budget has paused, with the goal's workspace and who pays.

    At most MOST, drawn anew each time, so that those who still have no budget keep nobody waiting.
    """
    asked = Approval.objects.filter(
        kind=ApprovalKind.LIMIT, state=ApprovalState.PENDING, options__contains=[AGAIN], team__parent=None
    )
    return list(asked.order_by("?").values_list("team_id", "team__goal__workspace_id", "team__goal__paid_by_id")[:MOST])
