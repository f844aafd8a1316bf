"""Where each team's talk stands; teams are paused, resumed and stopped here."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import URLPattern, path, reverse
from unfold.contrib.filters.admin import AutocompleteSelectFilter
from unfold.decorators import display

from apps.accounts.admin.changes import for_each
from apps.accounts.domain.access import Actor
from apps.chat.actions import pause, resume, stop
from apps.chat.admin import stuck
from apps.chat.domain.states import Phase
from apps.chat.models import Conversation
from apps.core.admin import ShownAdmin

COLOURS = {
    Phase.DISCUSSION.value: "info",
    Phase.SYNC_TASK.value: "info",
    Phase.ASYNC_TASK.value: "info",
    Phase.CONCLUDED.value: "success",
    Phase.FAILED.value: "danger",
}


@admin.register(Conversation)
class ConversationAdmin(ShownAdmin):
    """What is done to the room of a root team is done to the whole goal."""

    list_display = ("team", "goal", "standing", "round", "turn", "turn_state", "turn_due_at", "frozen", "phase_at")
    list_filter = (
        "phase",
        "turn_state",
        ("team__frozen_at", admin.EmptyFieldListFilter),
        ("team__goal__workspace", AutocompleteSelectFilter),
    )
    list_select_related = ("team__goal",)
    search_fields = ("team__name", "team__goal__title")
    search_help_text = "Words, or an id of a conversation, a team or a goal"
    id_fields = ("pk", "team", "team__goal")
    ordering = ("-pk",)
    actions = ("pause", "resume", "stop")

    def get_urls(self) -> list[URLPattern]:
        """The page of what is stuck, before the pages of single rows."""
        page = path("stuck/", self.admin_site.admin_view(stuck.page), name="chat_conversation_stuck")
        return [page, *super().get_urls()]

    def view_on_site(self, conversation: Conversation) -> str:
        """The goal's room."""
        return reverse("room", args=[conversation.team.goal_id])

    @admin.display(ordering="team__goal")
    def goal(self, conversation: Conversation) -> str:
        """What the team works on."""
        return conversation.team.goal.title

    @display(description="Phase", ordering="phase", label=COLOURS)
    def standing(self, conversation: Conversation) -> str:
        """What it is at."""
        return conversation.phase

    @admin.display(boolean=True, ordering="team__frozen_at")
    def frozen(self, conversation: Conversation) -> bool:
        """Whether a pause or a limit holds it."""
        return conversation.team.frozen_at is not None

    @admin.action(description="Pause")
    def pause(self, request: HttpRequest, conversations: QuerySet[Conversation]) -> None:
        """Nothing new starts in these teams and all below them."""
        _each(request, conversations, pause, "paused")

    @admin.action(description="Resume")
    def resume(self, request: HttpRequest, conversations: QuerySet[Conversation]) -> None:
        """They go on."""
        _each(request, conversations, resume, "resumed")

    @admin.action(description="Stop for good")
    def stop(self, request: HttpRequest, conversations: QuerySet[Conversation]) -> None:
        """They end now, and all below them."""
        _each(request, conversations, stop, "stopped")


def _each(
    request: HttpRequest,
    conversations: QuerySet[Conversation],
    do: Callable[[Actor, UUID], None],
    done: str,
) -> None:
    for_each(
        request,
        conversations.select_related("team__goal"),
        lambda conversation: conversation.team.goal.workspace_id,
        lambda actor, conversation: do(actor, conversation.team_id),
        done,
    )
