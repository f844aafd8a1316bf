"""The registry as a whole over REST: the ways of reaching agents, and agents going out and coming in."""

from uuid import UUID

from django.http import HttpResponse
from ninja import Router, Status

from apps.accounts.domain.access import ApiRequest
from apps.agents.actions.registry_import import import_agents as bring_in
from apps.agents.actions.registry_import import import_built_in
from apps.agents.queries.connectors import installed_connectors
from apps.agents.queries.registry_export import export_csv, export_rows
from apps.api.rest.schemas.registry import (
    BroughtOut,
    ConnectorOut,
    Connectors,
    Exported,
    ImportIn,
    ImportOut,
    RegistryOut,
)
from apps.core.problems import ERRORS, Problem, answers

CSV = {"description": "One row for each agent.", "content": {"text/csv": {"schema": {"type": "string"}}}}

registry = Router(tags=["agents"])
connectors = Router(tags=["agents"])


@connectors.get("", response=answers(Connectors), summary="List connectors")
def list_connectors(request: ApiRequest) -> Connectors:
    """The ways of reaching agents, each with the settings that an agent registered over it has."""
    return Connectors(items=[ConnectorOut(**vars(connector)) for connector in installed_connectors()])


@registry.get("", response=answers(RegistryOut), summary="Export the registry")
def export_registry(request: ApiRequest) -> RegistryOut:
    """All agents of the workspace, without secrets."""
    told = export_rows(request.auth.workspace_id)
    return RegistryOut(agents=[Exported.model_validate(agent) for agent in told])


@registry.get(
    "/csv",
    summary="Export the registry as CSV",
    response={ERRORS: Problem},
    openapi_extra={"responses": {200: CSV}},
)
def export_as_csv(request: ApiRequest) -> HttpResponse:
    """All agents of the workspace, without secrets, one a row."""
    return HttpResponse(export_csv(request.auth.workspace_id), content_type="text/csv; charset=utf-8")


@registry.post("", response=answers(ImportOut), summary="Import agents")
def import_agents(request: ApiRequest, listing: ImportIn) -> ImportOut:
    """Register the agents of a list and report each entry; a card is looked at in a trial. Owners only."""
    brought = bring_in(request.auth, listing.text)
    if isinstance(brought, UUID):
        return ImportOut(items=[], trial=brought)
    return ImportOut(items=[BroughtOut.of(one) for one in brought], trial=None)


@registry.post("/built-in", response=answers(None, 204), summary="Register the built-in agents")
def register_built_in(request: ApiRequest) -> Status[None]:
    """Register the built-in agents that are not here; those that were removed stay away. Owners only."""
    import_built_in(request.auth)
    return Status(204, None)
