"""Contents of files over REST."""

from uuid import UUID

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from ninja import Router

from apps.accounts.domain.asking import Asking
from apps.journal.domain.problems import ERRORS, Problem
from apps.teams.queries.access import artifact_visible_to

router = Router(tags=["files"])


CONTENT = {"description": "The content.", "content": {"*/*": {"schema": {"type": "string", "format": "binary"}}}}


@router.get(
    "/{uuid:file_id}",
    url_name="get_file",
    response={ERRORS: Problem},
    openapi_extra={"responses": {200: CONTENT}},
)
def get_file(request: Asking, file_id: UUID) -> HttpResponse:
    """The content of a file that a task made, always as a download: agents made it, so no browser should run it."""
    artifact = artifact_visible_to(request.auth, file_id)
    return download(artifact.name, artifact.media_type, bytes(artifact.content))


def download(name: str, media_type: str, content: bytes) -> HttpResponse:
    """A file as an answer that is saved, not run."""
    response = HttpResponse(content, content_type=media_type)
    response["Content-Disposition"] = content_disposition_header(True, name)
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "sandbox; default-src 'none'"
    return response
