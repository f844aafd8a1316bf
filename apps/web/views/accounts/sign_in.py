"""Signing in by a one-time link or a password, at the admin's door too, and signing out."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from apps.accounts import actions
from apps.accounts.actions.refusals import note_sign_in_refusal
from apps.accounts.actions.sign_in import TooManyTries
from apps.accounts.domain.errors import Refused
from apps.accounts.queries import has_password, link_opens
from apps.accounts.queries.sessions import COOKIE, LASTS, device_cookie, device_of
from apps.core.languages import say
from apps.web.forms.accounts import PasswordForm
from apps.web.views.door import attempt

BACKEND = "django.contrib.auth.backends.ModelBackend"


@method_decorator(never_cache, name="dispatch")
class SignIn(View):
    """The page that says how to get in, with the form for those who have a password."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """The page; somebody who is signed in goes where they wanted."""
        if request.user.is_authenticated:
            return redirect(_next_page(request))
        return _page(request, PasswordForm())

    def post(self, request: HttpRequest) -> HttpResponse:
        """Check name and password."""
        form = PasswordForm(request.POST)
        try:
            known = attempt(form, lambda data: _sign_in(request, data))
        except TooManyTries as early:
            form.add_error(None, say(early))
            response = _page(request, form, status=429)
            response["Retry-After"] = str(early.seconds)
            return response
        return remember_browser(request, redirect(_next_page(request))) if known else _page(request, form, status=422)


@method_decorator(never_cache, name="dispatch")
class UseLink(View):
    """A one-time link. Opening it shows a button; only the button uses it, so that link previews don't."""

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        """The button, or why the link no longer works."""
        opens = link_opens(token)
        return render(request, "accounts/link.html", {"opens": opens}, status=200 if opens else 410)

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        """Sign in."""
        try:
            user = actions.use_sign_in_link(token)
        except Refused:
            note_sign_in_refusal("link")
            return render(request, "accounts/link.html", {"opens": False}, status=410)
        login(request, user, backend=BACKEND)
        if not has_password(user):
            messages.warning(
                request,
                gettext(
                    "This link lets you in no more. Choose a password under Settings, Password, before you sign out."
                ),
            )
        return remember_browser(request, redirect("home"))


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session; whoever is somebody else signs in and goes on at `next`."""
    if request.user.is_authenticated:
        actions.note_sign_out(request.user)
    logout(request)
    wanted = _next_page(request)
    return redirect("sign-in" if wanted == "/" else f"{reverse('sign-in')}?{urlencode({'next': wanted})}")


def _sign_in(request: HttpRequest, data: Any) -> None:
    device = device_of(request.COOKIES.get(COOKIE, ""), data["username"])
    user = actions.sign_in_with_password(data["username"], data["password"], request.META["REMOTE_ADDR"], device)
    login(request, user, backend=BACKEND)


def remember_browser(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Have the browser tell, the next time, that somebody signed in with it before."""
    response.set_cookie(
        COOKIE,
        device_cookie(UUID(str(request.user.pk))),
        max_age=LASTS,
        path=reverse("sign-in"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _next_page(request: HttpRequest) -> str:
    """Where to go after signing in: `next` when it is the address of a page of ours."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if ours and "/" in target else "/"


def _page(request: HttpRequest, form: PasswordForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "next": request.POST.get("next") or request.GET.get("next") or ""}
    return render(request, "accounts/sign_in.html", context, status=status)


def sign_in_to_admin(request: HttpRequest) -> HttpResponse:
    """Send strangers to sign in; tell whoever is signed in already that this is not for them."""
    if request.user.is_authenticated:
        raise PermissionDenied(gettext("The admin is for those who run this installation."))
    return redirect(f"{reverse('sign-in')}?{urlencode({'next': request.GET.get('next', reverse('admin:index'))})}")
