"""Each part of the settings as a page: what it shows, and how a form that was refused stands in it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from apps.accounts import queries
from apps.accounts.domain.access import Actor, Role
from apps.accounts.queries.addresses import email_of
from apps.agents.queries.documents import library_page
from apps.agents.queries.people_work import offer_of
from apps.agents.queries.sources import sources_of
from apps.attention.actions.pushes import push_key
from apps.attention.gateway.mail import is_mail_on
from apps.attention.queries.browsers import browsers_of
from apps.attention.queries.choices import wishes_of
from apps.attention.queries.notices import letters_to
from apps.web.forms.accounts import (
    ApprovalsForm,
    LimitsForm,
    MemberForm,
    ModelForm,
    ModelUseForm,
    OwnNameForm,
    PasswordChangeForm,
    PlanForm,
    ReviewForm,
    RoleForm,
    TokenForm,
    WorkspaceNameForm,
)
from apps.web.forms.documents import DocumentForm
from apps.web.forms.notices import AddressForm, NoticeForm
from apps.web.forms.sources import SHORT_USES, SourceListingForm
from apps.web.forms.webhooks import WebhookForm
from apps.web.forms.work import WorkForm
from apps.web.rendering.settings import PLACES, SettingsPart, settings_links
from apps.web.views.door import Page, page_number, seat_of
from apps.webhooks.queries.webhooks import webhooks_of

MOST_INVITATIONS = 100  # on the page; programs read on


def shown_on_get(part: SettingsPart) -> Callable[[Page], Page]:
    """GET of a form's address shows its page, so that what a refusal left in the address bar loads again."""

    def decorate(save: Page) -> Page:
        @wraps(save)
        def page(request: HttpRequest, actor: Actor) -> HttpResponseBase:
            return save(request, actor) if request.method == "POST" else settings_page(request, actor, part)

        return page

    return decorate


def page_with_note(request: HttpRequest, part: SettingsPart, sentence: str) -> HttpResponse:
    """The part again, with a note."""
    messages.success(request, sentence)
    return redirect(PLACES[part].url_name)


def settings_page(request: HttpRequest, actor: Actor, part: SettingsPart, **shown: Any) -> HttpResponse:
    """A part, with a form that was refused in its place (then 422), or a secret that is shown once.

    Raises Forbidden where the part is not this role's to open.
    """
    queries.require(actor, PLACES[part].role)
    context = {
        "actor": actor,
        "is_owner": actor.may(Role.OWNER),
        "workspace": queries.workspace_view(actor.workspace_id),
        "title": gettext(PLACES[part].title),
        "links": settings_links(actor, part),
        **_CONTENTS[part](request, actor),
        **shown,
    }
    refused = any(isinstance(value, forms.Form) for value in shown.values())
    return render(request, f"accounts/settings/{part}.html", context, status=422 if refused else 200)


def _profile(request: HttpRequest, actor: Actor) -> dict[str, Any]:
    return {
        "invited_to": queries.invitations_to(actor.user_id),
        "workspaces": seat_of(request).workspaces,
        "name_form": OwnNameForm(initial={"name": queries.own_view(actor).own_name}, account=str(request.user)),
    }


def _workspace(request: HttpRequest, actor: Actor) -> dict[str, Any]:
    return {"workspace_form": WorkspaceNameForm(initial={"name": queries.workspace_view(actor.workspace_id).name})}


def _work(request: HttpRequest, actor: Actor) -> dict[str, Any]:
    offer = offer_of(actor)
    names = ("name", "about", "skills", "minutes", "at_once")
    known = {name: getattr(offer, name) for name in names} if offer else {"name": actor.name}
    return {"offer": offer, "work_form": WorkForm(initial=known)}


def _notices(request: HttpRequest, actor: Actor) -> dict[str, Any]:
    wishes, address = wishes_of(actor), email_of(actor.user_id)
    chosen = {
        "kinds": [kind.value for kind in wishes.kinds],
        "all_goals": "all" if wishes.all_goals else "mine",
        "pace": wishes.pace.value,
        "hour": str(wishes.hour),
        "zone": wishes.zone,
    }
    return {
        "mail_on": is_mail_on(),
        "address": address,
        "address_form": AddressForm(),
        "notice_form": NoticeForm(initial=chosen),
        "letters": letters_to(actor),
        "browsers": browsers_of(actor, request.session.session_key or ""),
        "push_key": push_key(),
    }


