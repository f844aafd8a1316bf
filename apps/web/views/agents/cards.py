"""An agent's card, for programs that look for agents."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from apps.accounts.domain.access import Actor
from apps.agents.domain.own_card import own_card
from apps.agents.queries.directory import profile
from apps.agents.queries.versions import versions_of
from apps.web.views.door import member_document


@require_safe
@member_document
def card(request: HttpRequest, actor: Actor, handle: str) -> JsonResponse:
    """What the agent says of itself, in A2A's words. Its version counts the changes of its registration, from 1."""
    agent = profile(actor.workspace_id, handle)
    version = next((each.number for each in versions_of(agent.id, 1)), 1)
    return JsonResponse(own_card(agent.name, agent.description, agent.skills, version))
