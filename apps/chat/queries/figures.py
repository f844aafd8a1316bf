"""How the whole installation is doing: the figures of the admin's first page."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Min, Sum

from apps.agents.queries.figures import Presence, presence
from apps.chat.domain.states import TurnOutcome, TurnState
from apps.chat.models import Conversation, Turn
from apps.chat.queries.due import SWEEPER
from apps.journal.queries import last_beat
from apps.teams.domain.states import GoalOutcome
from apps.teams.queries.figures import WorkFigures, work_figures

DAY = timedelta(hours=24)
SILENT = timedelta(seconds=15)  # ten sweeps


@dataclass(frozen=True)
class Figures:
    """Failures and spend are of the last 24 hours."""

    work: WorkFigures
    agents: Presence
    turns_failed: int  # lost ones included
    tokens: int  # of turns and attempts
    money: float
    oldest_due: datetime | None  # turn that a worker may take
    swept_at: datetime | None
    now: datetime

    @property
    def sweeper_alive(self) -> bool:
        """Whether beat and a worker have done their rounds lately."""
        return self.swept_at is not None and self.now - self.swept_at < SILENT


def figures(now: datetime) -> Figures:
    """As things stand `now`."""
    work = work_figures(now, now - DAY)
    ended = Turn.objects.filter(ended_at__gte=now - DAY)
    spent = ended.aggregate(tokens=Sum(F("prompt_tokens") + F("completion_tokens")), money=Sum("money"))
    return Figures(
        work=work,
        agents=presence(),
        turns_failed=ended.filter(outcome__in=[TurnOutcome.FAILED, TurnOutcome.LOST]).count(),
        tokens=work.tokens + (spent["tokens"] or 0),
        money=work.money + (spent["money"] or 0.0),
        oldest_due=_oldest_due(now),
        swept_at=last_beat(SWEEPER),
        now=now,
    )


def _oldest_due(now: datetime) -> datetime | None:
    rows = Conversation.objects.filter(
        turn_state=TurnState.DUE,
        turn_due_at__lte=now,
        team__frozen_at=None,
        team__goal__outcome=GoalOutcome.RUNNING,
    )
    oldest: datetime | None = rows.aggregate(oldest=Min("turn_due_at"))["oldest"]
    return oldest
