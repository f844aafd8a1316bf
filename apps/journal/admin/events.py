"""What happened, in order, per goal or workspace."""

from django.contrib import admin

from apps.core.admin import LongAdmin
from apps.journal.models import Event


@admin.register(Event)
class EventAdmin(LongAdmin):
    """The newest first; the id of a goal, a workspace or a team finds its events."""

    list_display = ("kind", "at", "actor", "stream_id", "seq", "team_id")
    list_filter = ("stream__kind",)
    search_fields = ("=kind", "=actor")
    search_help_text = "An id of a goal, a workspace or a team; a kind such as task.changed; an actor"
    id_fields = ("stream_id", "team_id")
    ordering = ("-pk",)
