"""Registering an agent from the admin: found at its address, tested, and let into a workspace in one go."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from unfold.widgets import UnfoldAdminPasswordWidget, UnfoldAdminTextInputWidget

from apps.accounts.admin.changes import PROBLEMS, AddsByAction, note_refusal
from apps.accounts.queries import runner_in
from apps.agents.actions.registration import register_dialing
from apps.agents.models import Agent


class NewAgentForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic when it runs
    """Where an agent is, and what it is called here."""

    source = forms.CharField(
        label="Address",
        max_length=2000,
        widget=UnfoldAdminTextInputWidget(),
        help_text="Of it, or of its card. It is asked what it speaks and gets a test message: two minutes at most.",
    )
    token = forms.CharField(
        required=False,
        max_length=4000,
        widget=UnfoldAdminPasswordWidget(render_value=False, attrs={"autocomplete": "new-password"}),
        help_text="Where it asks for one. It is stored encrypted and never shown.",
    )

    class Meta:
        model = Agent
        fields = ("workspace", "handle", "name")

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for name in ("handle", "name"):
            self.fields[name].required = False
            self.fields[name].help_text = "Empty: as the agent calls itself."

    def register(self, user: Any) -> UUID:
        """Find, test and register it; gives its id. Raises as `register_dialing` does."""
        entered = self.cleaned_data
        told = {name: entered[name] for name in ("handle", "name") if entered[name]}
        credentials = {"token": entered["token"], "headers": ""}
        return register_dialing(runner_in(user, entered["workspace"].pk), entered["source"], credentials, told)


class RegistersAgents(AddsByAction):
    """For the page of agents: the form for a new one is answered before the transaction that Django saves a form in.

    Looking at an address takes longer than a transaction may be silent.
    """

    add_form = NewAgentForm
    add_fields = ("workspace", "source", "token", "handle", "name")
    autocomplete_fields = ("workspace",)

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """The form, or the page of the agent that was registered."""
        form = NewAgentForm(request.POST) if request.method == "POST" else None
        if form is not None and form.is_valid():
            try:
                key = form.register(request.user)
            except PROBLEMS as problem:
                note_refusal(request, problem)
            else:
                messages.success(request, "It answered its test and is registered.")
                return HttpResponseRedirect(reverse("admin:agents_agent_change", args=[key]))
        answer: HttpResponse = super().add_view(request, form_url, extra_context)  # type: ignore[misc]
        return answer

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        """None of what is not there yet."""
        return super().get_inlines(request, obj) if obj else []  # type: ignore[misc]
