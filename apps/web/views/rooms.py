"""The page of a goal: the room or the map of one of its teams."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET

from apps.accounts.domain.access import Actor
from apps.chat.queries.rooms import RoomView, room
from apps.teams.queries.access import goal_visible_to
from apps.web.rendering.room import lines, regions, setting_of
from apps.web.views.door import door

SCREENS = ("room", "map")
TABS = (("team", "Team"), ("tasks", "Tasks"), ("files", "Files"), ("spend", "Spend"))


@require_GET
@door
def page(request: HttpRequest, actor: Actor, goal_id: UUID) -> HttpResponse:
    """`?team=&view=room|map&tab=team|tasks|files|spend`; every combination is an address."""
    return room_page(request, actor, goal_id, _uuid(request, "team"))


def room_page(
    request: HttpRequest,
    actor: Actor,
    goal_id: UUID,
    team_id: UUID | None,
    *,
    said: str = "",
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page; `said` and `error` give back a message that was refused."""
    view = _read(actor, goal_id, team_id, before=_number(request, "before"))
    screen = _one_of(request, "view", SCREENS)
    setting = setting_of(view, screen, get_token(request))
    unfolded = frozenset(request.GET.getlist("unfold"))
    parts = regions(view, screen, timezone.now(), csrf=setting.csrf, unfolded=unfolded)
    older_url = f"{reverse('older', args=[goal_id])}?team={view.node.id}&before={view.older}"
    context = {
        "room": view,
        "screen": screen,
        "tab": _one_of(request, "tab", [name for name, _ in TABS]),
        "tabs": TABS,
        "links": setting.links,
        "regions": parts,
        "lines": lines(view.messages, setting, older_url=older_url) if screen == "room" else "",
        "said": said,
        "say_error": error,
    }
    return render(request, "room/page.html", context, status=status)


@require_GET
@door
def older(request: HttpRequest, actor: Actor, goal_id: UUID) -> HttpResponse:
    """The messages before a number, as rows that take the place of the row that asked for them."""
    view = _read(actor, goal_id, _uuid(request, "team"), before=_number(request, "before"))
    setting = setting_of(view, "room", get_token(request))
    url = f"{reverse('older', args=[goal_id])}?team={view.node.id}&before={view.older}"
    return HttpResponse(lines(view.messages, setting, older_url=url))


def _read(actor: Actor, goal_id: UUID, team_id: UUID | None, *, before: int | None) -> RoomView:
    goal = goal_visible_to(actor, goal_id)
    try:
        return room(actor.workspace_id, goal.id, team_id, timezone.now(), before=before)
    except KeyError as error:
        raise Http404("There is no such team in this goal.") from error


def _uuid(request: HttpRequest, name: str) -> UUID | None:
    value = request.GET.get(name)
    try:
        return UUID(value) if value else None
    except ValueError as error:
        raise Http404(f"{name} is not an id.") from error


def _number(request: HttpRequest, name: str) -> int | None:
    value = request.GET.get(name, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else None


def _one_of(request: HttpRequest, name: str, choices: tuple[str, ...] | list[str]) -> str:
    value = request.GET.get(name, "")
    return value if value in choices else choices[0]
