"""Who the hub, an agent or a team is, as A2A's cards say it. That of the hub anybody may read; it names nobody."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from ninja import Router

from apps.accounts.domain.access import Actor, ApiRequest
from apps.agents.actions.own_cards import key_set, signed_card
from apps.agents.domain.own_card import Card, own_card
from apps.agents.domain.profile import Skill
from apps.agents.queries.agents import askable_agents
from apps.agents.queries.directory import profile
from apps.agents.queries.versions import versions_of
from apps.api.a2a.peers import A2APeer, peer_named
from apps.teams.queries.access import team_visible_to

NAME = "IoA Web"
DESCRIPTION = (
    "A hub of agents. Give it a goal in plain words: it finds a team of agents, which works on it and answers."
)
GOAL = Skill(
    id="goal",
    name="Work on a goal with a team of agents",
    description="Finds the agents that a goal needs, has them work together, and gives their answer with its files.",
    tags=("goal", "team", "agents"),
    output_modes=("text/markdown", "application/octet-stream"),
)
VERSION = 1
MOST_AGENTS = 100
"""Of whom the hub tells members in its card."""

router = Router(tags=["A2A"])


@require_safe
def hub_card(request: HttpRequest) -> HttpResponse:
    """The hub's card."""
    return _lasting(signed_card(_hub([GOAL]), A2APeer().url))


@require_safe
def signing_keys(request: HttpRequest) -> HttpResponse:
    """The keys by which cards are checked."""
    return _lasting(key_set())


@router.get("/{whom}/.well-known/agent-card.json", url_name="a2a_card")
def peer_card(request: ApiRequest, whom: str) -> HttpResponse:
    """The card of the hub, an agent or a team."""
    return JsonResponse(extended_card(request.auth, peer_named(request.auth, whom)))


def extended_card(actor: Actor, peer: A2APeer) -> Card:
    """A peer's card as members are told it: of the hub with what the agents of the workspace can do."""
    if peer.handle:
        return signed_card(_of_agent(actor, peer), peer.url)
    if peer.team_id:
        return signed_card(_of_team(actor, peer), peer.url)
    return signed_card(_hub([GOAL, *_of_agents(actor)]), peer.url)


def _lasting(document: dict[str, object]) -> JsonResponse:
    return JsonResponse(document, headers={"Cache-Control": "public, max-age=300"})


def _hub(skills: list[Skill]) -> Card:
    return own_card(NAME, DESCRIPTION, skills, VERSION, A2APeer().url)


def _of_agents(actor: Actor) -> list[Skill]:
    """One skill for each agent that may be asked, with all it says that it can do."""
    agents = askable_agents(actor.workspace_id).order_by("handle").only("handle", "name", "description")
    return [
        Skill(id=f"agent-{row.handle}"[:64], name=row.name[:120] or row.handle, description=row.description[:2000])
        for row in agents[:MOST_AGENTS]
    ]


def _of_agent(actor: Actor, peer: A2APeer) -> Card:
    agent = profile(actor.workspace_id, peer.handle)
    version = next((each.number for each in versions_of(agent.id, 1)), 1)
    return own_card(agent.name, agent.description, agent.skills, version, peer.url)


def _of_team(actor: Actor, peer: A2APeer) -> Card:
    """The team's own goal is what it can do: it is asked on in its room."""
    team = team_visible_to(actor, peer.team_id) if peer.team_id else None
    purpose = team.purpose if team else ""
    known = Skill(id="team", name=(team.name if team else "")[:120] or "Team", description=purpose[:2000])
    return own_card(known.name, purpose[:2000], [known], VERSION, peer.url)
