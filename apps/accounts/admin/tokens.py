"""API tokens: whose they are, and their end."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from apps.accounts.actions import revoke_token_of_member
from apps.accounts.admin.changes import for_each
from apps.accounts.models import ApiToken
from apps.core.admin import ShownAdmin


@admin.register(ApiToken)
class ApiTokenAdmin(ShownAdmin):
    """Of a token only its first characters are known here."""

    list_display = ("name", "prefix", "user", "workspace", "reach", "expires_at", "last_used_at", "revoked_at")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter), "workspace")
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
