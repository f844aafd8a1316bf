"""What a process says every few seconds of all it has in hand: that it is still at it."""

from apps.agents.gateway import calls
from apps.chat.actions import turns
from apps.teams.actions import leases
from apps.teams.queries.work import cancelled_attempts


def renew() -> None:
    """Keep alive what this process has in hand, and give up what was cancelled meanwhile."""
    held = calls.in_flight()
    turns.renew(held)
    leases.renew(held)
    for attempt_id in cancelled_attempts(leases.attempt_ids_among(held)):
        calls.cancel(leases.call_name(attempt_id))
