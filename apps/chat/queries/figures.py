"""How the whole installation is doing: the figures of the admin's first page."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Sum

from apps.agents.queries.figures import PresenceFigures, presence
from apps.chat.domain.states import TurnOutcome, TurnState
from apps.chat.models import Conversation, Turn
from apps.chat.queries.vitals import Vitals, vitals
from apps.teams.queries.figures import WorkFigures, work_figures

DAY = timedelta(hours=24)


@dataclass(frozen=True)
class Figures:
    """Failures and spend are of the last 24 hours."""

    work: WorkFigures
    agents: PresenceFigures
    turns_failed: int  # lost ones included
    turns_lost: int
    turns_ended: int
    turns_due: int
    turns_open: int
    tokens: int  # of turns and attempts
    money: float
    vitals: Vitals


def figures(now: datetime) -> Figures:
    """As things stand `now`."""
    work = work_figures(now - DAY)
    ended = Turn.objects.filter(ended_at__gte=now - DAY)
    spent = ended.aggregate(tokens=Sum(F("prompt_tokens") + F("completion_tokens")), money=Sum("money"))
    return Figures(
        work=work,
        agents=presence(),
        turns_failed=ended.filter(outcome__in=[TurnOutcome.FAILED, TurnOutcome.LOST]).count(),
        turns_lost=ended.filter(outcome=TurnOutcome.LOST).count(),
        turns_ended=ended.count(),
        turns_due=Conversation.objects.filter(turn_state=TurnState.DUE).count(),
        turns_open=Turn.objects.filter(outcome=TurnOutcome.OPEN).count(),
        tokens=work.tokens + (spent["tokens"] or 0),
        money=work.money + (spent["money"] or 0.0),
        vitals=vitals(now),
    )
