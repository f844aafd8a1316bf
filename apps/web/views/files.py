"""Files of tasks and documents, with headers that keep a browser from doing anything with them."""

from urllib.parse import quote
from uuid import UUID

from csp.constants import NONE, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_GET

from apps.accounts.domain.access import Actor
from apps.agents.queries.documents import document_to_read
from apps.agents.queries.trials import trial_file
from apps.files.domain.media_types import PICTURES
from apps.files.gateway.downloads import serve_blob
from apps.files.queries.rows import Blob
from apps.teams.queries.access import artifact_visible_to
from apps.web.views.door import door

POLICY = {"default-src": [NONE], "style-src": [UNSAFE_INLINE], "sandbox": True}  # SVG of charts carries styles
untrusted = csp_replace(POLICY)
"""For pages that give what others made."""
TEXTS = {"text/plain", "text/markdown", "text/csv", "text/tab-separated-values", "application/json"}


@require_GET
@untrusted
@door
def artifact(request: HttpRequest, actor: Actor, artifact_id: UUID, name: str) -> HttpResponseBase:
    """A file that a task made."""
    row = artifact_visible_to(actor, artifact_id)
    return serve_file(request, row.name, row.media_type, row.blob)


@require_GET
@untrusted
@door
def document(request: HttpRequest, actor: Actor, document_id: UUID, name: str) -> HttpResponseBase:
    """A file that agents may read."""
    row = document_to_read(actor.workspace_id, document_id)
    return serve_file(request, row.name, row.media_type, row.blob)


@require_GET
@untrusted
@door
def trial(request: HttpRequest, actor: Actor, file_id: UUID, name: str) -> HttpResponseBase:
    """A file that an agent gave for a message outside any team, for whoever sent that."""
    row = trial_file(actor, file_id)
    return serve_file(request, row.name, row.media_type, row.blob)


def serve_file(request: HttpRequest, name: str, media_type: str, blob: Blob) -> HttpResponseBase:
    """A content with headers that keep a browser from doing anything with it."""
    shown = media_type in PICTURES and "download" not in request.GET
    known = media_type in PICTURES | TEXTS
    kind = media_type if known else "application/octet-stream"
    response = serve_blob(request.headers, blob, f"{kind}; charset=utf-8")
    how = "inline" if shown else "attachment"
    response["Content-Disposition"] = f"{how}; filename*=UTF-8''{quote(name)}"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    return response
