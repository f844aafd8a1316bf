"""Work that was given, and another try at what failed."""

from collections.abc import Iterable

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from unfold.contrib.filters.admin import AutocompleteSelectFilter
from unfold.decorators import display

from apps.accounts.admin.changes import for_each
from apps.core.admin import ShownAdmin
from apps.teams.actions.retries import retry_task
from apps.teams.domain.states import RETRIABLE_TASK, AttemptState, GoalOutcome, TaskState
from apps.teams.models import Attempt, FileVersion, Task

COLOURS = {
    TaskState.WORKING.value: "info",
    TaskState.HELD.value: "warning",
    TaskState.ASKING.value: "warning",
    TaskState.UNKNOWN.value: "danger",
    TaskState.DONE.value: "success",
    TaskState.FAILED.value: "danger",
}


class DeadLetters(admin.SimpleListFilter):
    """Tasks that went wrong in goals that still run."""

    title = "dead letters"
    parameter_name = "dead"

    def lookups(self, request: HttpRequest, model_admin: object) -> Iterable[tuple[str, str]]:
        """One choice beside "all"."""
        return [("yes", "Failed, or outcome unknown, in a running goal")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Task]) -> QuerySet[Task]:
        """Those that may be tried again."""
        if self.value() != "yes":
            return queryset
        return queryset.filter(state__in=RETRIABLE_TASK, team__goal__outcome=GoalOutcome.RUNNING)


@admin.register(Task)
class TaskAdmin(ShownAdmin):
    """Tasks of all teams."""

    list_display = ("__str__", "goal", "team", "owner_name", "standing", "state_at", "failure")
    list_filter = (DeadLetters, "state", ("team__goal__workspace", AutocompleteSelectFilter))
    list_select_related = ("team__goal", "owner__agent")
    search_fields = ("title", "brief", "owner__agent__handle")
    search_help_text = "Words, a handle, or an id of a task, a team, a goal or an agent"
    id_fields = ("pk", "team", "team__goal", "owner__agent")
    ordering = ("-pk",)
    actions = ("retry",)

    @admin.display(ordering="team__goal")
    def goal(self, task: Task) -> str:
        """What it is a part of."""
        return task.team.goal.title

    @admin.display(description="Owner", ordering="owner__agent__handle")
    def owner_name(self, task: Task) -> str:
        """The agent that does it, or leads the team that does."""
        return str(task.owner.agent or "")

    @display(description="State", ordering="state", label=COLOURS)
    def standing(self, task: Task) -> str:
        """Where it stands."""
        return task.state

    @admin.action(description="Try again")
    def retry(self, request: HttpRequest, tasks: QuerySet[Task]) -> None:
        """One more attempt at each."""
        for_each(
            request,
            tasks.select_related("team__goal"),
            lambda task: task.team.goal.workspace_id,
            lambda actor, task: retry_task(actor, task.pk),
            "tried again",
        )


ATTEMPT_COLOURS = {
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
    list_filter = ("state", ("agent__workspace", AutocompleteSelectFilter), "started_at")
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

    @display(description="State", ordering="state", label=ATTEMPT_COLOURS)
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
