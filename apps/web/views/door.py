"""What every page does first and last: find out who is asking, and say refusals where they are seen."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any
from urllib.parse import urlencode, urlsplit

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache

from apps.accounts import actions
from apps.accounts.domain.access import Actor, Scope
from apps.accounts.domain.errors import Conflict, Crowded, Forbidden, NotFound, Refused
from apps.accounts.queries import BrowserSeat, require_scope, seat_in
from apps.core.languages import say
from apps.web.rendering.markup import render

Page = Callable[..., HttpResponseBase]


def door(page: Page) -> Page:
    """Call `page(request, actor, ...)` for a signed-in member; what an action refuses is said to whoever asked."""

    @never_cache
    @wraps(page)
    def wrapper(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return _to_sign_in(request)
        try:
            return page(request, _sit(request), **kwargs)
        except NotFound as error:
            raise Http404(say(error)) from error
        except Forbidden as error:
            return _note_response(request, say(error), 403)
        except (Conflict, Refused) as error:
            return _note_response(request, words_of(error), status_of(error))

    return wrapper


def words_of(error: Conflict | Refused) -> str:
    """What a person is told of a refusal."""
    return " ".join(map(say, error.fields.values())) if isinstance(error, Refused) else say(error)


def status_of(error: Conflict | Refused) -> int:
    """The status of an answer that tells of a refusal."""
    if isinstance(error, Refused):
        return 422
    return 429 if isinstance(error, Crowded) else 409


def _sit(request: HttpRequest) -> Actor:
    seat = seat_in(request.user, request.session)
    request.seat = seat  # type: ignore[attr-defined]  # read by the frame's context processor
    return seat.actor


def seat_of(request: HttpRequest) -> BrowserSeat:
    """Who asks for a page, and what else they may open; of pages behind a door that let its actor in."""
    seat: BrowserSeat = request.seat  # type: ignore[attr-defined]  # set by the door
    return seat


def is_htmx(request: HttpRequest) -> bool:
    """Whether the page's script asks, so that a fragment is the answer."""
    return bool(request.htmx)  # type: ignore[attr-defined]  # set by django-htmx


def page_number(request: HttpRequest) -> int:
    """Which page of a list `?page=` asks for, from 1; the first for what is no number."""
    value = request.GET.get("page", "")
    return max(int(value), 1) if value.isascii() and value.isdigit() and len(value) < 7 else 1


def _to_sign_in(request: HttpRequest) -> HttpResponse:
    """From there one goes on at the page that was open: what a script asks for, or a button sends to, is none."""
    if not is_htmx(request) and request.method == "GET":
        return redirect_to_login(request.get_full_path())
    address, here = reverse("sign-in"), urlsplit(own_address(request, request.headers.get("Referer", "")))
    if here.path:
        address = f"{address}?{urlencode({'next': here._replace(scheme='', netloc='').geturl()})}"
    return HttpResponse(status=401, headers={"HX-Redirect": address}) if is_htmx(request) else redirect(address)


def _note_response(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    if is_htmx(request):
        headers = {"HX-Retarget": "#flash", "HX-Reswap": "innerHTML"}
        return HttpResponse(render("parts/flash.html", sentence=sentence), status=status, headers=headers)
    if status == 403:
        raise PermissionDenied(sentence)
    messages.error(request, sentence)
    return redirect(back(request))


def member_page(page: Page) -> Page:
    """Call `page(request, actor, ...)` for a signed-in member; errors become pages, a conflict a note on the page."""

    @never_cache
    @wraps(page)
    def wrapper(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return _to_sign_in(request)
        try:
            return page(request, _sit(request), **kwargs)
        except NotFound as error:
            raise Http404(say(error)) from error
        except Forbidden as error:
            raise PermissionDenied(say(error)) from error
        except Conflict as error:
            messages.error(request, say(error))
            return lead_to(request, back(request))

    return wrapper


def member_document(page: Page) -> Page:
    """Like `member_page`, for what programs read as well: an API token stands in for the session."""
    for_session = member_page(page)

    @never_cache
    @wraps(page)
    def wrapper(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        actor = actions.use_token(token) if scheme.lower() == "bearer" else None
        if actor is None:
            return for_session(request, **kwargs)
        try:
            require_scope(actor, Scope.READ)
            return page(request, actor, **kwargs)
        except NotFound as error:
            raise Http404(say(error)) from error
        except Forbidden as error:
            raise PermissionDenied(say(error)) from error

    return wrapper


def guest_document(page: Page) -> Page:
    """Like `member_document`, for what has a part for everybody: whoever is not known comes as None."""
    for_members = member_document(page)

    @never_cache
    @wraps(page)
    def wrapper(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        known = request.user.is_authenticated or "Authorization" in request.headers
        return for_members(request, **kwargs) if known else page(request, None, **kwargs)

    return wrapper


def back(request: HttpRequest) -> str:
    """Where the form stood, if that is on this site; else the first page."""
    return own_address(request, request.headers.get("Referer", "")) or reverse("home")


def own_address(request: HttpRequest, url: str) -> str:
    """The address, if it is one of this site; else nothing."""
    here = {request.get_host()}
    return url if url_has_allowed_host_and_scheme(url, here, require_https=request.is_secure()) else ""


def lead_to(request: HttpRequest, url: str) -> HttpResponse:
    """Lead on to a page, be it the browser or the page's script that asked.

    A script's request would follow a redirect by itself: nobody would see that page, nor the notes on it.
    """
    if is_htmx(request):
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    return redirect(url)


def attempt(form: forms.Form, action: Callable[[Mapping[str, Any]], object]) -> bool:
    """Hand what the form holds to `action`; False, with the reasons beside the fields, when either refuses it."""
    if not form.is_valid():
        return False
    try:
        action(form.cleaned_data)
    except Refused as refused:
        for field, sentence in refused.fields.items():
            form.add_error(field if field in form.fields else None, say(sentence))
        return False
    return True
