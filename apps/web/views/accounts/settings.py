"""A workspace's settings: its model, its limits, the review of answers, its people; and one's own API tokens."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from apps.accounts import actions, gateway, queries
from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import Taken
from apps.web.forms.accounts import (
    LimitsForm,
    MemberForm,
    ModelForm,
    ModelUseForm,
    PasswordChangeForm,
    ReviewForm,
    RoleForm,
    TokenForm,
)
from apps.web.views.door import attempt, member_page

MOST_INVITATIONS = 100  # on the page; programs read on


@require_safe
@member_page
def page(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Everything on one page; what is the owner's is shown to owners only."""
    return settings_page(request, actor)


@require_POST
@member_page
def save_model(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Choose the model."""
    form = ModelForm(request.POST, has_key=queries.workspace_view(actor.workspace_id).has_model_key)
    if attempt(form, lambda data: actions.set_model_settings(actor, **data)):
        return page_with_note(request, "The model is saved. New turns use it.")
    return settings_page(request, actor, model_form=form)


@require_POST
@member_page
def save_model_use(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Choose how the model is used."""
    form = ModelUseForm(request.POST)
    if attempt(form, lambda data: actions.set_model_use(actor, data)):
        return page_with_note(request, "How the model is used is saved. New turns follow it.")
    return settings_page(request, actor, model_use_form=form)


@require_POST
@member_page
def clear_model(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Forget the model and its key."""
    actions.clear_model_settings(actor)
    return page_with_note(request, "The model and its key are cleared.")


@require_POST
@member_page
def test_model(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Ask the model in use for one short answer and say how that went."""
    queries.require(actor, Role.OWNER)
    trial = gateway.try_model(queries.model_settings(actor.workspace_id))
    (messages.success if trial.answered else messages.error)(request, trial.sentence)
    return redirect("settings")


@require_POST
@member_page
def save_limits(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Set the limits of goals that name none."""
    form = LimitsForm(request.POST)
    if attempt(form, lambda data: actions.change_default_limits(actor, data)):
        return page_with_note(request, "The limits are saved. They hold for new goals.")
    return settings_page(request, actor, limits_form=form)


@require_POST
@member_page
def save_review(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Set whether the answers of goals that don't say are reviewed."""
    form = ReviewForm(request.POST)
    if attempt(form, lambda data: actions.change_default_review(actor, data["review"])):
        return page_with_note(request, "The review of answers is saved. It holds for new goals.")
    return settings_page(request, actor, review_form=form)


@require_POST
@member_page
def add_member(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Let a new person in, or invite whoever has an account of that name, and show the link for them, once."""
    form = MemberForm(request.POST)
    shown: dict[str, Any] = {}

    def let_in(data: Mapping[str, Any]) -> None:
        try:
            link = actions.issue_first_link(actor, actions.add_member(actor, **data))
        except Taken:
            link = actions.invite(actor, data["username"], data["role"])
            shown["invited"] = True
        shown.update(link=request.build_absolute_uri(link), link_for=data["username"])

    if attempt(form, let_in):
        return settings_page(request, actor, **shown)
    return settings_page(request, actor, member_form=form)


@require_POST
@member_page
def change_role(request: HttpRequest, actor: Actor, user_id: UUID) -> HttpResponse:
    """Give somebody another role."""
    form = RoleForm(request.POST)
    if attempt(form, lambda data: actions.change_role(actor, user_id, data["role"])):
        return page_with_note(request, "The role is changed.")
    messages.error(request, "Choose one of the roles in the list.")
    return redirect("settings")


@require_POST
@member_page
def switch_off_member(request: HttpRequest, actor: Actor, user_id: UUID) -> HttpResponse:
    """Keep somebody out for a while."""
    actions.switch_off_member(actor, user_id)
    return page_with_note(
        request, "They are switched off: their pages close and their tokens rest until you switch them on."
    )


@require_POST
@member_page
def switch_on_member(request: HttpRequest, actor: Actor, user_id: UUID) -> HttpResponse:
    """Let somebody in again."""
    actions.switch_on_member(actor, user_id)
    return page_with_note(request, "They are switched on again, with the tokens that they had.")


@require_POST
@member_page
def remove_member(request: HttpRequest, actor: Actor, user_id: UUID) -> HttpResponse:
    """Take somebody out of the workspace."""
    actions.remove_member(actor, user_id)
    return page_with_note(request, "The member is removed: their tokens and sessions no longer work here.")


@require_POST
@member_page
def make_first_link(request: HttpRequest, actor: Actor, user_id: UUID) -> HttpResponse:
    """Show a fresh sign-in link for somebody whose account is new, once."""
    link = actions.issue_first_link(actor, user_id)
    name = queries.member_view(actor.workspace_id, user_id).username
    return settings_page(request, actor, link=request.build_absolute_uri(link), link_for=name)


@require_POST
@member_page
def withdraw_invitation(request: HttpRequest, actor: Actor, invitation_id: UUID) -> HttpResponse:
    """Take an invitation back."""
    actions.withdraw_invitation(actor, invitation_id)
    return page_with_note(request, "The invitation is withdrawn; its link no longer works.")


@require_POST
@member_page
def create_token(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Make a token and show it, once."""
    form = TokenForm(request.POST, role=actor.role)
    token = ""

    def create(data: Mapping[str, Any]) -> None:
        nonlocal token
        token = actions.issue_token(actor, **data)

    if attempt(form, create):
        return settings_page(request, actor, token=token)
    return settings_page(request, actor, token_form=form)


@require_POST
@member_page
def revoke_token(request: HttpRequest, actor: Actor, token_id: UUID) -> HttpResponse:
    """End one of one's own tokens."""
    actions.revoke_token(actor, token_id)
    return page_with_note(request, "The token is revoked; it no longer works.")


def page_with_note(request: HttpRequest, sentence: str) -> HttpResponse:
    """The page again, with a note."""
    messages.success(request, sentence)
    return redirect("settings")


def settings_page(request: HttpRequest, actor: Actor, **shown: Any) -> HttpResponse:
    """The page, with a form that was refused in its place (then 422), or a secret that is shown once."""
    workspace = queries.workspace_view(actor.workspace_id)
    context = {
        "actor": actor,
        "is_owner": actor.may(Role.OWNER),
        "workspace": workspace,
        "in_use": queries.model_settings(actor.workspace_id),
        "members": queries.members_of(actor.workspace_id),
        "invitations": queries.invitations_after(actor.workspace_id, None, MOST_INVITATIONS),
        "invited_to": queries.invitations_to(actor.user_id),
        "workspaces": queries.workspaces_open_to(request.user, request.session),
        "sessions": queries.sessions_of(actor.user_id, request.session.session_key or ""),
        "password_form": PasswordChangeForm(known=queries.has_password(request.user)),
        "tokens": queries.tokens_of(actor),
        "role_form": RoleForm(auto_id=False),
        **_fresh_forms(workspace, actor.role),
        **shown,
    }
    refused = any(isinstance(value, forms.Form) for value in shown.values())
    return render(request, "accounts/settings.html", context, status=422 if refused else 200)


def _fresh_forms(workspace: queries.WorkspaceView, role: Role) -> dict[str, forms.Form]:
    prices = workspace.model_prices
    model = {
        "base_url": workspace.model_base_url,
        "model": workspace.model_name,
        "prompt_price": prices.get("prompt"),
        "completion_price": prices.get("completion"),
    }
    return {
        "model_form": ModelForm(initial=model, has_key=workspace.has_model_key),
        "model_use_form": ModelUseForm(initial=workspace.model_use),
        "limits_form": LimitsForm(initial=workspace.default_limits),
        "review_form": ReviewForm(initial={"review": workspace.default_review}),
        "member_form": MemberForm(),
        "token_form": TokenForm(role=role),
    }
