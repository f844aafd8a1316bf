"""Workspaces: their model, and what holds for goals that don't say."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminDecimalFieldWidget, UnfoldAdminPasswordWidget, UnfoldAdminTextInputWidget

from apps.accounts.actions import (
    change_default_limits,
    change_default_review,
    clear_model_settings,
    open_workspace,
    set_model_settings,
)
from apps.accounts.admin.changes import AddsByAction
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import refusals_under
from apps.accounts.domain.workspace_settings import LIMIT_RANGES
from apps.accounts.models import User, Workspace
from apps.accounts.queries import runner_in
from apps.core.admin import ShownAdmin

MODEL = ("model_base_url", "model_name", "new_key", "prompt_price", "completion_price")
LIMITS = tuple(entry.name for entry in LIMIT_RANGES)


def _number(**about: Any) -> forms.FloatField:
    return forms.FloatField(required=False, widget=UnfoldAdminDecimalFieldWidget, **about)


class WorkspaceForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic when it runs
    """What may be changed. The model's key is written here and never read."""

    new_key = forms.CharField(
        required=False,
        label="API key",
        widget=UnfoldAdminPasswordWidget(render_value=False, attrs={"autocomplete": "new-password"}),
        help_text="Empty: the stored key stays.",
    )
    prompt_price = _number(min_value=0, help_text="US dollars per million tokens.")
    completion_price = _number(min_value=0, help_text="US dollars per million tokens.")
    turns, tokens, money, minutes, depth, teams = (
        _number(min_value=entry.lowest, max_value=entry.highest, help_text=f"{entry.counts}. Empty: the default.")
        for entry in LIMIT_RANGES
    )

    class Meta:
        model = Workspace
        fields = ("model_base_url", "model_name", "default_review")

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        prices = self.instance.model_prices
        self.initial.update({f"{name}_price": prices.get(name) for name in ("prompt", "completion")})
        self.initial.update({name: self.instance.default_limits.get(name) for name in LIMITS})

    def limits(self) -> dict[str, float | None]:
        """The limits as they were entered; whole numbers where only those are meant."""
        whole = {entry.name for entry in LIMIT_RANGES if entry.whole}
        entered = {name: self.cleaned_data[name] for name in LIMITS}
        return {
            name: int(value) if name in whole and value is not None and value == int(value) else value
            for name, value in entered.items()
        }


class NewWorkspaceForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic when it runs
    """A workspace to open, and the person who is its first owner."""

    username = forms.CharField(
        label="Owner's user name",
        max_length=60,
        widget=UnfoldAdminTextInputWidget(),
        help_text="Somebody new, or who belongs to no workspace. Their way in: manage.py sign_in_link with this name.",
    )
    display_name = forms.CharField(
        label="Owner's name", max_length=80, required=False, widget=UnfoldAdminTextInputWidget()
    )

    class Meta:
        model = Workspace
        fields = ("name", "slug")


@admin.register(Workspace)
class WorkspaceAdmin(AddsByAction, ShownAdmin):
    """Tenants of this installation."""

    form = WorkspaceForm
    add_form = NewWorkspaceForm
    add_fields = ("name", "slug", "username", "display_name")
    list_display = ("name", "slug", "model_name", "has_key", "created_at")
    search_fields = ("name", "slug")
    ordering = ("name",)
    editable = (*MODEL, *LIMITS, "default_review")
    readonly_fields = ("has_key",)
    hidden = ("model_prices", "default_limits")
    fieldsets = (
        (None, {"fields": ("name", "slug", "id", "created_at")}),
        ("Model", {"fields": ("has_key", *MODEL)}),
        ("Limits of goals that name none", {"fields": LIMITS}),
        ("Review of the answers of goals that don't say", {"fields": ("default_review",)}),
    )

    @admin.display(description="Model key stored", boolean=True)
    def has_key(self, workspace: Workspace) -> bool:
        """Whether there is one; the key itself is never shown."""
        return workspace.model_key_sealed is not None

    def add_row(self, request: HttpRequest, entered: dict[str, Any]) -> Any:
        """Open the workspace with its first owner; the built-in agents come in on its page of agents."""
        assert isinstance(request.user, User)  # noqa: S101  the admin lets nobody else in
        return open_workspace(request.user, **entered)

    def change_row(self, request: HttpRequest, obj: Workspace, form: WorkspaceForm) -> None:
        """Change those that were changed of the model, the limits and the review."""
        actor, entered = runner_in(request.user, obj.pk), set(form.changed_data)
        if entered & set(MODEL):
            _set_model(actor, form.cleaned_data)
        if entered & set(LIMITS):
            change_default_limits(actor, form.limits())
        if "default_review" in entered:
            change_default_review(actor, form.cleaned_data["default_review"])


def _set_model(actor: Actor, entered: dict[str, Any]) -> None:
    if not entered["model_base_url"] and not entered["model_name"]:
        clear_model_settings(actor)
        return
    with refusals_under(base_url="model_base_url", model="model_name", api_key="new_key"):
        set_model_settings(
            actor,
            base_url=entered["model_base_url"],
            model=entered["model_name"],
            api_key=entered["new_key"],
            prompt_price=entered["prompt_price"],
            completion_price=entered["completion_price"],
        )
