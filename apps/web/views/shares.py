"""Sharing a goal by a link: seeing what will be seen, making it, taking it back, and what the link shows."""

from functools import wraps
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import NotFound, Refused
from apps.chat.actions.shares import revoke_share, share_goal
from apps.chat.domain.goal_record import Concealable, GoalRecord
from apps.chat.queries.shares import preview, shared_file, shared_record
from apps.core.languages import say
from apps.core.sentences import sentence
from apps.teams.queries.access import goal_operable_by
from apps.web.rendering.records import addresses_of, pictures_in, words_of
from apps.web.views.door import Page, door
from apps.web.views.exports import keeping_page
from apps.web.views.files import serve_file, untrusted

UNLISTED = {"X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer"}


@require_GET
@door
def preview_page(request: HttpRequest, actor: Actor, goal_id: UUID) -> HttpResponse:
    """What people with the link will see (`leave_out`, any number of them), with the button that makes it."""
    goal = goal_operable_by(actor, goal_id)
    left_out = _left_out(request.GET.getlist("leave_out"))
    record = preview(goal, left_out, timezone.now())
    context = {"goal": goal, "days": request.GET.get("days", ""), "left_out": left_out, "preview": True}
    return _record_page(request, record, {}, context)


@require_POST
@door
def share(request: HttpRequest, actor: Actor, goal_id: UUID) -> HttpResponse:
    """Make a link and show it, once."""
    _, path = share_goal(actor, goal_id, _left_out(request.POST.getlist("leave_out")), _days(request))
    return keeping_page(request, actor, goal_id, link=request.build_absolute_uri(path))


@require_POST
@door
def revoke(request: HttpRequest, actor: Actor, goal_id: UUID, share_id: UUID) -> HttpResponse:
    """Take a link back."""
    revoke_share(actor, goal_id, share_id)
    messages.success(request, gettext("The link was taken back: it opens nothing any more."))
    return redirect(reverse("keep", args=[goal_id]))


def _open(page: Page) -> Page:
    """Call a page that its secret opens to anybody, and that nobody is to keep or list."""

    @never_cache
    @wraps(page)
    def wrapper(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        try:
            response = page(request, **kwargs)
        except NotFound as error:
            raise Http404(say(error)) from error
        for header, value in UNLISTED.items():
            response[header] = value
        return response

    return wrapper


@require_GET
@_open
def shared_goal(request: HttpRequest, key: str) -> HttpResponse:
    """What a link shows to anybody who has it; one that shows nothing says so, whether or not it ever did."""
    try:
        record = shared_record(key, timezone.now())
    except NotFound:
        return render(request, "keeping/ended.html", status=HTTPStatus.NOT_FOUND)
    return _record_page(request, record, addresses_of(record, key), {})


@require_GET
@untrusted
@_open
def file(request: HttpRequest, key: str, file_id: UUID, name: str) -> HttpResponseBase:
    """A file that a link shows."""
    found = shared_file(key, file_id, timezone.now())
    return serve_file(request, found.name, found.media_type, found.blob)


def _record_page(
    request: HttpRequest, record: GoalRecord, links: dict[UUID, str], more: dict[str, object]
) -> HttpResponse:
    pictures = {file: links[file] for file in pictures_in(record) if file in links}
    context = {"record": record, "links": links, "pictures": pictures, **words_of(record, pictures), **more}
    return render(request, "keeping/shared.html", context)


def _left_out(values: list[str]) -> list[Concealable]:
    try:
        return [Concealable(value) for value in values]
    except ValueError:
        raise Refused(leave_out=sentence("Leave out some of: {names}.", names=", ".join(Concealable))) from None


def _days(request: HttpRequest) -> int | None:
    value = request.POST.get("days", "")
    if value and not (value.isascii() and value.isdigit() and len(value) < 6):
        raise Refused(days="Give the days as a number, or leave it empty for a link that does not run out.")
    return int(value) if value else None
