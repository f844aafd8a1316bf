"""Registries elsewhere over REST: which the workspace asks for members, and who is there."""

from uuid import UUID

from ninja import Router, Status

from apps.accounts.domain.access import ApiRequest
from apps.agents.actions.elsewhere import search_elsewhere
from apps.agents.actions.sources import add_source, change_source, remove_source
from apps.agents.queries.sources import source_view, sources_of
from apps.api.rest.schemas.sources import (
    ElsewhereAgents,
    ElsewhereIn,
    ElsewhereOut,
    SourceChangeIn,
    SourceIn,
    SourceOut,
    Sources,
)
from apps.core.problems import answers

router = Router(tags=["agents"])


@router.get("", response=answers(Sources), summary="List registries elsewhere")
def list_sources(request: ApiRequest) -> Sources:
    """The registries that the workspace asks for members. Owners only."""
    return Sources(items=[SourceOut.model_validate(row) for row in sources_of(request.auth)])


@router.post("", response=answers(SourceOut, 201), summary="List a registry elsewhere")
def create_source(request: ApiRequest, new: SourceIn) -> Status[SourceOut]:
    """Look what is at the address, and ask it for members from now on; takes up to half a minute. Owners only."""
    return Status(201, _source(request, add_source(request.auth, new.address, new.token, new.use)))


@router.post("/search", response=answers(ElsewhereAgents), summary="Search in registries elsewhere")
def search_sources(request: ApiRequest, wanted: ElsewhereIn) -> ElsewhereAgents:
    """Who is there for this; the registries are told the words. To have one join, send its `source` to /trials/look."""
    found = search_elsewhere(request.auth, wanted.text)
    return ElsewhereAgents(items=[ElsewhereOut.of(one) for one in found.found], problems=list(found.problems))


@router.get("/{uuid:source_id}", response=answers(SourceOut), summary="Get a registry elsewhere")
def get_source(request: ApiRequest, source_id: UUID) -> SourceOut:
    """One of them. Owners only."""
    return _source(request, source_id)


@router.patch("/{uuid:source_id}", response=answers(SourceOut), summary="Change what a registry is asked for")
def update_source(request: ApiRequest, source_id: UUID, change: SourceChangeIn) -> SourceOut:
    """Ask it for something else. Owners only."""
    change_source(request.auth, source_id, change.use)
    return _source(request, source_id)


@router.delete("/{uuid:source_id}", response=answers(None, 204), summary="Strike a registry off")
def delete_source(request: ApiRequest, source_id: UUID) -> Status[None]:
    """Ask it no more; the agents that came from there stay. Owners only."""
    remove_source(request.auth, source_id)
    return Status(204, None)


def _source(request: ApiRequest, source_id: UUID) -> SourceOut:
    return SourceOut.model_validate(source_view(request.auth, source_id))
