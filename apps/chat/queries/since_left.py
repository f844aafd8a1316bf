"""What happened since a person left a goal, or the workspace."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from apps.accounts.domain.access import Actor
from apps.chat.domain.digest import (
    KINDS,
    NOTHING_SPENT,
    VISIT,
    DigestKind,
    DigestLine,
    SpentSince,
    lines_of,
    spent_between,
)
from apps.chat.models import Visit
from apps.journal.queries import LAST_EVENT_AT
from apps.journal.queries.recent import StreamEvent, events_about, events_between, last_before
from apps.teams.domain.states import GoalOutcome
from apps.teams.events import TeamEvent
from apps.teams.queries.rows import Goal, Team

MOST_GOALS = 50
MOST_EVENTS = 1000
MOST_LINES = 60
_TOLD = (*KINDS, TeamEvent.SPEND_CHANGED)


@dataclass(frozen=True)
class SinceLeft:
    """What happened from `since` on (None: they were never here) until `until`; the newest lines last. `titles`: of
    the goals.
    """

    since: datetime | None
    until: datetime | None = None
    lines: tuple[DigestLine, ...] = ()
    counts: tuple[tuple[DigestKind, int], ...] = ()
    spent: SpentSince = NOTHING_SPENT
    titles: tuple[tuple[UUID, str], ...] = ()

    @property
    def newest(self) -> tuple[DigestLine, ...]:
        """The newest lines, as many as are told at once."""
        return self.lines[-MOST_LINES:]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tell."""
        return not self.lines and self.spent == NOTHING_SPENT


def visit_of(actor: Actor, goal_id: UUID | None) -> "QuerySet[Visit]":
    """The row that tells when this person was here."""
    return Visit.objects.filter(user=actor.user_id, workspace=actor.workspace_id, goal=goal_id)


def since_left(actor: Actor, goal_id: UUID | None, now: datetime) -> SinceLeft:
    """What happened to a goal (which the caller has proved may be seen), or to the workspace's newest, since then.

    Who was seen a moment ago is still told what they came back to, and not what happened before their eyes.
    """
    visit = visit_of(actor, goal_id).first()
    if visit is None:
        return SinceLeft(None)
    since, until = (visit.seen_at, now) if now - visit.seen_at > VISIT else (visit.left_at, visit.came_at)
    titles = _titles(actor, goal_id, since)
    goals = [goal for goal, _ in titles]
    events = events_between(goals, since, until, _TOLD, MOST_EVENTS) if goals else []
    lines = _lines(goals, [event for event in events if event.kind in KINDS])
    spent = spent_between(last_before(goals, since, TeamEvent.SPEND_CHANGED) if events else {}, events)
    counted = Counter(line.kind for line in lines)
    counts = tuple((kind, counted[kind]) for kind in DigestKind if counted[kind])
    return SinceLeft(since, until, tuple(lines), counts, spent, tuple(titles))


def _titles(actor: Actor, goal_id: UUID | None, since: datetime) -> list[tuple[UUID, str]]:
    may_have_moved = Q(outcome=GoalOutcome.RUNNING) | Q(last_event_at__gt=since)  # a goal's row tells of its ends alone
    goals = Goal.objects.filter(may_have_moved, workspace_id=actor.workspace_id)
    goals = goals.filter(pk=goal_id) if goal_id else goals
    moved = goals.annotate(moved_at=LAST_EVENT_AT).filter(moved_at__gt=since).order_by("-moved_at")
    return list(moved.values_list("pk", "title")[:MOST_GOALS])


def _lines(goals: Sequence[UUID], events: Sequence[StreamEvent]) -> list[DigestLine]:
    decided = {str(event.payload.get("approval")) for event in events if event.kind == TeamEvent.APPROVAL_DECIDED}
    asked = events_about(goals, TeamEvent.APPROVAL_ASKED, "approval", decided) if decided else []
    questions = {str(event.payload["approval"]): str(event.payload.get("question") or "") for event in asked}
    ended = [event.team_id for event in events if event.kind == TeamEvent.TEAM_ENDED and event.team_id]
    names = dict(Team.objects.filter(pk__in=ended).values_list("pk", "name")) if ended else {}
    return lines_of(events, questions, {str(team): name for team, name in names.items()})
