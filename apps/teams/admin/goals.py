"""What was asked for, who works on it, and what waits for a person."""

from typing import Any

from django.contrib import admin
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.urls import reverse
from unfold.admin import TabularInline
from unfold.contrib.filters.admin import AutocompleteSelectFilter
from unfold.decorators import display

from apps.core.admin import ShownAdmin
from apps.teams.domain.states import ApprovalState, GoalOutcome
from apps.teams.models import Approval, Goal, Member, Team

OUTCOMES = {
    GoalOutcome.RUNNING.value: "info",
    GoalOutcome.DONE.value: "success",
    GoalOutcome.PARTIAL.value: "warning",
    GoalOutcome.FAILED.value: "danger",
}
ANSWERS = {ApprovalState.PENDING.value: "warning", ApprovalState.ANSWERED.value: "success"}


@admin.register(Goal)
class GoalAdmin(ShownAdmin):
    """Goals with what they have spent. They are paused and stopped where their conversations are listed."""

    list_display = ("title", "workspace", "how", "priority", "turns", "tokens", "money", "created_at", "ended_at")
    list_filter = ("outcome", "priority", ("workspace", AutocompleteSelectFilter), "created_at")
    list_select_related = ("workspace",)
    search_fields = ("title", "text")
    id_fields = ("pk", "workspace", "created_by", "teams__pk")
    hidden = ("observation",)  # may hold whatever the observation hook asks for
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With what the root team and all below it have spent."""
        root = Team.objects.filter(goal=OuterRef("pk"), parent=None)
        spent = {name: Subquery(root.values(name)[:1]) for name in ("spent_turns", "spent_tokens", "spent_money")}
        return super().get_queryset(request).annotate(**spent)  # type: ignore[no-any-return]

    def view_on_site(self, goal: Goal) -> str:
        """Its room, for those who belong to its workspace."""
        return reverse("room", args=[goal.pk])

    @display(description="Outcome", ordering="outcome", label=OUTCOMES)
    def how(self, goal: Goal) -> str:
        """How it ended, if it did."""
        return goal.outcome

    @admin.display(ordering="spent_turns")
    def turns(self, goal: Any) -> int:
        """Turns taken."""
        return goal.spent_turns or 0

    @admin.display(ordering="spent_tokens")
    def tokens(self, goal: Any) -> str:
        """Tokens used."""
        return f"{goal.spent_tokens or 0:,}"

    @admin.display(description="US $", ordering="spent_money")
    def money(self, goal: Any) -> str:
        """Where prices are known."""
        return f"{goal.spent_money or 0:.2f}"


class MemberInline(TabularInline):  # type: ignore[misc]  # unfold has no types
    """Who has a seat."""

    model = Member
    extra = 0
    can_delete = False
    fields = readonly_fields = ("kind", "agent", "user", "lead", "joined_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With their names."""
        return super().get_queryset(request).select_related("agent", "user")  # type: ignore[no-any-return]

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: formation seats them."""
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Staff."""
        return bool(request.user.is_staff)


@admin.register(Team)
class TeamAdmin(ShownAdmin):
    """Teams and sub-teams, with what they and all below them have spent."""

    list_display = ("name", "goal", "depth", "spent_turns", "spent_tokens", "frozen_at", "ended_at", "created_at")
    list_filter = (
        ("frozen_at", admin.EmptyFieldListFilter),
        ("ended_at", admin.EmptyFieldListFilter),
        "depth",
        ("goal__workspace", AutocompleteSelectFilter),
    )
    list_select_related = ("goal",)
    search_fields = ("name", "purpose")
    id_fields = ("pk", "goal", "parent")
    ordering = ("-pk",)
    inlines = (MemberInline,)


@admin.register(Approval)
class ApprovalAdmin(ShownAdmin):
    """What waits for a person, or did. It is answered in its room, by somebody of its workspace."""

    list_display = ("question", "kind", "standing", "team", "asked_at", "decided_by", "decided_at")
    list_filter = ("state", "kind", ("team__goal__workspace", AutocompleteSelectFilter))
    list_select_related = ("team", "decided_by")
    search_fields = ("question", "answer")
    id_fields = ("pk", "team", "task", "team__goal")
    ordering = ("-pk",)

    def view_on_site(self, approval: Approval) -> str:
        """The goal's room."""
        return reverse("room", args=[approval.team.goal_id])

    @display(description="State", ordering="state", label=ANSWERS)
    def standing(self, approval: Approval) -> str:
        """Whether it still waits."""
        return approval.state
