"""Persons, what they are in which workspace, and their tokens."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.contrib.filters.admin import AutocompleteSelectFilter
from unfold.widgets import UnfoldAdminTextInputWidget

from apps.accounts.actions import (
    add_member,
    change_role,
    make_runner,
    remove_member,
    revoke_token_of_member,
    sign_out_person,
    switch_off_account,
    switch_off_member,
    switch_on_account,
    switch_on_member,
    unmake_runner,
    withdraw_invitation,
)
from apps.accounts.admin.changes import AddsByAction, for_all, for_each
from apps.accounts.domain.access import Role
from apps.accounts.models import ApiToken, Invitation, Member, User
from apps.accounts.queries import runner_in
from apps.core.admin import ShownAdmin


@admin.register(User)
class UserAdmin(ShownAdmin):
    """Everybody who can sign in. People come as members of a workspace."""

    list_display = ("username", "display_name", "is_active", "is_staff", "last_login", "date_joined")
    list_filter = ("is_active", "is_staff")
    search_fields = ("username", "display_name", "email")
    hidden = ("password", "groups", "user_permissions")
    ordering = ("username",)
    actions = ("sign_out", "switch_off", "switch_on", "let_run", "let_run_no_more")

    @admin.action(description="Switch off everywhere")
    def switch_off(self, request: HttpRequest, people: QuerySet[User]) -> None:
        """They are kept out of all workspaces until they are switched on; what runs in their name stops."""
        for_all(request, people, lambda one: switch_off_account(request.user, one.pk), "switched off")

    @admin.action(description="Switch on")
    def switch_on(self, request: HttpRequest, people: QuerySet[User]) -> None:
        """They come back with the tokens that they had; they sign in anew."""
        for_all(request, people, lambda one: switch_on_account(request.user, one.pk), "switched on")

    @admin.action(description="Let them run this installation")
    def let_run(self, request: HttpRequest, people: QuerySet[User]) -> None:
        """They see the admin and act on all workspaces."""
        for_all(request, people, lambda one: make_runner(request.user, one.pk), "may run this installation now")

    @admin.action(description="Have them run this installation no more")
    def let_run_no_more(self, request: HttpRequest, people: QuerySet[User]) -> None:
        """They stay what they are in their workspaces."""
        for_all(request, people, lambda one: unmake_runner(request.user, one.pk), "may run this installation no more")

    @admin.action(description="Sign out everywhere")
    def sign_out(self, request: HttpRequest, people: QuerySet[User]) -> None:
        """Their sessions end, and the pages that they have open close; tokens stay."""
        for person in people:
            sign_out_person(request.user, person.pk)
        messages.success(request, "They are signed out everywhere.")


class NewMemberForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic when it runs
    """A new person to let in; who has an account already is invited by an owner."""

    username = forms.CharField(
        label="User name",
        max_length=60,
        widget=UnfoldAdminTextInputWidget(),
        help_text="Somebody new. An owner of the workspace makes their sign-in link, in its settings.",
    )
    display_name = forms.CharField(
        label="Name shown", max_length=80, required=False, widget=UnfoldAdminTextInputWidget()
    )

    class Meta:
        model = Member
        fields = ("workspace", "role")


@admin.register(Member)
class MemberAdmin(AddsByAction, ShownAdmin):
    """Who belongs to which workspace, and as what. Adding a member makes the person too."""

    add_form = NewMemberForm
    add_fields = ("workspace", "username", "display_name", "role")
    autocomplete_fields = ("workspace",)

    list_display = ("user", "workspace", "role", "switched_off_at")
    list_filter = ("role", ("workspace", AutocompleteSelectFilter))
    list_select_related = ("user", "workspace")
    search_fields = ("user__username", "user__display_name", "workspace__name")
    id_fields = ("user", "workspace")
    ordering = ("workspace__name", "user__username")
    editable = ("role",)
    actions = ("switch_off", "switch_on", "take_out")

    def change_row(self, request: HttpRequest, obj: Member, form: "forms.ModelForm[Member]") -> None:
        """Give the member another role."""
        change_role(runner_in(request.user, obj.workspace_id), obj.user_id, Role(form.cleaned_data["role"]))

    def add_row(self, request: HttpRequest, entered: dict[str, Any]) -> Any:
        """Let a person in; they get their sign-in link from an owner of the workspace."""
        actor = runner_in(request.user, entered["workspace"].pk)
        user_id = add_member(
            actor, username=entered["username"], display_name=entered["display_name"], role=Role(entered["role"])
        )
        return Member.objects.values_list("pk", flat=True).get(workspace_id=actor.workspace_id, user_id=user_id)

    @admin.action(description="Switch off")
    def switch_off(self, request: HttpRequest, members: QuerySet[Member]) -> None:
        """They are kept out of the workspace until they are switched on."""
        for_each(request, members, _workspace, lambda by, row: switch_off_member(by, row.user_id), "switched off")

    @admin.action(description="Switch on")
    def switch_on(self, request: HttpRequest, members: QuerySet[Member]) -> None:
        """They come back with the tokens that they had."""
        for_each(request, members, _workspace, lambda by, row: switch_on_member(by, row.user_id), "switched on")

    @admin.action(description="Take out of the workspace")
    def take_out(self, request: HttpRequest, members: QuerySet[Member]) -> None:
        """They may be invited again; their tokens and sessions stop working there for good."""
        for_each(request, members, _workspace, lambda by, row: remove_member(by, row.user_id), "taken out")


def _workspace(row: Member | Invitation) -> UUID:
    return row.workspace_id


@admin.register(Invitation)
class InvitationAdmin(ShownAdmin):
    """Who may join what, if they want to. Owners invite, on the page of settings."""

    list_display = ("user", "workspace", "role", "by", "made_at", "expires_at")
    list_filter = ("role", ("workspace", AutocompleteSelectFilter))
    list_select_related = ("user", "workspace", "by")
    search_fields = ("user__username", "workspace__name")
    id_fields = ("pk", "user", "workspace")
    hidden = ("digest",)
    ordering = ("-pk",)
    actions = ("withdraw",)

    @admin.action(description="Withdraw")
    def withdraw(self, request: HttpRequest, invitations: QuerySet[Invitation]) -> None:
        """Their links no longer work."""
        for_each(request, invitations, _workspace, lambda by, row: withdraw_invitation(by, row.pk), "withdrawn")


@admin.register(ApiToken)
class ApiTokenAdmin(ShownAdmin):
    """Of a token only its first characters are known here."""

    list_display = ("name", "prefix", "user", "workspace", "reach", "expires_at", "last_used_at", "revoked_at")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter), ("workspace", AutocompleteSelectFilter))
    list_select_related = ("user", "workspace")
    search_fields = ("name", "prefix", "user__username")
    id_fields = ("pk", "user", "workspace")
    hidden = ("digest",)
    ordering = ("-pk",)
    actions = ("revoke",)

    @admin.display(description="May be used for")
    def reach(self, token: ApiToken) -> str:
        """Its scopes."""
        return "old, all scopes" if token.scopes is None else ", ".join(token.scopes)

    @admin.action(description="Revoke")
    def revoke(self, request: HttpRequest, tokens: QuerySet[ApiToken]) -> None:
        """Whoever uses them is refused from now on."""
        for_each(
            request,
            tokens,
            lambda token: token.workspace_id,
            lambda actor, token: revoke_token_of_member(actor, token.pk),
            "revoked",
        )
