"""Files of goals over REST: their versions, new ones of people, contents."""

from collections.abc import Mapping
from typing import Annotated
from uuid import UUID

from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.http import content_disposition_header
from ninja import Query, Router

from apps.accounts.domain.access import ApiRequest
from apps.api.rest.schemas.files import GoalFileOut
from apps.api.rest.schemas.goals import FileOut
from apps.core.paging import MOST_PER_PAGE, USUAL_PER_PAGE, Page, cut, id_in, word_cursor
from apps.core.problems import ERRORS, Problem, answers
from apps.files.gateway.downloads import serve_blob
from apps.files.queries.rows import Blob
from apps.teams.queries.access import artifact_visible_to, goal_visible_to
from apps.teams.queries.facts import FileFacts, NamedFile
from apps.teams.queries.trees import named_files_after

router = Router(tags=["files"])
Limit = Annotated[int, Query(ge=1, le=MOST_PER_PAGE, description="Items on a page.")]

BYTES = {"schema": {"type": "string", "format": "binary"}}
CONTENT = {"description": "The content.", "content": {"application/octet-stream": BYTES, "*/*": BYTES}}
"""It is sent under the file's own type; generators of clients know the first one as a file."""
NO_PART = {
    "description": "The file has no such part.",
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}
DOWNLOAD = {200: CONTENT, 206: CONTENT | {"description": "The part that `Range` names."}, 416: NO_PART}
"""What a file is answered with whose parts may be asked for."""


@router.get("", response=answers(Page[GoalFileOut]))
def list_goal_files(
    request: ApiRequest,
    goal: Annotated[UUID, Query(description="Whose files.")],
    cursor: str = "",
    limit: Limit = USUAL_PER_PAGE,
) -> Page[GoalFileOut]:
    """The files of a goal, with what came with it, each with its versions, in the order in which they began."""
    goal_visible_to(request.auth, goal)
    listing = f"goal files {goal}"
    rows = named_files_after(goal, id_in(cursor, listing) if cursor else None, limit + 1)
    shown, following = cut(rows, limit, lambda row: word_cursor(listing, str(row.id)))
    return Page(items=[goal_file_out(row) for row in shown], next=following)


@router.get(
    "/{uuid:file_id}",
    url_name="get_file",
    response={ERRORS: Problem},
    openapi_extra={"responses": DOWNLOAD},
)
def get_file(request: ApiRequest, file_id: UUID) -> HttpResponseBase:
    """The content of a version of a file, or of the current one by the file's own id; always as a download.

    Agents made it, so no browser should run it. `Range` gives a part of it.
    """
    artifact = artifact_visible_to(request.auth, file_id)
    return download(request.headers, artifact.name, artifact.media_type, artifact.blob)


def shown_file(file: FileFacts) -> FileOut:
    """A version with the address of its content."""
    return FileOut.of(file, reverse("api:get_file", args=[file.id]))


def goal_file_out(file: NamedFile) -> GoalFileOut:
    """A file with its versions."""
    return GoalFileOut.of(file.id, file.name, [shown_file(version) for version in file.versions])


def download(headers: Mapping[str, str], name: str, media_type: str, blob: Blob) -> HttpResponseBase:
    """A file as an answer that is saved, not run."""
    response = serve_blob(headers, blob, media_type)
    response["Content-Disposition"] = content_disposition_header(True, name)
    response["Content-Security-Policy"] = "sandbox; default-src 'none'"
    return response
