"""The page that says what is stuck, and why."""

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.timesince import timesince

from apps.chat.queries.due_work import stuck_items
from apps.teams.queries.waiting_work import Waiting

USUAL = 30  # seconds
CHOICES = ((0, "any time"), (30, "30 seconds"), (300, "5 minutes"), (3_600, "an hour"))
PAGES = {"conversation": "chat_conversation", "task": "teams_task", "attempt": "teams_attempt"}


class Longer(forms.Form):
    """How long something must have waited to be listed."""

    seconds = forms.IntegerField(min_value=0, max_value=30 * 86_400)


def page(request: HttpRequest) -> HttpResponse:
    """Everything that has waited for longer than `seconds` of the address, 30 if it names none or nonsense."""
    form = Longer(request.GET)
    seconds = form.cleaned_data["seconds"] if form.is_valid() else USUAL
    rows = stuck_items(timezone.now(), timedelta(seconds=seconds))
    context = {
        **admin.site.each_context(request),
        "title": "What is stuck, and why",
        "seconds": seconds,
        "choices": CHOICES,
        "table": {
            "headers": ["Waits for", "Why", "What", "Goal", "Workspace", "For"],
            "rows": [_cells(row) for row in rows],
        },
    }
    return TemplateResponse(request, "admin/chat/stuck.html", context)


def _cells(row: Waiting) -> list[Any]:
    there = reverse(f"admin:{PAGES[row.kind]}_change", args=[row.id])
    goal = reverse("admin:teams_goal_change", args=[row.goal_id])
    return [
        format_html('<span class="cause cause-{}">{}</span>', row.why.cause.value, row.why.cause.value),
        row.why.words,
        format_html(
            '<a class="text-primary-600 dark:text-primary-500" href="{}">{}: {}</a>', there, row.kind, row.what
        ),
        format_html('<a href="{}">{}</a>', goal, row.goal),
        row.workspace,
        timesince(row.since),
    ]
