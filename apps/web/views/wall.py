"""The wall: many goals at once, and a look into one without leaving."""

from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from apps.accounts.domain.access import Actor
from apps.attention.actions.mutes import mute_goal
from apps.attention.queries.mutes import muted_goals
from apps.chat.queries import wall
from apps.chat.queries.peek import peek as peek_at
from apps.teams.queries.access import goal_visible_to
from apps.web.rendering.wall import draw_wall
from apps.web.views.door import back, door, lead_to, page_number


@require_GET
@door
def page(request: HttpRequest, actor: Actor) -> HttpResponse:
    """`?page=&q=`; 24 goals a page."""
    number, words, now = page_number(request), wall.wall_words(request.GET.get("q", "")), timezone.now()
    muted = muted_goals(actor, now - wall.LATELY)
    found = wall.wall(actor.workspace_id, now, number, words=words, muted=muted)
    live = urlencode({"page": number, "q": words, "muted": " ".join(sorted(goal.hex for goal in muted))})
    drawn = draw_wall(found, now, words, get_token(request)).whole()
    return render(request, "wall/page.html", {"wall": drawn, "found": found, "words": words, "live": live})


@require_GET
@door
def peek(request: HttpRequest, actor: Actor, goal_id: UUID) -> HttpResponse:
    """The last lines of a goal, for a dialog."""
    goal_visible_to(actor, goal_id)
    return render(request, "wall/peek.html", {"peek": peek_at(goal_id, timezone.now())})


@require_POST
@door
def mute(request: HttpRequest, actor: Actor, goal_id: UUID) -> HttpResponse:
    """`muted`: 1, or empty to hear of it again."""
    mute_goal(actor, goal_id, muted=request.POST.get("muted") == "1")
    return lead_to(request, back(request))
