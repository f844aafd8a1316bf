"""What people do in a room, as plain forms: speak, pause, resume, stop, answer, change limits."""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Refused
from apps.chat import actions
from apps.chat.domain.states import Delivery
from apps.chat.forms import typed_limits
from apps.chat.views.door import Page, acted, door, is_htmx
from apps.chat.views.rooms import room_page
from apps.teams.queries.access import goal_visible_to, team_visible_to


@require_POST
@door
def say(request: HttpRequest, actor: Actor, team_id: UUID) -> HttpResponse:
    """A message to a team; one that is refused comes back with the reason beside it."""
    team = team_visible_to(actor, team_id)
    text = request.POST.get("text", "")
    try:
        actions.post_message(actor, team.id, text, request.POST.get("delivery") or Delivery.NEXT_TURN)
    except Refused as refused:
        reason = " ".join(refused.fields.values())
        if is_htmx(request):
            return HttpResponse(reason, status=422, headers={"HX-Retarget": "#say-error", "HX-Reswap": "textContent"})
        return room_page(request, actor, team.goal_id, team.id, said=text, error=reason, status=422)
    return acted(request, team_url(team.goal_id, team.id))


def _on_team(act: Callable[[Actor, UUID], None]) -> Page:
    @require_POST
    @door
    def view(request: HttpRequest, actor: Actor, team_id: UUID) -> HttpResponse:
        team = team_visible_to(actor, team_id)
        act(actor, team.id)
        return acted(request, team_url(team.goal_id, team.id))

    return view


pause = _on_team(actions.pause)
resume = _on_team(actions.resume)
stop = _on_team(actions.stop)


@require_POST
@door
def answer(request: HttpRequest, actor: Actor, approval_id: UUID) -> HttpResponse:
    """A person's answer: a button's, or words."""
    words = request.POST.get("answer") or request.POST.get("words", "")
    approval = actions.decide(actor, approval_id, words)
    return acted(request, team_url(approval.team.goal_id, approval.team_id))


@require_POST
@door
def limits(request: HttpRequest, actor: Actor, goal_id: UUID) -> HttpResponse:
    """Other limits for a goal."""
    goal = goal_visible_to(actor, goal_id)
    actions.change_limits(actor, goal.id, typed_limits(request.POST))
    return acted(request, f"{reverse('room', args=[goal.id])}?tab=spend")


def team_url(goal_id: UUID, team_id: UUID) -> str:
    """The address of a team's room."""
    return f"{reverse('room', args=[goal_id])}?team={team_id}"
