"""Steering a part of a goal: a team and all below it, as they stand, with another brief or an end."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Refused
from apps.chat import actions
from apps.chat.queries.tree import tree
from apps.teams.queries.access import team_visible_to
from apps.web.views.door import door
from apps.web.views.rooms import team_url


@require_GET
@door
def page(request: HttpRequest, actor: Actor, team_id: UUID) -> HttpResponse:
    """The team and all below it, with what still runs."""
    return _page(request, actor, team_id)


@require_POST
@door
def rebrief(request: HttpRequest, actor: Actor, team_id: UUID) -> HttpResponse:
    """The team does something else from now on."""
    try:
        actions.rebrief(actor, team_id, request.POST.get("brief", ""))
    except Refused as refused:
        return _page(request, actor, team_id, refused)
    return redirect(team_url(team_visible_to(actor, team_id).goal_id, team_id))


@require_POST
@door
def dissolve(request: HttpRequest, actor: Actor, team_id: UUID) -> HttpResponse:
    """The sub-team and all below it end; one goes on in the room of the team above."""
    team = team_visible_to(actor, team_id)
    try:
        actions.dissolve(actor, team_id, request.POST.get("note", ""))
    except Refused as refused:
        return _page(request, actor, team_id, refused)
    return redirect(team_url(team.goal_id, team.parent_id or team_id))


def _page(request: HttpRequest, actor: Actor, team_id: UUID, refused: Refused | None = None) -> HttpResponse:
    team = team_visible_to(actor, team_id)
    node = tree(team.goal_id, timezone.now()).nodes.get(team_id)
    if node is None:
        raise Http404(gettext("There is no such team."))
    context = {
        "goal": team.goal,
        "node": node,
        "nodes": list(node.walk()),
        "brief": request.POST.get("brief", team.purpose),
        "errors": refused.fields if refused else {},
        "csrf": get_token(request),
    }
    return render(request, "steer/page.html", context, status=422 if refused else 200)
