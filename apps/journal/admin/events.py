"""The pages of events and of the audit log."""

from django.contrib import admin

from apps.core.admin import LongAdmin, ShownAdmin
from apps.journal.models import AuditEntry, Event


@admin.register(Event)
class EventAdmin(LongAdmin):
    """The newest first; the id of a goal, a workspace or a team finds its events."""

    list_display = ("kind", "at", "actor", "stream_id", "seq", "team_id")
    list_filter = ("stream__kind",)
    search_fields = ("=kind", "=actor")
    search_help_text = "An id of a goal, a workspace or a team; a kind such as task.changed; an actor"
    id_fields = ("stream_id", "team_id")
    ordering = ("-pk",)


@admin.register(AuditEntry)
class AuditEntryAdmin(ShownAdmin):
    """The newest first; the id of a person, a workspace or of what was changed finds its entries."""

    list_display = ("deed", "outcome", "about", "by", "address", "at", "workspace_id")
    list_filter = ("outcome", "deed", "at")
    search_fields = ("=deed", "about", "actor", "=address")
    search_help_text = "Words, an address, or an id of a person, a workspace, or of what was changed"
    id_fields = ("user_id", "workspace_id", "object_id")
    ordering = ("-pk",)

    @admin.display(description="By", ordering="actor")
    def by(self, entry: AuditEntry) -> str:
        """A person, or the hub itself."""
        return entry.actor or "the hub"
