"""The admin's first page: how the installation is doing."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from apps.chat.queries.vitals import Figures, figures
from apps.teams.domain.states import GoalOutcome

LATE = 30.0  # seconds; what waits longer for a worker is marked


@dataclass(frozen=True)
class DashboardCard:
    """One figure, what it means, and where its rows are. `bad` marks what somebody should look at."""

    title: str
    value: str
    note: str
    link: str
    bad: bool = False


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Add the figures to the page."""
    found = figures(timezone.now())
    groups = (("Now", _now(found)), ("Last 24 hours", _lately(found)), ("Goals", _goals(found)))
    return {**context, "title": "Dashboard", "groups": groups}


def _now(found: Figures) -> list[DashboardCard]:
    work, agents, vitals = found.work, found.agents, found.vitals
    stuck = reverse("admin:chat_conversation_stuck")
    return [
        _queue("Oldest due turn", vitals.oldest_turn, vitals.now, stuck),
        _queue("Oldest ready attempt", vitals.oldest_attempt, vitals.now, stuck),
        _queue("Oldest settled task not told", work.oldest_unheeded, vitals.now, stuck),
        _pulse("Workers", vitals.worker_at, vitals.now, "start one", alive=vitals.worker_alive),
        _pulse("Sweeper", vitals.swept_at, vitals.now, "start a worker and beat", alive=vitals.sweeper_alive),
        DashboardCard("Agents offline", str(agents.offline), f"of {agents.on} switched on, {agents.unstable} unstable",
             _list("agents_agent", enabled__exact=1, connection__availability__exact="offline"),
             bad=agents.offline > 0),
        DashboardCard("Waiting for people", str(work.questions), "questions and decisions",
             _list("teams_approval", state__exact="pending")),
        DashboardCard("Dead letters", str(work.dead_letters), "failed or unknown tasks of running goals",
             _list("teams_task", dead="yes"), bad=work.dead_letters > 0),
    ]  # fmt: skip


def _lately(found: Figures) -> list[DashboardCard]:
    work = found.work
    failed = "state__exact"
    return [
        DashboardCard("Goals failed", str(work.goals_failed), "ended without an answer",
             _list("teams_goal", outcome__exact="failed"), bad=work.goals_failed > 0),
        DashboardCard("Tasks failed", str(work.tasks_failed), "without a result",
             _list("teams_task", **{failed: "failed"})),
        DashboardCard("Attempts failed", str(work.attempts_failed), "or lost with their worker",
             _list("teams_attempt", **{failed: "failed"})),
        DashboardCard("Turns failed", str(found.turns_failed), "the voice gave no answer",
             _list("chat_turn", outcome__exact="failed")),
        DashboardCard("Tokens", f"{found.tokens:,}", "of turns and attempts that ended", _list("chat_turn")),
        DashboardCard("Money", f"${found.money:,.2f}", "where prices are known", _list("teams_goal")),
    ]  # fmt: skip


def _goals(found: Figures) -> list[DashboardCard]:
    return [
        DashboardCard(outcome.value.capitalize(), f"{found.work.goals[outcome]:,}", "goals",
             _list("teams_goal", outcome__exact=outcome.value))
        for outcome in GoalOutcome
    ]  # fmt: skip


def _queue(title: str, oldest: datetime | None, now: datetime, link: str) -> DashboardCard:
    if oldest is None:
        return DashboardCard(title, "none", "nothing waits for a worker", link)
    age = max((now - oldest).total_seconds(), 0.0)
    return DashboardCard(title, _length(age), "has waited for a worker", link, bad=age > LATE)


def _pulse(title: str, at: datetime | None, now: datetime, way_out: str, *, alive: bool) -> DashboardCard:
    link = reverse("admin:chat_conversation_stuck")
    if at is None:
        return DashboardCard(title, "never seen", way_out, link, bad=True)
    age = _length(max((now - at).total_seconds(), 0.0))
    if alive:
        return DashboardCard(title, "alive", f"last sign of life {age} ago", link)
    return DashboardCard(title, "silent", f"last sign of life {age} ago: {way_out}", link, bad=True)


def _length(seconds: float) -> str:
    for unit, name in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= unit:
            return f"{seconds / unit:.1f} {name}"
    return f"{seconds:.0f} s"


def _list(model: str, **query: object) -> str:
    return reverse(f"admin:{model}_changelist", query=query)
