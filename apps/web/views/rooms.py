"""The page of a goal, the room or the map of one of its teams, and what people do there."""

import json
from collections.abc import Callable
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_GET, require_POST

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict
from apps.chat import actions
from apps.chat.domain.room_protocols import room_protocols
from apps.chat.queries.messages import Window
from apps.chat.queries.raw import raw_page
from apps.chat.queries.read_marks import read_marks
from apps.chat.queries.rooms import RoomView, room
from apps.core.sentences import sentence, sentence_of
from apps.journal.queries import last_seq
from apps.teams.queries.access import goal_visible_to, team_visible_to
from apps.web.forms.commands import commands
from apps.web.forms.goals import limits_from
from apps.web.forms.permits import permit_terms
from apps.web.rendering.board import choices_of, column_heads
from apps.web.rendering.raw import raw_rows
from apps.web.rendering.room import lines, regions, setting_of
from apps.web.rendering.screens import BOARD, ROOM, TIMELINE, Screen, screen_of
from apps.web.rendering.timeline import lanes_links, zoom_links
from apps.web.views.door import Page, door, is_htmx

NARROWED = (BOARD, TIMELINE)
RAW = "raw"
TABS = (
    ("team", gettext_noop("Team")),
    ("tasks", gettext_noop("Tasks")),
    ("files", gettext_noop("Files")),
    ("findings", gettext_noop("Findings")),
    ("spend", gettext_noop("Spend")),
    ("raw", gettext_noop("Raw")),
)


@require_GET
@door
def page(request: HttpRequest, actor: Actor, goal_id: UUID) -> HttpResponse:
    """`?team=&view=room|map|board|timeline&tab=team|tasks|files|findings|spend|raw`; every combination is an address.

    What narrows a screen stands in `rendering.screens`.
    """
    return room_page(request, actor, goal_id, asked_team(request))


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
    view = _read(request, actor, goal_id, team_id)
    screen = screen_of(dict(request.GET.lists()))
    setting = setting_of(view, screen, get_token(request))
    parts = regions(view, screen, timezone.now(), csrf=setting.csrf)
    tab = _one_of(request, "tab", [name for name, _ in TABS])
    marks = read_marks(actor, view.tree.goal.id)
    here = marks.get(view.node.id)
    context = {
        "room": view,
        "rows": _raw_rows(view, None) if tab == RAW else "",
        "read": here.seq if here else 0,
        "marks": json.dumps({str(team): mark.number for team, mark in marks.items()}),
        "screen": screen.name,
        "shown": screen,
        "choices": choices_of(view.tree) if screen.name in NARROWED else None,
        "columns": column_heads(screen),
        "everything": setting.links.to(Screen(screen.name)),
        "lanes_links": lanes_links(screen, setting.links),
        "zoom_links": zoom_links(screen, setting.links),
        "tab": tab,
        "tabs": [(name, gettext(words)) for name, words in TABS],
        "links": setting.links,
        "csrf": setting.csrf,
        "regions": parts,
        "lines": lines(view.messages, setting, older_url=_more(view, "before"), newer_url=_more(view, "later"))
        if screen.name == ROOM
        else "",
        "said": said,
        "say_error": error,
        "protocols": list(room_protocols().values()),
        "commands": commands(over=view.node.is_over),
    }
    return render(request, "room/page.html", context, status=status)


@require_GET
@door
def older(request: HttpRequest, actor: Actor, goal_id: UUID) -> HttpResponse:
    """The messages before a number, or `later` than one, as rows that take the place of the row that asked for them."""
    view = _read(request, actor, goal_id, asked_team(request))
    setting = setting_of(view, Screen(), get_token(request))
    if _number(request, "later") is not None:
        return HttpResponse(lines(view.messages, setting, newer_url=_more(view, "later")))
    return HttpResponse(lines(view.messages, setting, older_url=_more(view, "before")))


@require_GET
@door
def raw(request: HttpRequest, actor: Actor, goal_id: UUID) -> HttpResponse:
    """`?team=&before=`: the events of a room, as rows for a page's script, else as a page of their own."""
    view = _read(request, actor, goal_id, asked_team(request))
    rows = _raw_rows(view, _number(request, "before"))
    if is_htmx(request):
        return HttpResponse(rows)
    return render(request, "room/raw_page.html", {"rows": rows, "goal_id": goal_id, "team_id": view.node.id})


def _raw_rows(view: RoomView, before: int | None) -> SafeString:
    return raw_rows(raw_page(view.tree.goal.id, view.node, before), view.tree.goal.id, view.node.id)


def _more(view: RoomView, way: str) -> str:
    """Where the messages before or after those of a page are."""
    number = view.older if way == "before" else view.newer
    return f"{reverse('older', args=[view.tree.goal.id])}?team={view.node.id}&{way}={number}"


def _read(request: HttpRequest, actor: Actor, goal_id: UUID, team_id: UUID | None) -> RoomView:
    goal = goal_visible_to(actor, goal_id)
    window = Window(*(_number(request, name) for name in ("before", "at", "later")))
    found_before = _uuid(request, "found")
    try:
        return room(actor.workspace_id, goal.id, team_id, timezone.now(), window=window, found_before=found_before)
    except KeyError as error:
        raise Http404(gettext("There is no such team in this goal.")) from error


def asked_team(request: HttpRequest) -> UUID | None:
    """The team that an address names; None: the goal's own. Raises Http404 for what is no id."""
    return _uuid(request, "team")


def _uuid(request: HttpRequest, name: str) -> UUID | None:
    value = request.GET.get(name)
    try:
        return UUID(value) if value else None
    except ValueError as error:
        raise Http404(gettext("{name} is not an id.").format(name=name)) from error


def _number(request: HttpRequest, name: str) -> int | None:
    value = request.GET.get(name, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else None


def _one_of(request: HttpRequest, name: str, choices: tuple[str, ...] | list[str]) -> str:
    value = request.GET.get(name, "")
    return value if value in choices else choices[0]


SEQ = "IoA-Seq"
"""How far the goal was when something had been done: a page that does not show that soon asks for it."""


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
    chosen, words = request.POST.get("answer"), request.POST.get("words", "")
    try:
        team = actions.decide(actor, approval_id, chosen or words, permit_terms(request))
    except Conflict as error:  # what was written would be gone with the question
        if chosen or not words.strip():
            raise
        told = sentence("{why:bare}. You had written: {words}", why=sentence_of(error), words=words.strip())
        raise Conflict(told) from error
    if request.POST.get("next") == "queue" and not is_htmx(request):
        return redirect("queue")
    return _action_response(request, team.goal_id, team_url(team.goal_id, team.id))


@require_POST
@door
def limits(request: HttpRequest, actor: Actor, goal_id: UUID) -> HttpResponse:
    """Other limits for a goal."""
    goal = goal_visible_to(actor, goal_id)
    actions.change_limits(actor, goal.id, limits_from(request.POST))
    return _action_response(request, goal.id, f"{reverse('room', args=[goal.id])}?tab=spend")


def room_answer(request: HttpRequest, goal_id: UUID, team_id: UUID) -> HttpResponse:
    """The answer to something done in a room from another module's page or part."""
    return _action_response(request, goal_id, team_url(goal_id, team_id))


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
