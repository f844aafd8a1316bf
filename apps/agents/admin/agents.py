"""The registry: who can be asked, how they are, what they may take on."""

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import TabularInline
from unfold.contrib.filters.admin import AutocompleteSelectFilter
from unfold.decorators import display
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminPasswordWidget

from apps.accounts.admin.changes import for_each
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict, NotFound, refusals_under
from apps.accounts.queries import runner_in
from apps.agents.actions import probe_agent, set_enabled, set_quota, set_secrets
from apps.agents.actions.grants import set_trust
from apps.agents.actions.registry import remove_agent
from apps.agents.admin.registering import RegistersAgents
from apps.agents.domain.calls import ProbeResult
from apps.agents.domain.connectors import setting_name
from apps.agents.domain.profile import Askers, Availability, Trust
from apps.agents.domain.registration import LONGEST_CALL, LONGEST_TEST, MOST_CALLS, QUOTA
from apps.agents.models import Agent, Connection, Document
from apps.agents.queries.connectors import secrets_of
from apps.agents.queries.workload import running_calls
from apps.core.admin import ShownAdmin

COLOURS = {
    Availability.ONLINE.value: "success",
    Availability.UNSTABLE.value: "warning",
    Availability.OFFLINE.value: "danger",
}

MOST_PROBED = 5
REMOVED = "removed"
_RANGES = {
    "concurrency": (1, MOST_CALLS),
    "calls_per_minute": (0, MOST_CALLS),
    "timeout_seconds": (1, LONGEST_CALL),
    "test_seconds": (1, LONGEST_TEST),
}
TRUST = ("trust", "askers")
SECRET = "secret_"  # noqa: S105  how the fields of secrets begin


