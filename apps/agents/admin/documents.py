"""The files that agents may read."""

from django.contrib import admin

from apps.agents.models import Document
from apps.core.admin import ShownAdmin


@admin.register(Document)
class DocumentAdmin(ShownAdmin):
    """What there is, and how large; contents stay in the product."""

    list_display = ("name", "workspace", "media_type", "size", "goal_id", "created_at")
    list_filter = ("media_type", "workspace")
    list_select_related = ("workspace",)
    search_fields = ("name",)
    id_fields = ("pk", "workspace", "goal_id")
    ordering = ("-pk",)
