"""What every page of the admin has in common: it shows rows, finds them by id, and writes nothing by itself."""

import uuid
from functools import reduce
from operator import or_
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from unfold.admin import ModelAdmin
from unfold.paginator import InfinitePaginator


class ShownAdmin(ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """Shows rows to whoever runs the installation (`is_staff`); neither adds, changes nor deletes them.

    `hidden` names columns that no page shows; binary columns are never shown. `id_fields` are lookups of UUIDs: an id
    in the search box finds the rows that it belongs to.
    """

    hidden: tuple[str, ...] = ()
    id_fields: tuple[str, ...] = ("pk",)
    editable: tuple[str, ...] = ()
    list_per_page = 50
    show_full_result_count = False
    list_filter_submit = True
    show_add_link = False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The list; of a filter or a chosen row that can be none, that this is so, above the whole list."""
        try:
            answer: HttpResponse = super().changelist_view(request, extra_context)
        except (ValidationError, ValueError) as wrong:
            if isinstance(wrong, ValueError) and not (request.method == "GET" and request.GET):
                raise  # no filter is wrong: an action may have failed halfway
            messages.error(request, "What was asked for can't be looked up, so nothing was done: choose anew.")
            return HttpResponseRedirect(request.path)
        return answer

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Staff see every section."""
        return bool(request.user.is_staff)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Staff see every row."""
        return bool(request.user.is_staff)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody: rows come from actions."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody, but where fields are named that an action changes."""
        return bool(self.editable) and self.has_view_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: other rows refer to these."""
        return False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Every column that may be shown, those that can be changed first."""
        columns = (*self.opts.concrete_fields, *self.opts.local_many_to_many)
        shown = [column.name for column in columns if not isinstance(column, models.BinaryField)]
        extra = [name for name in self.readonly_fields if name not in shown]
        rest = [name for name in (*shown, *extra) if name not in self.editable and name not in self.hidden]
        return [*self.editable, *rest]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """All but those that an action changes."""
        return [name for name in self.get_fields(request, obj) if name not in self.editable]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """An id finds the rows it belongs to; anything else is looked for in the words."""
        found = _id(search_term)
        if found is None or not self.id_fields:
            rows, doubles = super().get_search_results(request, queryset, search_term)
            return rows, doubles
        return queryset.filter(reduce(or_, (Q(**{name: found}) for name in self.id_fields))), True

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> None:
        """The action that changed it has left its entry in the audit log."""


class LongAdmin(ShownAdmin):
    """For tables that grow without end: rows are never counted."""

    paginator = InfinitePaginator


def _id(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text.strip())
    except ValueError:
        return None
