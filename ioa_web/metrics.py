"""/metrics: how the installation is doing, as Prometheus reads it.

For staff who are signed in, and for whoever sends `IOA_METRICS_TOKEN` as a bearer token.
"""

import hmac
from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from apps.chat.queries.vitals import Vitals, figures
from apps.journal.actions import clock
from apps.web.consumers.audience import audiences
from ioa_web.health import free_bytes


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Every figure, read now. Raises PermissionDenied for strangers."""
    if not _may_read(request):
        raise PermissionDenied
    registry = CollectorRegistry()
    registry.register(_Figures())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _may_read(request: HttpRequest) -> bool:
    token = settings.IOA_METRICS_TOKEN
    said = request.headers.get("Authorization", "")
    if token and hmac.compare_digest(said.encode(), f"Bearer {token}".encode()):
        return True
    return bool(request.user.is_active and request.user.is_staff)


class _Figures(Collector):
    """Reads the tables once a scrape; what is told of a day is of the last 24 hours."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        found = figures(clock())
        yield from _ages(found.vitals)
        work = found.work
        goals = GaugeMetricFamily("ioa_goals", "Goals, by how they stand.", labels=["outcome"])
        for outcome, count in work.goals.items():
            goals.add_metric([outcome.value], count)
        yield goals
        yield from (
            GaugeMetricFamily(name, words, value)
            for name, words, value in (
                ("ioa_turns_waiting", "Turns that a worker may take.", found.turns_due),
                ("ioa_turns_open", "Turns in flight.", found.turns_open),
                ("ioa_attempts_waiting", "Calls of agents that a worker may begin.", work.attempts_ready),
                ("ioa_attempts_running", "Calls of agents in flight.", work.attempts_running),
                ("ioa_turns_ended_day", "Turns that ended within 24 hours.", found.turns_ended),
                ("ioa_turns_failed_day", "Turns that gave no answer within 24 hours.", found.turns_failed),
                ("ioa_attempts_ended_day", "Calls that ended within 24 hours.", work.attempts_ended),
                ("ioa_attempts_failed_day", "Calls that failed within 24 hours.", work.attempts_failed),
                ("ioa_leases_lost_day", "Leases that ran out within 24 hours.", found.turns_lost + work.attempts_lost),
                ("ioa_tokens_day", "Tokens of what ended within 24 hours.", found.tokens),
                ("ioa_agents_offline", "Agents that are switched on and do not answer.", found.agents.offline),
                ("ioa_questions_waiting", "Questions and decisions that wait for people.", work.questions),
                ("ioa_sockets", "Live pages open at the web process that answers this.", audiences.sockets()),
                ("ioa_disk_free_bytes", "Free below the data folder.", free_bytes()),
            )
        )


def _ages(vitals: Vitals) -> Iterator[GaugeMetricFamily]:
    for name, words, since in (
        ("ioa_oldest_turn_seconds", "How long the oldest turn has waited; 0: none waits.", vitals.oldest_turn),
        ("ioa_oldest_attempt_seconds", "How long the oldest call has waited; 0: none waits.", vitals.oldest_attempt),
        ("ioa_worker_pulse_age_seconds", "Since a worker's last sign of life.", vitals.worker_at),
        ("ioa_sweeper_pulse_age_seconds", "Since the sweeper's last round.", vitals.swept_at),
    ):
        if since is not None or name.startswith("ioa_oldest"):
            yield GaugeMetricFamily(name, words, _seconds(vitals.now, since))


def _seconds(now: datetime, since: datetime | None) -> float:
    return max((now - since).total_seconds(), 0.0) if since else 0.0
