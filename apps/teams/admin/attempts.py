"""Calls of agents with their leases, and the files that came of them."""

from django.contrib import admin
from django.utils import timezone
from unfold.decorators import display

from apps.core.admin import ShownAdmin
from apps.teams.domain.states import AttemptState
from apps.teams.models import Attempt, FileVersion

COLOURS = {
    AttemptState.RUNNING.value: "info",
    AttemptState.DONE.value: "success",
    AttemptState.FAILED.value: "danger",
    AttemptState.LOST.value: "danger",
    AttemptState.LATE.value: "warning",
}


@admin.register(Attempt)
class AttemptAdmin(ShownAdmin):
    """Each try at a task. A lease that has run out is given up by the sweeper within seconds."""

    list_display = ("task_title", "number", "agent", "standing", "lease", "worker", "started_at", "ended_at", "failure")
    list_filter = ("state", "agent__workspace", "started_at")
    list_select_related = ("task", "agent")
    search_fields = ("task__title", "agent__handle", "worker", "failure")
    search_help_text = "Words, a handle, a worker, or an id of an attempt, a task, an agent, a team or a goal"
    id_fields = ("pk", "task", "agent", "task__team", "task__team__goal")
    ordering = ("-pk",)
    readonly_fields = ("lease",)

    @admin.display(description="Task", ordering="task__title")
    def task_title(self, attempt: Attempt) -> str:
        """What it is a try at."""
        return str(attempt.task)

    @display(description="State", ordering="state", label=COLOURS)
    def standing(self, attempt: Attempt) -> str:
        """Where it stands."""
        return attempt.state

    @admin.display(description="Lease", ordering="lease_until")
    def lease(self, attempt: Attempt) -> str:
        """How long the worker's word still holds."""
        if attempt.lease_until is None:
            return ""
        left = (attempt.lease_until - timezone.now()).total_seconds()
        return f"{left:.0f} s left" if left >= 0 else f"ran out {-left:.0f} s ago"


@admin.register(FileVersion)
class FileVersionAdmin(ShownAdmin):
    """Versions of goals' files; their contents stay in the product."""

    list_display = ("file", "number", "state", "task", "media_type", "size", "created_at")
    list_filter = ("state", "media_type")
    list_select_related = ("file", "task")
    search_fields = ("file__name", "called")
    id_fields = ("pk", "file", "task", "attempt", "file__goal")
    ordering = ("-pk",)
