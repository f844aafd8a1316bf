"""What is due, and what has been due for too long."""

import uuid
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Prefetch, QuerySet

from apps.chat.bells import ChatBell
from apps.chat.domain.fair_queue import DueWork
from apps.chat.domain.states import ENDED, TurnOutcome, TurnState
from apps.chat.domain.wait_reasons import TalkStands, why_talk
from apps.chat.models import Conversation, Turn
from apps.core.statements import fetch_rows
from apps.journal.queries.compiled import CompiledQuery, first_column
from apps.teams.bells import TeamsBell
from apps.teams.domain.states import URGENCY, GoalOutcome
from apps.teams.domain.wait_reasons import Cause, TeamHold
from apps.teams.queries.connections import CHOSEN, JOINED
from apps.teams.queries.limits import full_houses
from apps.teams.queries.load import workspace_of_attempt
from apps.teams.queries.rows import Goal
from apps.teams.queries.waiting_work import (
    MOST,
    Waiting,
    goals_at_a_limit,
    hold_of,
    pending_questions,
    row_of,
    waiting_attempts,
    waiting_tasks,
)

SWEEP_BATCH = 200
SWEEPER = "sweeper"  # the name of its pulse

# Whether who leads has the turn and asks a model for it.
_LED = """coalesce((SELECT member.lead FROM teams_member member WHERE member.id = room.speaker_id), FALSE)
            AND NOT coalesce((room.memory->>'by_rules')::boolean, FALSE)"""

# What is begun comes before what is not, and nothing is begun for whom has as many goals running as they may. Of what
# waits for a connection only as much is due as it has slots free, first one of each goal; what waits for none that it
# may use is not, unless its agent is off: that fails.
_DUE = f"""
    WITH turn AS (
        SELECT %(turn)s AS bell, room.id, goal.workspace_id, (room.fence > 0 OR team.parent_id IS NOT NULL) AS begun,
            room.turn_due_at - %(urgency)s * CASE goal.priority WHEN 'high' THEN 1 WHEN 'low' THEN -1 ELSE 0 END
                AS since
        FROM chat_conversation room
        JOIN teams_team team ON team.id = room.team_id AND team.frozen_at IS NULL
        JOIN teams_goal goal ON goal.id = team.goal_id AND goal.outcome = 'running'
        WHERE room.turn_state = 'due' AND room.turn_due_at <= %(until)s AND room.id <> ALL(%(skip)s)
            AND NOT (goal.workspace_id = ANY(%(without)s) AND {_LED})
            AND (goal.started_at IS NOT NULL OR goal.workspace_id <> ALL(%(full)s)
                AND goal.workspace_id || ':' || goal.paid_by_id <> ALL(%(busy)s))),
    ready AS (
        SELECT attempt.id, {CHOSEN} AS line_id, agent.enabled, goal.workspace_id, goal.id AS goal_id,
            attempt.not_before - %(urgency)s * attempt.priority AS since
        FROM teams_attempt attempt {JOINED}
        JOIN teams_task task ON task.id = attempt.task_id
        JOIN teams_team team ON team.id = task.team_id AND team.frozen_at IS NULL
        JOIN teams_goal goal ON goal.id = team.goal_id AND goal.outcome = 'running'
        WHERE attempt.state = 'ready' AND attempt.not_before <= %(until)s),
    parted AS (
        SELECT *, row_number() OVER (PARTITION BY line_id, goal_id ORDER BY since, id) AS of_goal FROM ready
        WHERE line_id IS NOT NULL OR NOT enabled),
    placed AS (
        SELECT *, row_number() OVER (PARTITION BY line_id ORDER BY of_goal, since, id) AS place FROM parted),
    free AS (
        SELECT line.id AS line_id, line.concurrency - (
            SELECT count(*) FROM teams_attempt running
            WHERE running.connection_id = line.id AND running.state = 'running') AS slots
        FROM agents_connection line WHERE line.id IN (SELECT line_id FROM ready)),
    due AS (
        SELECT bell, id, workspace_id, begun, since FROM turn
        UNION ALL
        SELECT %(attempt)s, placed.id, placed.workspace_id, TRUE, placed.since
        FROM placed LEFT JOIN free USING (line_id)
        WHERE (NOT enabled OR place <= slots) AND placed.id <> ALL(%(skip)s)),
    listed AS (
        SELECT *, row_number() OVER (PARTITION BY workspace_id ORDER BY begun DESC, since, id) AS place FROM due)
    SELECT bell, id, workspace_id, since FROM listed WHERE place <= %(most)s ORDER BY place, since"""  # noqa: S608  no value of anybody's


