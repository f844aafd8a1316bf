"""What waits for longer than it should, in all workspaces, and why."""

import uuid
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import Prefetch

from apps.chat.domain.states import ENDED, TurnOutcome, TurnState
from apps.chat.domain.wait_reasons import TalkStands, why_talk
from apps.chat.models import Conversation, Turn
from apps.teams.domain.states import GoalOutcome
from apps.teams.domain.wait_reasons import Cause, TeamHold
from apps.teams.queries.budgets import full_houses
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
