"""What is changed on the pages of the settings: the model, limits, the review of answers, people, one's own tokens."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from apps.accounts import actions, gateway, queries
from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.approval_policy import policy_from_choices
from apps.accounts.domain.errors import Refused, Taken
from apps.agents.actions.people_work import offer_work, withdraw_offer
from apps.agents.domain.people import WorkOffer
from apps.core.languages import say
from apps.teams.actions.names import choose_name
from apps.web.forms.accounts import (
    ApprovalsForm,
    LimitsForm,
    MemberForm,
    ModelForm,
    ModelUseForm,
    OwnNameForm,
    PlanForm,
    ReviewForm,
    RoleForm,
    TokenForm,
    WorkspaceNameForm,
)
from apps.web.forms.work import WorkForm
from apps.web.rendering.settings import PLACES, SettingsPart
from apps.web.views.accounts.settings_parts import page_with_note, settings_page, shown_on_get
from apps.web.views.door import attempt, member_page

READ_OR_SAVE = require_http_methods(["GET", "POST"])


@require_safe
@member_page
def page(request: HttpRequest, actor: Actor) -> HttpResponse:
    """What is one's own; the other parts stand beside it."""
    return settings_page(request, actor, SettingsPart.PROFILE)


@READ_OR_SAVE
@member_page
@shown_on_get(SettingsPart.PROFILE)
def save_name(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Choose what one is called in this workspace."""
    form = OwnNameForm(request.POST, account=str(request.user))
    if attempt(form, lambda data: choose_name(actor, data["name"])):
        return page_with_note(request, SettingsPart.PROFILE, gettext("Your name is saved."))
    return settings_page(request, actor, SettingsPart.PROFILE, name_form=form)


@READ_OR_SAVE
@member_page
@shown_on_get(SettingsPart.WORKSPACE)
def save_workspace(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Call the workspace something else."""
    form = WorkspaceNameForm(request.POST)
    if attempt(form, lambda data: actions.rename_workspace(actor, data["name"])):
        return page_with_note(request, SettingsPart.WORKSPACE, gettext("The workspace is renamed."))
    return settings_page(request, actor, SettingsPart.WORKSPACE, workspace_form=form)


@READ_OR_SAVE
@member_page
@shown_on_get(SettingsPart.MODEL)
def save_model(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Choose the model."""
    form = ModelForm(request.POST, has_key=queries.workspace_view(actor.workspace_id).has_model_key)
    if attempt(form, lambda data: actions.set_model_settings(actor, **data)):
        return page_with_note(request, SettingsPart.MODEL, gettext("The model is saved. New turns use it."))
    return settings_page(request, actor, SettingsPart.MODEL, model_form=form)


@require_POST
@member_page
def save_model_use(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Choose how the model is used."""
    form = ModelUseForm(request.POST)
    if attempt(form, lambda data: actions.set_model_use(actor, data)):
        return page_with_note(
            request, SettingsPart.MODEL, gettext("How the model is used is saved. New turns follow it.")
        )
    return settings_page(request, actor, SettingsPart.MODEL, model_use_form=form)


@require_safe
@member_page
def danger(request: HttpRequest, actor: Actor) -> HttpResponse:
    """What cannot be undone."""
    return settings_page(request, actor, SettingsPart.DANGER)


@READ_OR_SAVE
@member_page
@shown_on_get(SettingsPart.WORK)
def save_work(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Say what one does for teams, or take no more tasks."""
    if request.POST.get("off"):
        withdraw_offer(actor)
        return page_with_note(
            request, SettingsPart.WORK, gettext("Teams give you nothing more. What lies in your list stays.")
        )
    form = WorkForm(request.POST)
    if attempt(form, lambda data: offer_work(actor, WorkOffer(**data))):
        return page_with_note(request, SettingsPart.WORK, gettext("It is saved. Teams may choose you now."))
    return settings_page(request, actor, SettingsPart.WORK, work_form=form)


@require_POST
@member_page
def clear_model(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Forget the model and its key."""
    actions.clear_model_settings(actor)
    return page_with_note(request, SettingsPart.MODEL, gettext("The model and its key are cleared."))


@require_POST
@member_page
def test_model(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Ask the model in use for one short answer and say how that went."""
    queries.require(actor, Role.OWNER)
    trial = gateway.try_model(queries.model_settings(actor.workspace_id))
    (messages.success if trial.answered else messages.error)(request, say(trial.sentence))
    return redirect(PLACES[SettingsPart.MODEL].url_name)


@READ_OR_SAVE
@member_page
@shown_on_get(SettingsPart.LIMITS)
def save_limits(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Set the limits of goals that name none."""
    form = LimitsForm(request.POST)
    if attempt(form, lambda data: actions.change_default_limits(actor, data)):
        return page_with_note(request, SettingsPart.LIMITS, gettext("The limits are saved. They hold for new goals."))
    return settings_page(request, actor, SettingsPart.LIMITS, limits_form=form)


@require_POST
@member_page
def save_review(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Set whether the answers of goals that don't say are reviewed."""
    form = ReviewForm(request.POST)
    if attempt(form, lambda data: actions.change_default_review(actor, data["review"])):
        return page_with_note(
            request, SettingsPart.MODEL, gettext("The review of answers is saved. It holds for new goals.")
        )
    return settings_page(request, actor, SettingsPart.MODEL, review_form=form)


@require_POST
@member_page
def save_plan(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Set whether goals that don't say show their plan before it begins."""
    form = PlanForm(request.POST)
    if attempt(form, lambda data: actions.change_default_plan(actor, shown=data["shown"])):
        return page_with_note(request, SettingsPart.MODEL, gettext("It is saved, and holds for new goals."))
    return settings_page(request, actor, SettingsPart.MODEL, plan_form=form)


@READ_OR_SAVE
@member_page
@shown_on_get(SettingsPart.APPROVALS)
def save_approvals(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Set what takes a person's leave, who gives it, and for how long it is waited for."""
    form = ApprovalsForm(request.POST)
    if attempt(form, lambda data: actions.change_approval_policy(actor, policy_from_choices(**data))):
        return page_with_note(request, SettingsPart.APPROVALS, gettext("It is saved, and holds from now on."))
    return settings_page(request, actor, SettingsPart.APPROVALS, approvals_form=form)


@READ_OR_SAVE
@member_page
@shown_on_get(SettingsPart.PEOPLE)
def add_member(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Let a new person in, or invite whoever has an account of that name, and show the link for them, once."""
    form = MemberForm(request.POST, by=actor.name)
    shown: dict[str, Any] = {}

    def let_in(data: Mapping[str, Any]) -> None:
        person = {field: value for field, value in data.items() if field != "own_name"}
        if "own_name" in data:
            _take_name(actor, data["own_name"])
        try:
            link = actions.issue_first_link(actor, actions.add_member(actor, **person))
        except Taken:
            link = actions.invite(actor, data["username"], data["role"])
            shown["invited"] = True
        shown.update(link=request.build_absolute_uri(link), link_for=data["username"])

    if attempt(form, let_in):
        named = replace(actor, name=form.cleaned_data.get("own_name", actor.name))
        return settings_page(request, named, SettingsPart.PEOPLE, **shown)
    return settings_page(request, actor, SettingsPart.PEOPLE, member_form=form)


def _take_name(actor: Actor, name: str) -> None:
    try:
        choose_name(actor, name)
    except Refused as refused:
        raise Refused(own_name=refused.fields["name"]) from None


@require_POST
@member_page
def change_role(request: HttpRequest, actor: Actor, user_id: UUID) -> HttpResponse:
    """Give somebody another role."""
    form = RoleForm(request.POST)
    if attempt(form, lambda data: actions.change_role(actor, user_id, data["role"])):
        return page_with_note(request, SettingsPart.PEOPLE, gettext("The role is changed."))
    messages.error(request, gettext("Choose one of the roles in the list."))
    return redirect(PLACES[SettingsPart.PEOPLE].url_name)


@require_POST
@member_page
def switch_off_member(request: HttpRequest, actor: Actor, user_id: UUID) -> HttpResponse:
    """Keep somebody out for a while."""
    actions.switch_off_member(actor, user_id)
    return page_with_note(
        request,
        SettingsPart.PEOPLE,
        gettext("They are switched off: their pages close and their tokens rest until you switch them on."),
    )


@require_POST
@member_page
def switch_on_member(request: HttpRequest, actor: Actor, user_id: UUID) -> HttpResponse:
    """Let somebody in again."""
    actions.switch_on_member(actor, user_id)
    return page_with_note(
        request, SettingsPart.PEOPLE, gettext("They are switched on again, with the tokens that they had.")
    )


@require_POST
@member_page
def remove_member(request: HttpRequest, actor: Actor, user_id: UUID) -> HttpResponse:
    """Take somebody out of the workspace."""
    actions.remove_member(actor, user_id)
    return page_with_note(
        request, SettingsPart.PEOPLE, gettext("The member is removed: their tokens and sessions no longer work here.")
    )


@require_POST
@member_page
def make_first_link(request: HttpRequest, actor: Actor, user_id: UUID) -> HttpResponse:
    """Show a fresh sign-in link for somebody whose account is new, once."""
    link = actions.issue_first_link(actor, user_id)
    name = queries.member_view(actor.workspace_id, user_id).username
    return settings_page(request, actor, SettingsPart.PEOPLE, link=request.build_absolute_uri(link), link_for=name)


@require_POST
@member_page
def withdraw_invitation(request: HttpRequest, actor: Actor, invitation_id: UUID) -> HttpResponse:
    """Take an invitation back."""
    actions.withdraw_invitation(actor, invitation_id)
    return page_with_note(
        request, SettingsPart.PEOPLE, gettext("The invitation is withdrawn; its link no longer works.")
    )


@READ_OR_SAVE
@member_page
@shown_on_get(SettingsPart.TOKENS)
def create_token(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Make a token and show it, once."""
    form = TokenForm(request.POST, role=actor.role)
    token = ""

    def create(data: Mapping[str, Any]) -> None:
        nonlocal token
        token = actions.issue_token(actor, **data)

    if attempt(form, create):
        return settings_page(request, actor, SettingsPart.TOKENS, token=token)
    return settings_page(request, actor, SettingsPart.TOKENS, token_form=form)


@require_POST
@member_page
def revoke_token(request: HttpRequest, actor: Actor, token_id: UUID) -> HttpResponse:
    """End one of one's own tokens."""
    actions.revoke_token(actor, token_id)
    return page_with_note(request, SettingsPart.TOKENS, gettext("The token is revoked; it no longer works."))
