"""How the REST API finds out who is asking: by a bearer token, or by the session of somebody who reads its pages."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from ninja.errors import AuthenticationError, HttpError
from ninja.security import APIKeyCookie, HttpBearer
from ninja.utils import check_csrf

from apps.accounts import actions
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import NotFound
from apps.accounts.domain.proxies import is_this_machine
from apps.accounts.queries import actor_in
from apps.accounts.queries.people import demo_owner
from apps.api.local_door import is_from_this_host

View = Callable[..., HttpResponseBase]
DESCRIPTION = "openapi-json"
"""What ninja calls the address of the description for tools."""


class TokenAuth(HttpBearer):
    """`Authorization: Bearer ioa_...`, with a token made on the settings page."""

    def authenticate(self, request: HttpRequest, token: str) -> Actor:
        """Who presents the token. A wrong one is refused here: no session stands in for it."""
        actor = self.actor_of(token)
        if actor is None:
            raise AuthenticationError
        return actor

    def actor_of(self, token: str) -> Actor | None:
        """Whose token it is; None: nobody's."""
        return actions.use_token(token)


class SignedIn(APIKeyCookie):
    """The session of a signed-in person, as the API's own pages use it; changes need the CSRF token."""

    param_name = "sessionid"

    def __call__(self, request: HttpRequest) -> Actor | None:
        """Who is signed in; None where nobody is, or an Authorization header says otherwise."""
        if "Authorization" in request.headers or not request.user.is_authenticated:
            return None
        if check_csrf(request):
            raise HttpError(403, "The CSRF token is missing or wrong. Programs should send an API token instead.")
        return self.authenticate(request, None)

    def authenticate(self, request: HttpRequest, key: str | None) -> Actor | None:
        """The signed-in person in their workspace."""
        try:
            return actor_in(request.user, request.session)
        except NotFound:
            return None


class FromHere:
    """Somebody at this very machine, where the installation lets them use the demo workspace without a token."""

    def __call__(self, request: HttpRequest) -> Actor | None:
        """The demo's own person; None for everybody else, and where a token was sent."""
        here = is_this_machine(request.META.get("REMOTE_ADDR") or "")
        if not settings.IOA_LOCAL_LAUNCH or not here or "Authorization" in request.headers:
            return None
        return demo_owner()


class FromThisHost(FromHere):
    """The same where nothing may stand between: no proxy that says so, no other name of this machine, no web page."""

    def __call__(self, request: HttpRequest) -> Actor | None:
        """The demo's own person; None for everybody else."""
        return super().__call__(request) if is_from_this_host(request.get_host(), request.headers) else None


def members_only(view: View) -> View:
    """Show the API's pages to people who are signed in, and its description also to programs with a token.

    Who asks for the description, is neither and is no browser gets 401: a sign-in page is nothing to a program.
    """

    @wraps(view, assigned=())
    def wrapper(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() == "bearer" and actions.use_token(token):
            return view(request, **kwargs)
        if _is_program(request) and request.user.is_anonymous:
            return HttpResponse(status=401, headers={"WWW-Authenticate": 'Bearer realm="IoA Web"'})
        return login_required(view)(request, **kwargs)

    return wrapper


def _is_program(request: HttpRequest) -> bool:
    described = request.resolver_match is not None and request.resolver_match.url_name == DESCRIPTION
    return described and "text/html" not in request.headers.get("Accept", "")
