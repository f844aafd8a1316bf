"""Addresses within a goal's page. Every view is one: team, room or map, tab of the inspector."""

from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse


@dataclass(frozen=True)
class Links:
    """The addresses one page shows. `screen` is room or map."""

    base: str
    team: UUID
    screen: str

    @property
    def room(self) -> str:
        """The team's room."""
        return f"{self.base}?team={self.team}"

    @property
    def map(self) -> str:
        """The map with the team selected."""
        return f"{self.room}&view=map"

    @property
    def self(self) -> str:
        """The page itself, to which `&tab=` may be added."""
        return self.map if self.screen == "map" else f"{self.room}&view=room"


def links_of(goal_id: UUID, team_id: UUID, screen: str) -> Links:
    """The addresses of a team's page."""
    return Links(reverse("room", args=[goal_id]), team_id, screen)
