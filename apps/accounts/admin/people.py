"""Persons, and what they are in which workspace."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest

from apps.accounts.actions import change_role, remove_member
from apps.accounts.admin.acting import SavesByAction, for_each
from apps.accounts.domain.roles import Role
from apps.accounts.models import Member, User
from apps.accounts.queries import runner_in
from apps.journal.admin.base import ShownAdmin


@admin.register(User)
class UserAdmin(ShownAdmin):
    """Everybody who can sign in. People come and go on the settings page of their workspace."""

    list_display = ("username", "display_name", "is_active", "is_staff", "last_login", "date_joined")
    list_filter = ("is_active", "is_staff")
    search_fields = ("username", "display_name", "email")
    hidden = ("password", "groups", "user_permissions")
    ordering = ("username",)


@admin.register(Member)
class MemberAdmin(SavesByAction, ShownAdmin):
    """Who belongs to which workspace, and as what."""

    list_display = ("user", "workspace", "role")
    list_filter = ("role", "workspace")
    list_select_related = ("user", "workspace")
    search_fields = ("user__username", "user__display_name", "workspace__name")
    id_fields = ("user", "workspace")
    ordering = ("workspace__name", "user__username")
    editable = ("role",)
    actions = ("take_out",)

    def save_model(self, request: HttpRequest, obj: Member, form: "ModelForm[Member]", change: bool) -> None:
        """Give the member another role."""
        change_role(runner_in(request.user, obj.workspace_id), obj.user_id, Role(form.cleaned_data["role"]))

    @admin.action(description="Take out of the workspace")
    def take_out(self, request: HttpRequest, members: QuerySet[Member]) -> None:
        """They may come back; their tokens for the workspace stop working."""

        def remove(actor: Any, member: Member) -> None:
            remove_member(actor, member.user_id)

        for_each(request, members, lambda member: member.workspace_id, remove, "taken out")
