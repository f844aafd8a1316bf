"""The registry goes out as a file, and agents come in from one."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.domain.access import Actor, Role
from apps.accounts.queries import require
from apps.agents.actions.registry_import import Brought, import_agents, import_built_in
from apps.agents.queries.registry_export import export_csv, export_json
from apps.web.forms.agents import ImportForm
from apps.web.views.door import attempt, member_page


@require_safe
@member_page
def as_json(request: HttpRequest, actor: Actor) -> HttpResponse:
    """All agents of the workspace, without secrets."""
    return _file("agents.json", "application/json", export_json(actor.workspace_id))


@require_safe
@member_page
def as_csv(request: HttpRequest, actor: Actor) -> HttpResponse:
    """All agents of the workspace, without secrets."""
    return _file("agents.csv", "text/csv; charset=utf-8", export_csv(actor.workspace_id))


def _file(name: str, kind: str, text: str) -> HttpResponse:
    return HttpResponse(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@require_POST
@member_page
def import_list(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Register the agents of a list and report each; a card is looked at like an address."""
    require(actor, Role.OWNER)
    form = ImportForm(request.POST, request.FILES)
    brought: list[Brought] | UUID = []

    def act(data: Mapping[str, Any]) -> None:
        nonlocal brought
        brought = import_agents(actor, data["text"])

    fine = attempt(form, act)
    if isinstance(brought, UUID):
        return redirect("agent-trial", brought)
    context = {
        "form": form if not fine else ImportForm(),
        "brought": brought,
        "came": [one for one in brought if one.handle],
        "refused": [one for one in brought if not one.handle],
    }
    return render(request, "agents/importing.html", context, status=200 if fine else 422)


@require_POST
@member_page
def import_built_in_agents(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Register the built-in agents that are not here; those that were removed stay away."""
    import_built_in(actor)
    messages.success(request, gettext("The built-in agents are here."))
    return redirect("agents")
