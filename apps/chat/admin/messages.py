"""What was said, and who was asked to say it."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.decorators import display

from apps.chat.domain.states import TurnOutcome
from apps.chat.models import Message, Turn
from apps.core.admin import LongAdmin

SHOWN = 120  # characters of a message in a list
COLOURS = {
    TurnOutcome.OPEN.value: "info",
    TurnOutcome.SPOKEN.value: "success",
    TurnOutcome.FAILED.value: "danger",
    TurnOutcome.LOST.value: "danger",
}


@admin.register(Message)
class MessageAdmin(LongAdmin):
    """Every line of every room, as plain text."""

    list_display = ("number", "kind", "said", "by", "voice", "team", "created_at")
    list_filter = ("kind", "delivery")
    list_select_related = ("member__agent", "member__user", "conversation__team")
    search_fields = ("text",)
    search_help_text = "Words, or an id of a message, a conversation, a team or a goal"
    id_fields = ("pk", "conversation", "conversation__team", "conversation__team__goal")
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Without the HTML."""
        return super().get_queryset(request).defer("html")  # type: ignore[no-any-return]

    @admin.display(description="Text")
    def said(self, message: Message) -> str:
        """Its beginning."""
        return message.text[:SHOWN] + ("…" if len(message.text) > SHOWN else "")

    @admin.display(description="By")
    def by(self, message: Message) -> str:
        """A handle, a person, the coordinator, or the hub."""
        member = message.member
        return str(member.agent or member.user or member.kind) if member else "the hub"

    @admin.display(ordering="conversation__team__name")
    def team(self, message: Message) -> str:
        """Whose room it is."""
        return message.conversation.team.name


@admin.register(Turn)
class TurnAdmin(LongAdmin):
    """Each try at a turn, with what it cost and why it failed."""

    list_display = ("number", "team", "how", "voice", "worker", "started_at", "ended_at", "tokens", "failure")
    list_filter = ("outcome", "started_at")
    list_select_related = ("conversation__team",)
    search_fields = ("voice", "worker", "failure")
    id_fields = ("conversation", "conversation__team", "conversation__team__goal")
    ordering = ("-pk",)

    @admin.display(ordering="conversation__team__name")
    def team(self, turn: Turn) -> str:
        """Whose room it is."""
        return turn.conversation.team.name

    @display(description="Outcome", ordering="outcome", label=COLOURS)
    def how(self, turn: Turn) -> str:
        """How it ended, if it did."""
        return turn.outcome

    @admin.display
    def tokens(self, turn: Turn) -> str:
        """Prompt and completion together."""
        return f"{turn.prompt_tokens + turn.completion_tokens:,}"
