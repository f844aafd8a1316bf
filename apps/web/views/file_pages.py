"""Files opened in place: a page that shows what the hub renders itself, and PDF documents for the browser's viewer."""

from collections.abc import Mapping
from typing import Protocol
from urllib.parse import quote
from uuid import UUID

from csp.constants import NONE, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from apps.accounts.domain.access import Actor
from apps.agents.queries.documents import document_to_read
from apps.files.domain.media_types import PDF
from apps.files.gateway.downloads import serve_blob
from apps.files.queries.contents import stored_content
from apps.files.queries.rows import Blob
from apps.teams.queries.access import artifact_visible_to, goal_visible_to
from apps.teams.queries.trees import files_of, named_file
from apps.web.rendering.file_pages import ViewAsked, bytes_wanted, shown_file
from apps.web.rendering.files import artifact_url, artifact_view
from apps.web.views.door import door, page_number

for_a_viewer = csp_replace({"default-src": [NONE], "style-src": [UNSAFE_INLINE], "frame-ancestors": [NONE]})
"""No sandbox: a browser's viewer of PDF documents does not work in one, and runs what they hold apart from the site."""


@require_GET
@door
def file(request: HttpRequest, actor: Actor, artifact_id: UUID) -> HttpResponse:
    """A version of a goal's file (by a file's own id the current one), with the others. See `_asked` for its query."""
    row = artifact_visible_to(actor, artifact_id)
    goal = goal_visible_to(actor, row.file.goal_id)
    versions = named_file(row.file_id).versions
    pictures = {one.name: artifact_url(one) for one in files_of(goal.pk) if one.is_image and one.is_current}
    context = {
        "goal": goal,
        "view": artifact_view(next(one for one in versions if one.id == row.pk)),
        "versions": versions[::-1] if len(versions) > 1 else (),
        "version_id": row.pk,
        "pdf": reverse("file-pdf", args=[row.pk, row.name]),
    }
    return _page(request, row, pictures, context)


@require_GET
@door
def document(request: HttpRequest, actor: Actor, document_id: UUID) -> HttpResponse:
    """A file that agents may read. Its query is that of `file`."""
    row = document_to_read(actor.workspace_id, document_id)
    context = {
        "goal": goal_visible_to(actor, row.goal_id) if row.goal_id else None,
        "view": {"name": row.name, "url": reverse("document", args=[row.pk, row.name]), "at": row.created_at},
        "pdf": reverse("document-pdf", args=[row.pk, row.name]),
    }
    return _page(request, row, {}, context)


@require_GET
@for_a_viewer
@door
def file_pdf(request: HttpRequest, actor: Actor, artifact_id: UUID, name: str) -> HttpResponseBase:
    """A PDF document that a task made, for the browser's viewer; any other file is where files are served."""
    row = artifact_visible_to(actor, artifact_id)
    if row.media_type != PDF:
        return redirect("artifact", row.pk, row.name)
    return _serve_pdf(request, row.name, row.blob)


@require_GET
@for_a_viewer
@door
def document_pdf(request: HttpRequest, actor: Actor, document_id: UUID, name: str) -> HttpResponseBase:
    """A PDF document that agents may read, for the browser's viewer; any other is where documents are served."""
    row = document_to_read(actor.workspace_id, document_id)
    if row.media_type != PDF:
        return redirect("document", row.pk, row.name)
    return _serve_pdf(request, row.name, row.blob)


def _serve_pdf(request: HttpRequest, name: str, blob: Blob) -> HttpResponseBase:
    response = serve_blob(request.headers, blob, PDF)
    response["Content-Disposition"] = f"inline; filename*=UTF-8''{quote(name)}"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    return response


class _Row(Protocol):
    """What versions of files and documents have in common."""

    media_type: str
    size: int
    blob: Blob

    @property
    def name(self) -> str:
        """What it is called."""


def _page(request: HttpRequest, row: _Row, pictures: Mapping[str, str], context: Mapping[str, object]) -> HttpResponse:
    asked, wanted = _asked(request), bytes_wanted(row.media_type)
    content = b"".join(stored_content(row.blob).chunks(0, wanted)) if wanted else b""
    shown = shown_file(row.name, row.media_type, content, row.blob.size, asked, pictures)
    return render(request, "files/page.html", {**context, "shown": shown, "size": row.size, "written": asked.written})


def _asked(request: HttpRequest) -> ViewAsked:
    """`as=text`: as it is written; `sort`: a column of a table, from 1, with `order=down`; `page`: of its rows."""
    sort = request.GET.get("sort", "")
    column = int(sort) - 1 if sort.isascii() and sort.isdigit() and len(sort) < 5 and int(sort) else None
    written, down = request.GET.get("as") == "text", request.GET.get("order") == "down"
    return ViewAsked(written, column, down, page_number(request))
