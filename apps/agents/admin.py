"""The registry in the admin: look, search, switch on and off. Everything else is changed where it is checked."""

import uuid
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from apps.agents.actions import set_enabled
from apps.agents.models import Agent, Document


class ReadOnlyAdmin(ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """Shows rows; neither adds, changes nor deletes them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody: rows come from actions."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: rows are changed by actions."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: goals refer to these rows."""
        return False


@admin.register(Agent)
class AgentAdmin(ReadOnlyAdmin):
    """Who can be asked, with presence and record."""

    list_display = (
        "handle",
        "name",
        "workspace",
        "connector",
        "enabled",
        "availability",
        "goals_completed",
        "tasks_done",
        "tasks_failed",
        "last_seen_at",
    )
    list_filter = ("enabled", "availability", "connector", "workspace")
    list_select_related = ("workspace",)
    search_fields = ("handle", "name", "description")
    exclude = ("connector_config", "profile_vector", "vector")  # a connector's configuration may hold a key
    actions = ("enable", "disable")

    def has_switch_permission(self, request: HttpRequest) -> bool:
        """Those who may change agents, though only in this one thing."""
        return request.user.has_perm("agents.change_agent")

    @admin.action(description="Switch on", permissions=["switch"])
    def enable(self, request: HttpRequest, agents: QuerySet[Agent]) -> None:
        """Let these agents be asked again."""
        self._switch(request, agents, enabled=True)

    @admin.action(description="Switch off", permissions=["switch"])
    def disable(self, request: HttpRequest, agents: QuerySet[Agent]) -> None:
        """Never ask these agents until they are switched on."""
        self._switch(request, agents, enabled=False)

    def _switch(self, request: HttpRequest, agents: QuerySet[Agent], *, enabled: bool) -> None:
        keys: list[uuid.UUID] = list(agents.values_list("pk", flat=True))
        changed = set_enabled(keys, enabled)
        word = "on" if enabled else "off"
        messages.success(request, f"{changed} switched {word}.")


@admin.register(Document)
class DocumentAdmin(ReadOnlyAdmin):
    """The files that agents may read; their contents stay in the product."""

    list_display = ("name", "workspace", "media_type", "size", "created_at")
    list_filter = ("media_type", "workspace")
    list_select_related = ("workspace",)
    search_fields = ("name",)
    exclude = ("content",)