class ConnectionInline(TabularInline):  # type: ignore[misc]  # unfold has no types
    """The ways to an agent: the workspace's and those of people, each as it stands, without where it leads."""

    model = Connection
    tab = True
    fields = readonly_fields = (
        "owner",
        "connector",
        "enabled",
        "availability",
        "last_seen_at",
        "problem",
        *QUOTA,
        "created_at",
        "removed_at",
    )
    ordering = ("pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Without their settings."""
        return super().get_queryset(request).select_related("owner").defer("connector_config")  # type: ignore[no-any-return]

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Staff see them."""
        return bool(request.user.is_staff)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: they come from actions."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: actions do."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: work refers to them."""
        return False


@admin.register(Agent)
class AgentAdmin(RegistersAgents, ShownAdmin):
    """Health, record and quota. How its connections lead there is never shown: secrets are written and never read."""

    list_display = (
        "handle",
        "name",
        "workspace",
        "way",
        "enabled",
        "health",
        "calls",
        "tasks_done",
        "tasks_failed",
        "seen",
        "trouble",
    )
    list_filter = (
        "enabled",
        "connection__availability",
        ("connection__out_since", admin.EmptyFieldListFilter),
        ("removed_at", admin.EmptyFieldListFilter),
        "connection__connector",
        ("workspace", AutocompleteSelectFilter),
    )
    inlines = (ConnectionInline,)
    search_fields = ("handle", "name", "description")
    id_fields = ("pk", "workspace")
    ordering = ("workspace__name", "handle")
    hidden = ("connection", "profile_vector", "vector", "goal_words")
    editable = (*QUOTA, *TRUST)
    actions = ("enable", "disable", "probe", "remove")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With the number of calls that run now, without the vectors."""
        agents = super().get_queryset(request).select_related("workspace", "connection")
        agents = agents.defer("profile_vector", "vector")
        return agents.annotate(running=running_calls("connection"))  # type: ignore[no-any-return]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **more: Any) -> Any:
        """The quota in the ranges that the registry takes, and an empty field for each secret of the connection."""
        if obj is None:
            return super().get_form(request, obj, change, **more)
        secrets = {SECRET + name: _secret(obj, name) for name in _secrets(obj)}
        base = type("AgentForm", (forms.ModelForm,), {**{name: _limit(obj, name) for name in QUOTA}, **secrets})
        form = super().get_form(request, obj, change, **{**more, "form": base})
        for name in TRUST:
            form.base_fields[name].required = False  # left out it stays
        return form

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """The quota and the secrets first."""
        return [*(SECRET + name for name in _secrets(obj)), *super().get_fields(request, obj)]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """All but the quota and the secrets."""
        return [name for name in super().get_readonly_fields(request, obj) if not name.startswith(SECRET)]

    def save_model(self, request: HttpRequest, obj: Agent, form: forms.Form, change: bool) -> None:
        """Set the quota, and the secrets that were entered."""
        actor = runner_in(request.user, obj.workspace_id)
        entered = {name: form.cleaned_data[SECRET + name] for name in _secrets(obj)}
        if any(entered.values()):
            with refusals_under(**{name: SECRET + name for name in entered}):
                set_secrets(actor, obj.pk, entered)
        if set(form.changed_data) & set(QUOTA):
            set_quota(actor, obj.pk, **{name: form.cleaned_data[name] for name in QUOTA})
        trust, askers = (form.cleaned_data[name] for name in TRUST)
        if trust and askers and set(form.changed_data) & set(TRUST):
            set_trust(actor, obj.pk, Trust(trust), Askers(askers))

    @display(description="Availability", ordering="connection__availability", label=COLOURS)
    def health(self, agent: Agent) -> str:
        """As of the last time somebody asked it; one that was removed is asked by nobody."""
        return agent.connection.availability if agent.removed_at is None else REMOVED

    @admin.display(description="Calls now", ordering="running")
    def calls(self, agent: Any) -> str:
        """How many of its slots are taken."""
        return f"{agent.running} of {agent.connection.concurrency}"

    @admin.display(description="Connector", ordering="connection__connector")
    def way(self, agent: Agent) -> str:
        """How the workspace reaches it."""
        return agent.connection.connector

    @admin.display(description="Last seen at", ordering="connection__last_seen_at")
    def seen(self, agent: Agent) -> datetime | None:
        """When it last answered over the workspace's connection."""
        return agent.connection.last_seen_at

    @admin.display(description="Problem", ordering="connection__problem")
    def trouble(self, agent: Agent) -> str:
        """What the last check of the workspace's connection found wrong."""
        return agent.connection.problem

    @admin.action(description="Switch on")
    def enable(self, request: HttpRequest, agents: QuerySet[Agent]) -> None:
        """Let these agents be asked again."""
        self._switch(request, agents, enabled=True)

    @admin.action(description="Switch off")
    def disable(self, request: HttpRequest, agents: QuerySet[Agent]) -> None:
        """Never ask these agents until they are switched on."""
        self._switch(request, agents, enabled=False)

    @admin.action(description="Send a test message")
    def probe(self, request: HttpRequest, agents: QuerySet[Agent]) -> None:
        """Ask each whether it answers and note how it went; five at most, since each may take a minute."""
        found = list(agents.values_list("handle", "pk"))
        for handle, key in found[:MOST_PROBED]:
            try:
                _tell(request, handle, probe_agent(key))
            except Conflict as paced:
                messages.warning(request, str(paced))
            except NotFound as removed:
                messages.error(request, f"@{handle}: {removed}")
        if len(found) > MOST_PROBED:
            messages.warning(request, f"Only the first {MOST_PROBED} were asked: send the others one by one.")

    @admin.action(description="Remove from the registry")
    def remove(self, request: HttpRequest, agents: QuerySet[Agent]) -> None:
        """Nobody finds or asks them any more; what they did stays readable, their connections are forgotten."""
        for_each(
            request,
            agents,
            lambda agent: agent.workspace_id,
            lambda actor, agent: remove_agent(actor, agent.pk),
            "removed",
        )

    def _switch(self, request: HttpRequest, agents: QuerySet[Agent], *, enabled: bool) -> None:
        def switch(actor: Actor, agent: Agent) -> None:
            if agent.removed_at is not None:
                raise NotFound("It was removed from the registry: register it anew.")
            set_enabled([agent.pk], enabled, actor)

        for_each(request, agents, lambda agent: agent.workspace_id, switch, f"switched {'on' if enabled else 'off'}")


def _secrets(agent: Agent | None) -> tuple[str, ...]:
    return secrets_of(agent.connection.connector) if agent and agent.removed_at is None else ()


def _limit(agent: Agent | None, name: str) -> forms.IntegerField:
    """One limit of the workspace's connection, in the range that the registry takes."""
    least, most = _RANGES[name]
    helped = {field.name: field.help_text for field in Connection._meta.concrete_fields}  # noqa: SLF001  no other way
    return forms.IntegerField(
        min_value=least,
        max_value=most,
        initial=getattr(agent.connection, name) if agent else None,
        widget=UnfoldAdminIntegerFieldWidget(),
        help_text=helped[name],
    )


def _secret(agent: Agent, name: str) -> forms.CharField:
    return forms.CharField(
        required=False,
        label=setting_name(name),
        max_length=20_000,
        widget=UnfoldAdminPasswordWidget(render_value=False, attrs={"autocomplete": "new-password"}),
        help_text="One is stored. Empty: it stays." if name in agent.connection.connector_config else "None is stored.",
    )


def _tell(request: HttpRequest, handle: str, card: ProbeResult) -> None:
    if card.problem:
        messages.error(request, f"@{handle}: {card.problem}")
    else:
        said = f" and said: {card.reply}" if card.reply else "."
        messages.success(request, f"@{handle} answered in {card.latency_ms} ms{said}")


@admin.register(Document)
class DocumentAdmin(ShownAdmin):
    """What there is, and how large; contents stay in the product."""

    list_display = ("name", "workspace", "media_type", "size", "goal_id", "created_at")
    list_filter = ("media_type", ("workspace", AutocompleteSelectFilter))
    list_select_related = ("workspace",)
    search_fields = ("name",)
    id_fields = ("pk", "workspace", "goal_id")
    ordering = ("-pk",)
