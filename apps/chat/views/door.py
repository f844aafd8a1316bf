"""What every page does first and last: find out who is asking, and say errors where they are seen."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache

from apps.accounts.domain.errors import Conflict, Crowded, Forbidden, NotFound, Refused
from apps.accounts.queries import actor_in
from apps.accounts.views.door import back
from apps.chat.rendering.markup import render

Page = Callable[..., HttpResponseBase]


def door(page: Page) -> Page:
    """Call `page(request, actor, ...)` for a signed-in member; what an action refuses is said to whoever asked."""

    @never_cache
    @wraps(page)
    def wrapper(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return _to_sign_in(request)
        try:
            actor = actor_in(request.user, request.session)
            request.actor = actor  # type: ignore[attr-defined]  # read by the frame's context processor
            return page(request, actor, **kwargs)
        except NotFound as error:
            raise Http404(str(error)) from error
        except Forbidden as error:
            return _said(request, str(error), 403)
        except Conflict as error:
            return _said(request, str(error), 429 if isinstance(error, Crowded) else 409)
        except Refused as error:
            return _said(request, " ".join(error.fields.values()), 422)

    return wrapper


def is_htmx(request: HttpRequest) -> bool:
    """Whether the page's script asks, so that a fragment is the answer."""
    return request.headers.get("HX-Request") == "true"


def _to_sign_in(request: HttpRequest) -> HttpResponse:
    if is_htmx(request):
        return HttpResponse(status=401, headers={"HX-Redirect": reverse("sign-in")})
    return redirect_to_login(request.get_full_path())


def _said(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    if is_htmx(request):
        headers = {"HX-Retarget": "#flash", "HX-Reswap": "innerHTML"}
        return HttpResponse(render("parts/flash.html", sentence=sentence), status=status, headers=headers)
    if status == 403:
        raise PermissionDenied(sentence)
    messages.error(request, sentence)
    return redirect(back(request))
