"""Signing in by a one-time link or a password, and signing out."""

from typing import Any

from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from apps.accounts import actions
from apps.accounts.actions.sign_in import TooManyTries
from apps.accounts.domain.errors import Refused
from apps.accounts.forms import PasswordForm
from apps.accounts.queries import link_opens
from apps.accounts.views.door import attempt

BACKEND = "django.contrib.auth.backends.ModelBackend"
RETRY_AFTER = 15 * 60  # seconds


@method_decorator(never_cache, name="dispatch")
class SignIn(View):
    """The page that says how to get in, with the form for those who have a password."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """The page; somebody who is signed in goes where they wanted."""
        if request.user.is_authenticated:
            return redirect(_wanted(request))
        return _page(request, PasswordForm())

    def post(self, request: HttpRequest) -> HttpResponse:
        """Check name and password."""
        form = PasswordForm(request.POST)
        try:
            known = attempt(form, lambda data: _sign_in(request, data))
        except TooManyTries:
            form.add_error(None, "Too many wrong tries: wait 15 minutes, or use a one-time link.")
            response = _page(request, form, status=429)
            response["Retry-After"] = str(RETRY_AFTER)
            return response
        return redirect(_wanted(request)) if known else _page(request, form, status=422)


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
            return render(request, "accounts/link.html", {"opens": False}, status=410)
        login(request, user, backend=BACKEND)
        return redirect("home")


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session."""
    logout(request)
    return redirect("sign-in")


def _sign_in(request: HttpRequest, data: Any) -> None:
    address = str(request.META.get("REMOTE_ADDR", ""))
    user = actions.sign_in_with_password(data["username"], data["password"], address)
    login(request, user, backend=BACKEND)


def _wanted(request: HttpRequest) -> str:
    """Where to go after signing in: `next` when it is a page of ours."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if ours else "/"


def _page(request: HttpRequest, form: PasswordForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "next": request.POST.get("next") or request.GET.get("next") or ""}
    return render(request, "accounts/sign_in.html", context, status=status)
