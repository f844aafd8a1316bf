"""What the hub and its agents can do, for programs that look for skills: agent skills discovery 0.2.0."""

from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from apps.accounts.domain.access import Actor
from apps.agents.domain.skill_documents import HUB, agent_document, hub_document, read_skill
from apps.agents.queries.directory import Wanted
from apps.agents.queries.registrations import RegisteredAgent, registered_agents_after
from apps.web.views.door import guest_document

SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json"
MOST = 200  # agents that the index lists


@require_safe
@guest_document
def skill_index(request: HttpRequest, actor: Actor | None) -> JsonResponse:
    """The hub's own skill for anybody; for members, one for each agent that is switched on beside it."""
    return JsonResponse({"$schema": SCHEMA, "skills": [_entry(*one) for one in _documents(actor).items()]})


@require_safe
@guest_document
def skill_document(request: HttpRequest, actor: Actor | None, skill: str) -> HttpResponse:
    """One of them."""
    found = _documents(actor).get(skill)
    if found is None:
        raise Http404(gettext("There is no such skill here."))
    return HttpResponse(found[1], content_type="text/markdown; charset=utf-8")


def _documents(actor: Actor | None) -> dict[str, tuple[str, str]]:
    """Name to what it is for, and its document."""
    hub = settings.IOA_PUBLIC_URL
    wanted = Wanted(enabled=True)
    agents = registered_agents_after(actor.workspace_id, "", MOST, wanted) if actor is not None else []
    found = {agent.handle: _of_agent(agent, hub) for agent in agents} | {HUB: hub_document(hub)}
    return {name: (read_skill(document).description, document) for name, document in found.items()}


def _of_agent(agent: RegisteredAgent, hub: str) -> str:
    return agent_document(agent.handle, agent.name, agent.description, agent.skills, hub)


def _entry(name: str, found: tuple[str, str]) -> dict[str, str]:
    description, document = found
    return {
        "name": name,
        "type": "skill-md",
        "description": description,
        "url": reverse("agent-skill", args=[name]),
        "digest": f"sha256:{sha256(document.encode()).hexdigest()}",
    }
