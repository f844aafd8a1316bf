"""In which language a page is: as the person chose, as this browser's cookie says, as the browser asks; else English.

What programs read is English, but for the words of a problem document, which are in the language that is asked for.
"""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers

from apps.accounts.actions.languages import note_language
from apps.accounts.domain.languages import ENGLISH, LANGUAGES
from ioa_web.problems import LANGUAGE_OF_PROBLEMS, PROGRAMS, language_of_problems

FOR_PROGRAMS = (*PROGRAMS, "/healthz", "/readyz", "/metrics", "/robots.txt", "/.well-known/")


def in_their_language(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer in the language of whoever asks, and say so in the headers."""

    def _answer_program(request: HttpRequest) -> HttpResponseBase:
        token = LANGUAGE_OF_PROBLEMS.set(language_of_problems(request))
        try:
            with translation.override(ENGLISH):
                return get_response(request)
        finally:
            LANGUAGE_OF_PROBLEMS.reset(token)

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(FOR_PROGRAMS):
            return _answer_program(request)
        language = language_of(request)
        with translation.override(language):
            request.LANGUAGE_CODE = language
            if request.user.is_authenticated and request.user.language_seen != language:
                note_language(request.user.pk, language)
            response = get_response(request)
        response.headers.setdefault("Content-Language", language)
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response

    return middleware


def language_of(request: HttpRequest) -> str:
    """One of `LANGUAGES`; it asks the database who is signed in, as every page does."""
    chosen = getattr(request.user, "language", "") if request.user.is_authenticated else ""
    return chosen if chosen in LANGUAGES else translation.get_language_from_request(request)
