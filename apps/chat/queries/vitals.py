"""Whether the installation is alive: its figures, and how long its parts have been silent."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import CharField, F, Min, Q, QuerySet, Sum, Value
from django.db.models.functions import Cast, Concat

from apps.agents.queries.agents import PresenceFigures, presence
from apps.chat.domain.states import TurnOutcome, TurnState
from apps.chat.models import Conversation, Turn
from apps.chat.queries.due_work import SWEEPER
from apps.journal.queries import last_beat
from apps.teams.domain.states import GoalOutcome
from apps.teams.queries.figures import WorkFigures, last_attempt_end, oldest_ready, work_figures
from apps.teams.queries.limits import full_houses

WORKER = "worker"  # the name of the pulse that all workers share
SILENT = timedelta(seconds=20)  # several pulses
LATE = timedelta(seconds=60)  # what has waited for longer waits for nothing good, unless other work goes on


@dataclass(frozen=True)
class Vitals:
    """Moments are None where there is nothing, or was nothing yet."""

    now: datetime
    worker_at: datetime | None  # a worker's last pulse
    swept_at: datetime | None  # the sweeper's last round
    oldest_turn: datetime | None  # since when the longest has waited of the turns that may be taken
    oldest_attempt: datetime | None  # the same for calls of agents
    worked_at: datetime | None  # when a turn or a call last ended

    @property
    def worker_alive(self) -> bool:
        """Whether a worker has left a pulse lately."""
        return self._lately(self.worker_at)

    @property
    def sweeper_alive(self) -> bool:
        """Whether beat and a worker have done their rounds lately."""
        return self._lately(self.swept_at)

    @property
    def oldest(self) -> datetime | None:
        """Since when the longest has waited of all that a worker may take."""
        return min((since for since in (self.oldest_turn, self.oldest_attempt) if since), default=None)

    @property
    def stands_still(self) -> bool:
        """Whether work has waited for long and none has ended meanwhile: a backlog that moves is none."""
        late = self.oldest is not None and self.now - self.oldest > LATE
        return late and (self.worked_at is None or self.now - self.worked_at > LATE)

    def _lately(self, at: datetime | None) -> bool:
        return at is not None and self.now - at < SILENT


def vitals(now: datetime) -> Vitals:
    """As things stand `now`."""
    ended = (_last_turn_end(), last_attempt_end())
    return Vitals(
        now=now,
        worker_at=last_beat(WORKER),
        swept_at=last_beat(SWEEPER),
        oldest_turn=_oldest_due(now),
        oldest_attempt=oldest_ready(now),
        worked_at=max((end for end in ended if end), default=None),
    )


def _oldest_due(now: datetime) -> datetime | None:
    rows = Conversation.objects.filter(
        turn_state=TurnState.DUE,
        turn_due_at__lte=now,
        team__frozen_at=None,
        team__goal__outcome=GoalOutcome.RUNNING,
    )
    oldest: datetime | None = _that_may_begin(rows).aggregate(oldest=Min("turn_due_at"))["oldest"]
    return oldest


def _that_may_begin(rooms: QuerySet[Conversation]) -> QuerySet[Conversation]:
    """Without goals whose workspace or person has as many running as they may.

    No worker is at fault there; else one workspace that waits for its own people would have all taken for broken.
    """
    full, busy = full_houses()
    whose = Concat(Cast("team__goal__workspace", CharField()), Value(":"), Cast("team__goal__paid_by", CharField()))
    barred = Q(team__goal__workspace__in=full) | Q(whose__in=busy)
    return rooms.annotate(whose=whose).exclude(barred, team__goal__started_at=None)


def _last_turn_end() -> datetime | None:
    ended = Turn.objects.exclude(ended_at=None).exclude(outcome=TurnOutcome.LOST)
    return ended.order_by("-ended_at").values_list("ended_at", flat=True).first()


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