def _password(request: HttpRequest, actor: Actor) -> dict[str, Any]:
    return {"password_form": PasswordChangeForm(known=queries.has_password(request.user))}


def _sessions(request: HttpRequest, actor: Actor) -> dict[str, Any]:
    return {"sessions": queries.sessions_of(actor.user_id, request.session.session_key or "")}


def _tokens(request: HttpRequest, actor: Actor) -> dict[str, Any]:
    return {"tokens": queries.tokens_of(actor), "token_form": TokenForm(role=actor.role)}


def _people(request: HttpRequest, actor: Actor) -> dict[str, Any]:
    return {
        "members": queries.members_of(actor.workspace_id),
        "invitations": queries.invitations_after(actor.workspace_id, None, MOST_INVITATIONS),
        "role_form": RoleForm(auto_id=False),
        "member_form": MemberForm(by=actor.name),
    }


def _model(request: HttpRequest, actor: Actor) -> dict[str, Any]:
    workspace = queries.workspace_view(actor.workspace_id)
    prices = workspace.model_prices
    model = {
        "base_url": workspace.model_base_url,
        "model": workspace.model_name,
        "prompt_price": prices.get("prompt"),
        "completion_price": prices.get("completion"),
    }
    return {
        "in_use": queries.model_settings(actor.workspace_id),
        "model_form": ModelForm(initial=model, has_key=workspace.has_model_key),
        "model_use_form": ModelUseForm(initial=workspace.model_use),
        "review_form": ReviewForm(initial={"review": workspace.default_review}),
        "plan_form": PlanForm(initial={"shown": workspace.default_shows_plan}),
    }


def _approvals(request: HttpRequest, actor: Actor) -> dict[str, Any]:
    policy = queries.approval_policy(actor.workspace_id)
    known = {
        "asks_for": [kind.value for kind in policy.asks_for],
        "deciders": policy.deciders.value,
        "hours": policy.hours,
    }
    return {"approvals_form": ApprovalsForm(initial=known)}


def _limits(request: HttpRequest, actor: Actor) -> dict[str, Any]:
    return {"limits_form": LimitsForm(initial=queries.workspace_view(actor.workspace_id).default_limits)}


def _documents(request: HttpRequest, actor: Actor) -> dict[str, Any]:
    return {
        "library": library_page(actor.workspace_id, page_number(request)),
        "document_form": DocumentForm(),
        "may_change": actor.may(Role.OPERATOR),
    }


def _registries(request: HttpRequest, actor: Actor) -> dict[str, Any]:
    return {"sources": sources_of(actor), "source_form": SourceListingForm(), "uses": SHORT_USES}


def _webhooks(request: HttpRequest, actor: Actor) -> dict[str, Any]:
    return {"webhooks": webhooks_of(actor), "webhook_form": WebhookForm()}


def _danger(request: HttpRequest, actor: Actor) -> dict[str, Any]:
    return {}


_CONTENTS: dict[SettingsPart, Callable[[HttpRequest, Actor], dict[str, Any]]] = {
    SettingsPart.PROFILE: _profile,
    SettingsPart.PASSWORD: _password,
    SettingsPart.SESSIONS: _sessions,
    SettingsPart.TOKENS: _tokens,
    SettingsPart.WORK: _work,
    SettingsPart.NOTICES: _notices,
    SettingsPart.WORKSPACE: _workspace,
    SettingsPart.PEOPLE: _people,
    SettingsPart.MODEL: _model,
    SettingsPart.APPROVALS: _approvals,
    SettingsPart.LIMITS: _limits,
    SettingsPart.DOCUMENTS: _documents,
    SettingsPart.REGISTRIES: _registries,
    SettingsPart.WEBHOOKS: _webhooks,
    SettingsPart.DANGER: _danger,
}