def to_begin(
    until: datetime, most: int, skip: Collection[uuid.UUID] = (), without_model: Collection[uuid.UUID] = ()
) -> list[DueWork]:
    """The turns and attempts that may be begun and were due at `until`: at most so many of each workspace.

    Within a workspace they stand in the order in which to take them. `skip`: ids that are left out; `without_model`:
    workspaces of which the turns are, for which a model is asked.
    """
    full, busy = full_houses()
    asked: dict[str, Any] = {
        "turn": ChatBell.TURN_DUE.value,
        "attempt": TeamsBell.ATTEMPT_READY.value,
        "urgency": URGENCY,
        "until": until,
        "most": most,
        "skip": list(skip),
        "without": list(without_model),
        "full": full,
        "busy": busy,
    }
    return [DueWork(*row) for row in fetch_rows(_DUE, asked)]


def is_led_by_model(room: uuid.UUID) -> bool:
    """Whether the turn of a room is its lead's, for which a model is asked where the workspace has one."""
    rows = fetch_rows(f"SELECT {_LED} FROM chat_conversation room WHERE room.id = %s", [room])  # noqa: S608  our own text
    return any(led for (led,) in rows)


def workspace_of(bell: str, identifier: uuid.UUID) -> uuid.UUID | None:
    """For whom it is that a bell of `to_begin` is rung; None: what it names is gone."""
    found = workspace_of_attempt(identifier) if bell == TeamsBell.ATTEMPT_READY else _workspace_of_room(identifier)
    return next(iter(found), None)


@first_column(uuid.UUID)
def _workspace_of_room(room: uuid.UUID) -> "QuerySet[Conversation, uuid.UUID]":
    return Conversation.objects.filter(id=room).values_list("team__goal__workspace_id", flat=True)


def turns_expired(now: datetime) -> list[tuple[uuid.UUID, int]]:
    """The turns in flight, by conversation and fence, that have lost their worker; of many some, drawn anew."""
    return _EXPIRED.values(now)


def _expired(now: datetime) -> "QuerySet[Turn, tuple[uuid.UUID, int]]":
    rows = Turn.objects.filter(outcome=TurnOutcome.OPEN, lease_until__lt=now).order_by("?")
    return rows.values_list("conversation_id", "fence")[:SWEEP_BATCH]


_EXPIRED: CompiledQuery[Any] = CompiledQuery(_expired, datetime)


_BADNESS = {cause: place for place, cause in enumerate(Cause)}


def stuck_items(now: datetime, longer_than: timedelta) -> list[Waiting]:
    """Conversations, tasks and attempts that wait for longer; the worst cause first, then the longest."""
    before = now - longer_than
    rows = [*_conversations(before, now), *waiting_attempts(before, now), *waiting_tasks(before)]
    return sorted(rows, key=lambda row: (_BADNESS[row.why.cause], row.since))


def _conversations(before: datetime, now: datetime) -> Iterator[Waiting]:
    limited, questions, houses = goals_at_a_limit(), pending_questions(), full_houses()
    open_turns = Prefetch("turns", Turn.objects.filter(outcome=TurnOutcome.OPEN), to_attr="open_turns")
    rows = Conversation.objects.exclude(phase__in=ENDED).filter(
        team__goal__outcome=GoalOutcome.RUNNING, team__ended_at=None, phase_at__lt=before
    )
    for talk in rows.select_related("team__goal__workspace").prefetch_related(open_turns).order_by("phase_at")[:MOST]:
        turn: Turn | None = next(iter(talk.open_turns), None)
        since = talk.turn_due_at or (turn.started_at if turn else talk.phase_at)
        if since < before:
            stands = replace(_stands(talk, turn, limited, questions, now), full=_is_kept_out(talk.team.goal, houses))
            yield row_of("conversation", talk.pk, talk.team.name, talk.team.goal, since, why_talk(stands))


def _stands(
    talk: Conversation,
    turn: Turn | None,
    limited: Mapping[uuid.UUID, TeamHold],
    questions: dict[uuid.UUID, str],
    now: datetime,
) -> TalkStands:
    return TalkStands(
        turn_state=TurnState(talk.turn_state),
        hold=hold_of(talk.team, limited),
        start=(talk.turn_due_at - now).total_seconds() if talk.turn_due_at else 0.0,
        lease=(turn.lease_until - now).total_seconds() if turn and turn.lease_until else None,
        tasks=tuple((talk.wait or {}).get("tasks", ())),
        question=questions.get(talk.team_id, ""),
    )


def _is_kept_out(goal: Goal, houses: tuple[Collection[uuid.UUID], Collection[str]]) -> bool:
    """Whether it waits to be begun until fewer goals of its workspace, or of who pays, run."""
    full, busy = houses
    barred = goal.workspace_id in full or f"{goal.workspace_id}:{goal.paid_by_id}" in busy
    return goal.started_at is None and barred
