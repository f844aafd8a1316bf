"""Who is in a team, who would fit as well, and who takes over from whom while it works."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from apps.accounts.domain.access import Actor, Role
from apps.chat import actions
from apps.teams.queries.access import team_visible_to
from apps.teams.queries.plans import is_over
from apps.teams.queries.successors import newcomers_of
from apps.teams.queries.work_at_hand import agents_with_work
from apps.web.views.door import door, lead_to
from apps.web.views.rooms import room_answer


@require_http_methods(["GET", "POST"])
@door
def page(request: HttpRequest, actor: Actor, team_id: UUID) -> HttpResponse:
    """The agents of the team with what they have to do, and those that fit it, best first; a POST adds one."""
    team = team_visible_to(actor, team_id)
    if request.method == "POST":
        actions.add_member(actor, team_id, request.POST.get("agent", ""))
        if request.POST.get("from") == "room":
            return room_answer(request, team.goal_id, team_id)
        return lead_to(request, reverse("members", args=[team_id]))
    found = newcomers_of(team)
    context = {
        "team": team,
        "goal": team.goal,
        "members": agents_with_work(team_id),
        "newcomers": found,
        "over": is_over(team),
        "may_change": actor.may(Role.OPERATOR) and not is_over(team),
    }
    return render(request, "members/page.html", context)


@require_POST
@door
def swap(request: HttpRequest, actor: Actor, team_id: UUID) -> HttpResponse:
    """Another agent takes over all that a member has to do."""
    actions.swap_member(actor, team_id, request.POST.get("member", ""), request.POST.get("agent", ""))
    return lead_to(request, reverse("members", args=[team_id]))
