"""What is one's own in the settings: the password, and the browsers in which one is signed in."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from apps.accounts import actions, queries
from apps.accounts.actions.sign_in import TooManyTries
from apps.accounts.domain.access import Actor
from apps.core.languages import say
from apps.web.forms.accounts import PasswordChangeForm
from apps.web.rendering.settings import SettingsPart
from apps.web.views.accounts.settings_parts import page_with_note, settings_page, shown_on_get
from apps.web.views.door import attempt, member_page


@require_http_methods(["GET", "POST"])
@member_page
@shown_on_get(SettingsPart.PASSWORD)
def set_password(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Choose a password; this browser stays signed in, all others don't."""
    form = PasswordChangeForm(request.POST, known=queries.has_password(request.user))

    def choose(data: Mapping[str, Any]) -> None:
        user = actions.set_password(actor, request.session.session_key or "", **data)
        update_session_auth_hash(request, user)

    try:
        chosen = attempt(form, choose)
    except TooManyTries as early:
        form.add_error("current", say(early))
        answer = settings_page(request, actor, SettingsPart.PASSWORD, password_form=form)
        answer.status_code, answer["Retry-After"] = 429, str(early.seconds)
        return answer
    if chosen:
        return page_with_note(
            request, SettingsPart.PASSWORD, gettext("The password is set. You are signed out of all other browsers.")
        )
    return settings_page(request, actor, SettingsPart.PASSWORD, password_form=form)


@require_safe
@member_page
def sessions(request: HttpRequest, actor: Actor) -> HttpResponse:
    """The browsers in which one is signed in."""
    return settings_page(request, actor, SettingsPart.SESSIONS)


@require_POST
@member_page
def end_session(request: HttpRequest, actor: Actor, session_id: UUID) -> HttpResponse:
    """Sign one browser out."""
    actions.end_session(actor, session_id)
    return page_with_note(request, SettingsPart.SESSIONS, gettext("That browser is signed out."))


@require_POST
@member_page
def end_all_sessions(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Sign out everywhere, here too."""
    actions.end_all_sessions(actor)
    request.session.flush()
    return page_with_note(request, SettingsPart.SESSIONS, gettext("You are signed out everywhere."))
