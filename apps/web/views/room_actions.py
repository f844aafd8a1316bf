"""What people do in a room, as plain forms: speak, pause, resume, stop, answer, change limits."""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Refused
from apps.chat import actions
from apps.chat.domain.states import Delivery
from apps.journal.queries import last_seq
from apps.teams.queries.access import goal_visible_to, team_visible_to
from apps.web.forms.goals import limits_from
from apps.web.rendering.feeds import row_of
from apps.web.views.door import Page, door, is_htmx
from apps.web.views.rooms import room_page

SEQ = "IoA-Seq"
"""How far the goal was when something had been done: a page that does not show that soon asks for it."""


@require_POST
@door
def say(request: HttpRequest, actor: Actor, team_id: UUID) -> HttpResponse:
    """A message to a team; one that is refused comes back with the reason beside it."""
    team = team_visible_to(actor, team_id)
    text = request.POST.get("text", "")
    try:
        said = actions.post_message(actor, team.id, text, request.POST.get("delivery") or Delivery.NEXT_TURN)
    except Refused as refused:
        reason = " ".join(refused.fields.values())
        if is_htmx(request):
            return HttpResponse(reason, status=422, headers={"HX-Retarget": "#say-error", "HX-Reswap": "textContent"})
        return room_page(request, actor, team.goal_id, team.id, said=text, error=reason, status=422)
    if is_htmx(request):
        row = row_of(actor.workspace_id, team.goal_id, team.id, said.event_seq)
        return HttpResponse(row, headers={SEQ: str(said.event_seq)})
    return redirect(team_url(team.goal_id, team.id))


def _on_team(act: Callable[[Actor, UUID], None]) -> Page:
    @require_POST
    @door
    def view(request: HttpRequest, actor: Actor, team_id: UUID) -> HttpResponse:
        team = team_visible_to(actor, team_id)
        act(actor, team.id)
        return _action_response(request, team.goal_id, team_url(team.goal_id, team.id))

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
    return _action_response(request, approval.team.goal_id, team_url(approval.team.goal_id, approval.team_id))


@require_POST
@door
def limits(request: HttpRequest, actor: Actor, goal_id: UUID) -> HttpResponse:
    """Other limits for a goal."""
    goal = goal_visible_to(actor, goal_id)
    actions.change_limits(actor, goal.id, limits_from(request.POST))
    return _action_response(request, goal.id, f"{reverse('room', args=[goal.id])}?tab=spend")


def _action_response(request: HttpRequest, goal_id: UUID, url: str) -> HttpResponse:
    """The answer to something done: for a live page only how far the goal is, which its socket has to show it; else
    the page again.
    """
    if is_htmx(request):
        return HttpResponse(status=204, headers={SEQ: str(last_seq(goal_id))})
    return redirect(url)


def team_url(goal_id: UUID, team_id: UUID) -> str:
    """The address of a team's room."""
    return f"{reverse('room', args=[goal_id])}?team={team_id}"
