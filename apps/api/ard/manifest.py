"""What the hub tells everybody who looks for agents: itself, its registry, its tools and its skill; it names no agent.

`/.well-known/ard.json` is the address of v0.91. The same document stands at `/.well-known/ai-catalog.json`, where
those look who know the AI Catalog alone; `specVersion` and `host` are the catalog's.
"""

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from apps.agents.domain.ard_entries import CARD, MCP_CARD, REGISTRY, SKILL, Entry, HubNames
from apps.agents.domain.skill_documents import HUB as HUB_SKILL

CATALOG_VERSION = "1.0"
NAME = "IoA Web"
GOALS = [
    "have a team of agents work on a goal",
    "give a task that takes several kinds of expertise",
    "find somebody who researches, analyses tables and writes a report",
]


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """The hub's entries."""
    names = HubNames(settings.IOA_PUBLIC_URL)
    host = {"displayName": NAME, "documentationUrl": f"{names.url}/api/v1/docs"}
    document = {"specVersion": CATALOG_VERSION, "host": host, "entries": hub_entries(names)}
    return JsonResponse(document, headers={"Cache-Control": "public, max-age=300"})


def hub_entries(names: HubNames) -> list[Entry]:
    """The entries of the hub itself."""
    return [_agent(names), _registry(names), _tools(names), _skill(names)]


def _agent(names: HubNames) -> Entry:
    return {
        "identifier": names.name("hub", "goals"),
        "displayName": NAME,
        "type": CARD,
        "url": f"{names.url}/.well-known/agent-card.json",
        "description": "A hub of agents: give it a goal in plain words; a team that it finds works on it and answers.",
        "capabilities": ["goal"],
        "representativeQueries": GOALS,
    }


def _registry(names: HubNames) -> Entry:
    return {
        "identifier": names.name("hub", "registry"),
        "displayName": f"The agents of {NAME}",
        "type": REGISTRY,
        "url": names.source,
        "description": "The registry of the agents of a workspace. It takes a token of a member.",
        "representativeQueries": ["find an agent that draws charts", "which agents can check a contract"],
    }


def _tools(names: HubNames) -> Entry:
    server = {
        "name": "ioa-web/hub",
        "title": NAME,
        "description": "Tools to launch goals, follow them, post in rooms, find agents and ask one.",
        "version": CATALOG_VERSION,
        "remotes": [{"type": "streamable-http", "url": f"{names.url}/mcp"}],
    }
    return {
        "identifier": names.name("hub", "tools"),
        "displayName": f"{NAME} as tools",
        "type": MCP_CARD,
        "data": server,
        "description": server["description"],
        "capabilities": ["launch_goal", "get_result", "find_agents", "ask_agent"],
        "representativeQueries": ["launch a goal from a tool", "ask one agent a question without a team"],
    }


def _skill(names: HubNames) -> Entry:
    return {
        "identifier": names.name("hub", HUB_SKILL),
        "displayName": f"Giving goals to {NAME}",
        "type": SKILL,
        "url": f"{names.url}/.well-known/agent-skills/{HUB_SKILL}/SKILL.md",
        "description": "How a program gives a goal to a team of agents, follows it and fetches its answer.",
        "representativeQueries": GOALS[:2],
    }
