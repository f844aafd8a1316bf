"""What a task of a team takes along to another hub."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from apps.agents.domain.federation import EXTENSION, Crossing, read_onward
from apps.teams.models import Team
from apps.teams.queries.limits import grantable_limits


def crossing_from(team_id: UUID, here: str, chain: Mapping[str, str], now: datetime) -> Crossing:
    """Out of the hub `here`: through which hubs its goal came, and what its team has left; zero where nothing is."""
    team = Team.objects.select_related("goal").get(pk=team_id)
    left = grantable_limits(team, now)
    budget = left.model_dump() if left else {"turns": 0}
    return read_onward(team.goal.claimed_chain.get(EXTENSION), here, budget, chain)
