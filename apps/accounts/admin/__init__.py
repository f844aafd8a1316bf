"""People, workspaces and what lets them in, for whoever runs the installation."""

from django.contrib import admin
from django.contrib.auth.models import Group

from apps.accounts.admin.people import ApiTokenAdmin, InvitationAdmin, MemberAdmin, UserAdmin
from apps.accounts.admin.workspaces import WorkspaceAdmin

__all__ = ["ApiTokenAdmin", "InvitationAdmin", "MemberAdmin", "UserAdmin", "WorkspaceAdmin"]

admin.site.unregister(Group)  # roles belong to workspaces; the product has no groups
