"""Who did what only some may do."""

from django.contrib import admin

from apps.core.admin import ShownAdmin
from apps.journal.models import AuditEntry


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
