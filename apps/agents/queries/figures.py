"""How the agents of the whole installation are."""

from dataclasses import dataclass

from django.db.models import Count, Q

from apps.agents.domain.profile import Availability
from apps.agents.models import Agent


@dataclass(frozen=True)
class PresenceFigures:
    """Agents that are switched on, and of these those that don't answer, or not always."""

    on: int
    offline: int
    unstable: int


def presence() -> PresenceFigures:
    """Of all workspaces."""
    return PresenceFigures(
        **Agent.objects.filter(enabled=True).aggregate(
            on=Count("pk"),
            offline=Count("pk", filter=Q(availability=Availability.OFFLINE)),
            unstable=Count("pk", filter=Q(availability=Availability.UNSTABLE)),
        )
    )
