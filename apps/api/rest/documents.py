"""The files that agents may read: the workspace's library, and what came with a goal."""

from typing import Annotated
from uuid import UUID

from django.http.response import HttpResponseBase
from ninja import File, Query, Router, Status
from ninja.files import UploadedFile

from apps.accounts.domain.access import ApiRequest
from apps.accounts.domain.errors import refusals_under
from apps.agents.actions.library import add_to_library, remove_from_library
from apps.agents.queries.documents import document_to_read, document_view, documents_after
from apps.api.rest.files import DOWNLOAD, download
from apps.api.rest.goal_requests import sent_file
from apps.api.rest.schemas.files import DocumentOut
from apps.core.paging import MOST_PER_PAGE, USUAL_PER_PAGE, Page, cut, id_in, word_cursor
from apps.core.problems import ERRORS, Problem, answers
from apps.teams.queries.access import goal_visible_to

router = Router(tags=["documents"])
Limit = Annotated[int, Query(ge=1, le=MOST_PER_PAGE, description="Items on a page.")]


@router.get("", response=answers(Page[DocumentOut]))
def list_documents(
    request: ApiRequest,
    goal: Annotated[UUID | None, Query(description="The files that came with this goal, not the library's.")] = None,
    cursor: str = "",
    limit: Limit = USUAL_PER_PAGE,
) -> Page[DocumentOut]:
    """The files of the workspace's library, or those that came with a goal, in the order in which they came."""
    if goal is not None:
        goal_visible_to(request.auth, goal)
    workspace_id = request.auth.workspace_id
    listing = f"documents {goal or workspace_id}"
    rows = documents_after(workspace_id, goal, id_in(cursor, listing) if cursor else None, limit + 1)
    shown, following = cut(rows, limit, lambda row: word_cursor(listing, str(row.id)))
    return Page(items=[DocumentOut.of(row) for row in shown], next=following)


@router.post("", response=answers(DocumentOut, 201))
def add_document(request: ApiRequest, file: Annotated[UploadedFile, File()]) -> Status[DocumentOut]:
    """Put a text, table or Markdown file into the library, where the agents of all goals may read it. Operators."""
    with refusals_under(files="file"):
        document_id = add_to_library(request.auth, file.name or "file", sent_file(file))
    return Status(201, DocumentOut.of(document_view(request.auth.workspace_id, document_id)))


@router.get(
    "/{uuid:document_id}", response={ERRORS: Problem}, openapi_extra={"responses": DOWNLOAD}, url_name="document"
)
def get_document(request: ApiRequest, document_id: UUID) -> HttpResponseBase:
    """The content of a file that agents may read, always as a download. `Range` gives a part of it."""
    row = document_to_read(request.auth.workspace_id, document_id)
    return download(request.headers, row.name, row.media_type, row.blob)


@router.delete("/{uuid:document_id}", response=answers(None, 204))
def remove_document(request: ApiRequest, document_id: UUID) -> Status[None]:
    """Take a file out of the library; what agents made of it stays. Operators."""
    remove_from_library(request.auth, document_id)
    return Status(204, None)
