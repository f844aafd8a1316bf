"""The files that agents may read."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from apps.agents.models import Document
from apps.journal.admin.base import ShownAdmin


@admin.register(Document)
class DocumentAdmin(ShownAdmin):
    """What there is, and how large; contents stay in the product."""

    list_display = ("name", "workspace", "media_type", "size", "goal_id", "created_at")
    list_filter = ("media_type", "workspace")
    list_select_related = ("workspace",)
    search_fields = ("name",)
    id_fields = ("pk", "workspace", "goal_id")
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Without the contents, which may be 20 MB each."""
        return super().get_queryset(request).defer("content")  # type: ignore[no-any-return]
