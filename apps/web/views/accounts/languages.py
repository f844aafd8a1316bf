"""In which language one sees the pages: kept with the person, and in the browser for where nobody is signed in."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from apps.accounts import actions
from apps.accounts.domain.errors import Refused
from apps.accounts.domain.languages import LANGUAGES
from apps.core.languages import say
from apps.web.views.door import back


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Keep the choice; empty: as the browser asks."""
    language = request.POST.get("language", "")
    if request.user.is_authenticated:
        try:
            actions.choose_language(request.user.pk, language)
        except Refused as refused:
            messages.error(request, say(refused.fields["language"]))
            return redirect(back(request))
        with translation.override(language or translation.get_language_from_request(request)):
            messages.success(request, gettext("The language is saved."))
    return _kept(redirect(back(request)), language)


def _kept(response: HttpResponse, language: str) -> HttpResponse:
    if language not in LANGUAGES:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite="Lax")
        return response
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
    return response
