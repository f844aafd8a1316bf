"""What happened since somebody left, and noting that they are here."""

from datetime import datetime
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from apps.accounts.domain.access import Actor
from apps.chat.actions.mentions import see_mentions
from apps.chat.actions.read_marks import mark_read
from apps.chat.actions.visits import mark_seen
from apps.chat.domain.digest import DigestKind
from apps.chat.queries.since_left import since_left
from apps.teams.queries.access import goal_visible_to
from apps.web.rendering.since_left import FEW, SinceAsked, since_view
from apps.web.views.door import door, is_htmx, page_number

LONGEST_SEQ = 19  # digits of a bigint


@require_GET
@door
def page(request: HttpRequest, actor: Actor) -> HttpResponse:
    """`?goal=` for one goal, else all of the workspace; a part of a page for its script, else a page (`?page=`).

    `?kind=` and `?about=`: the lines of one kind, of one of the goals, each by itself.
    """
    asked = _asked(request, actor)
    if is_htmx(request):
        return _part(request, actor, asked)
    found = since_left(actor, asked.goal_id, timezone.now())
    return render(request, "since/page.html", {"view": since_view(found, asked)})


@require_POST
@door
def seen(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Somebody is here; with `dismiss` what was told until now, or until `until`, is known to them. What happened
    after that takes its place.

    `team`: whose room is in sight; `read`: as far as which event of the goal its messages were.
    """
    goal = _goal(actor, request.POST.get("goal", ""))
    dismiss = "dismiss" in request.POST
    mark_seen(actor, goal, dismiss=dismiss, told_until=_moment(request.POST.get("until", "")))
    if team := _id(request.POST.get("team", ""), "team"):
        see_mentions(actor, team)
        if read := _seq(request.POST.get("read", "")):
            mark_read(actor, team, read)
    if is_htmx(request):
        return _part(request, actor, SinceAsked(goal)) if dismiss else HttpResponse("")
    return redirect(reverse("room", args=[goal]) if goal else reverse("home"))


def _part(request: HttpRequest, actor: Actor, asked: SinceAsked) -> HttpResponse:
    found = since_left(actor, asked.goal_id, timezone.now())
    return render(request, "since/part.html", {"view": since_view(found, asked, FEW)})


def _asked(request: HttpRequest, actor: Actor) -> SinceAsked:
    goal, of = (_goal(actor, request.GET.get(name, "")) for name in ("goal", "about"))
    kind = request.GET.get("kind", "")
    return SinceAsked(goal, DigestKind(kind) if kind in set(DigestKind) else None, of, page_number(request))


def _goal(actor: Actor, value: str) -> UUID | None:
    goal = _id(value, "goal")
    return goal_visible_to(actor, goal).pk if goal else None


def _seq(value: str) -> int | None:
    return int(value) if value.isascii() and value.isdigit() and len(value) < LONGEST_SEQ else None


def _moment(value: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        return None
    return found if timezone.is_aware(found) else None


def _id(value: str, name: str) -> UUID | None:
    try:
        return UUID(value) if value else None
    except ValueError as error:
        raise Http404(gettext("{name} is not an id.").format(name=name)) from error
