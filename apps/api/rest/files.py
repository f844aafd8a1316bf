"""Contents of files over REST."""

from collections.abc import Mapping
from uuid import UUID

from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header
from ninja import Router

from apps.accounts.domain.access import ApiRequest
from apps.core.problems import ERRORS, Problem
from apps.files.gateway.downloads import serve_blob
from apps.files.queries.rows import Blob
from apps.teams.queries.access import artifact_visible_to

router = Router(tags=["files"])


CONTENT = {"description": "The content.", "content": {"*/*": {"schema": {"type": "string", "format": "binary"}}}}


@router.get(
    "/{uuid:file_id}",
    url_name="get_file",
    response={ERRORS: Problem},
    openapi_extra={"responses": {200: CONTENT}},
)
def get_file(request: ApiRequest, file_id: UUID) -> HttpResponseBase:
    """The content of a file that a task made, always as a download: agents made it, so no browser should run it.

    `Range` gives a part of it.
    """
    artifact = artifact_visible_to(request.auth, file_id)
    return download(request.headers, artifact.name, artifact.media_type, artifact.blob)


def download(headers: Mapping[str, str], name: str, media_type: str, blob: Blob) -> HttpResponseBase:
    """A file as an answer that is saved, not run."""
    response = serve_blob(headers, blob, media_type)
    response["Content-Disposition"] = content_disposition_header(True, name)
    response["Content-Security-Policy"] = "sandbox; default-src 'none'"
    return response
