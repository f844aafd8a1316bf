"""Who is spoken to over A2A: the hub, one of its agents, or one of its teams; each has an address of its own."""

from dataclasses import dataclass
from uuid import UUID

from django.conf import settings

from apps.accounts.domain.access import Actor, Scope
from apps.accounts.domain.errors import NotFound
from apps.agents.queries.handles import handles_of
from apps.teams.queries.access import team_visible_to
from apps.teams.queries.rows import Goal

HUB, AGENT = "hub", "@"
UNKNOWN = "There is nobody of this name here: write hub, @ and an agent's handle, or a team's id."


@dataclass(frozen=True)
class A2APeer:
    """One of them. `handle`: of an agent; `team_id`: of a team, whose goal is `goal_id`; none of them: the hub."""

    handle: str = ""
    team_id: UUID | None = None
    goal_id: UUID | None = None

    @property
    def name(self) -> str:
        """Its part of the address."""
        return str(self.team_id) if self.team_id else AGENT + self.handle if self.handle else HUB

    @property
    def url(self) -> str:
        """Where it is spoken to."""
        return f"{settings.IOA_PUBLIC_URL}/a2a/{self.name}"

    @property
    def team(self) -> tuple[str, ...]:
        """Handles of those who may take part in a new goal; empty: they are found."""
        return (self.handle,) if self.handle else ()

    def has(self, goal: Goal) -> bool:
        """Whether a goal is a matter of its: the hub's are all, an agent's those that it alone was named for."""
        if self.team_id:
            return goal.pk == self.goal_id
        return not self.handle or goal.wanted_handles == [self.handle]


def is_told(actor: Actor, goal: Goal) -> bool:
    """Whether somebody is told of a goal: who may run and not read, of what their person gave and of nothing else."""
    return Scope.READ in actor.scopes or goal.created_by_id == actor.user_id


def peer_named(actor: Actor, name: str) -> A2APeer:
    """Whom an address means. Raises NotFound, for the team of a goal of which the actor is told nothing too."""
    if name == HUB:
        return A2APeer()
    if name.startswith(AGENT):
        known = handles_of(actor.workspace_id, [name])
        if name in known:
            return A2APeer(handle=known[name])
        raise NotFound(UNKNOWN)
    try:
        team = team_visible_to(actor, UUID(name))
    except ValueError:
        raise NotFound(UNKNOWN) from None
    if not is_told(actor, team.goal):
        raise NotFound(UNKNOWN)
    return A2APeer(team_id=team.pk, goal_id=team.goal_id)
