"""Work that was given, and another try at what failed."""

from collections.abc import Iterable

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.decorators import display

from apps.accounts.admin.changes import for_each
from apps.core.admin import ShownAdmin
from apps.teams.actions.retries import RETRIED, retry_task
from apps.teams.domain.states import GoalOutcome, TaskState
from apps.teams.models import Task

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
        return queryset.filter(state__in=RETRIED, team__goal__outcome=GoalOutcome.RUNNING)


@admin.register(Task)
class TaskAdmin(ShownAdmin):
    """Tasks of all teams."""

    list_display = ("__str__", "goal", "team", "owner_name", "standing", "state_at", "failure")
    list_filter = (DeadLetters, "state", "team__goal__workspace")
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
