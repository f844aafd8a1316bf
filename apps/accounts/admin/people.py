"""Persons, and what they are in which workspace."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminTextInputWidget

from apps.accounts.actions import add_member, change_role, remove_member
from apps.accounts.admin.acting import AddsByAction, for_each
from apps.accounts.domain.roles import Role
from apps.accounts.models import Member, User
from apps.accounts.queries import runner_in
from apps.journal.admin.base import ShownAdmin


@admin.register(User)
class UserAdmin(ShownAdmin):
    """Everybody who can sign in. People come as members of a workspace."""

    list_display = ("username", "display_name", "is_active", "is_staff", "last_login", "date_joined")
    list_filter = ("is_active", "is_staff")
    search_fields = ("username", "display_name", "email")
    hidden = ("password", "groups", "user_permissions")
    ordering = ("username",)


class NewMemberForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic when it runs
    """A person to let in: somebody new, or who belongs to no workspace any more."""

    username = forms.CharField(label="User name", max_length=60, widget=UnfoldAdminTextInputWidget())
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

    list_display = ("user", "workspace", "role")
    list_filter = ("role", "workspace")
    list_select_related = ("user", "workspace")
    search_fields = ("user__username", "user__display_name", "workspace__name")
    id_fields = ("user", "workspace")
    ordering = ("workspace__name", "user__username")
    editable = ("role",)
    actions = ("take_out",)

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

    @admin.action(description="Take out of the workspace")
    def take_out(self, request: HttpRequest, members: QuerySet[Member]) -> None:
        """They may come back; their tokens for the workspace stop working."""

        def remove(actor: Any, member: Member) -> None:
            remove_member(actor, member.user_id)

        for_each(request, members, lambda member: member.workspace_id, remove, "taken out")
