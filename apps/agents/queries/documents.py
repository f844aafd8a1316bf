"""Files that agents may read: the workspace's library, and what is attached to a goal."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from apps.accounts.domain.errors import NotFound
from apps.agents.models import Document


@dataclass(frozen=True)
class DocumentView:
    """A file as people and voices see it. `size` in bytes; `attached`: to the goal, not the whole workspace's."""

    id: uuid.UUID
    name: str
    media_type: str
    size: int
    attached: bool
    created_at: datetime


def documents_of(workspace_id: uuid.UUID, goal_id: uuid.UUID | None) -> QuerySet[Document]:
    """Give the documents that a goal's agents may read: the library's and, with a goal, its attachments."""
    scope = Q(goal_id=None) if goal_id is None else Q(goal_id=None) | Q(goal_id=goal_id)
    return Document.objects.filter(scope, workspace_id=workspace_id)


def files_in_view(workspace_id: uuid.UUID, goal_id: uuid.UUID | None) -> list[DocumentView]:
    """Give what a goal's agents may read, attachments first, without the contents."""
    rows = documents_of(workspace_id, goal_id).order_by("created_at", "id")
    return sorted(map(_view, rows), key=lambda view: not view.attached)


def documents_after(
    workspace_id: uuid.UUID, goal_id: uuid.UUID | None, after: uuid.UUID | None, limit: int
) -> list[DocumentView]:
    """Give the library's documents, or a goal's attachments, in the order in which they came, after the one given."""
    rows = Document.objects.filter(workspace_id=workspace_id, goal_id=goal_id).order_by("id")
    if after is not None:
        rows = rows.filter(id__gt=after)
    return [_view(row) for row in rows[:limit]]


def document_view(workspace_id: uuid.UUID, document_id: uuid.UUID) -> DocumentView:
    """Give what is known of one document of the workspace. Raises NotFound."""
    row = Document.objects.filter(workspace_id=workspace_id, pk=document_id).first()
    if row is None:
        raise NotFound("There is no such document here.")
    return _view(row)


def _view(row: Document) -> DocumentView:
    return DocumentView(row.pk, row.name, row.media_type, row.size, row.goal_id is not None, row.created_at)


def document_to_read(workspace_id: uuid.UUID, document_id: uuid.UUID) -> Document:
    """Give one document of the workspace, to be read. Raises NotFound."""
    document = Document.objects.filter(workspace_id=workspace_id, pk=document_id).select_related("blob").first()
    if document is None:
        raise NotFound("There is no such document here.")
    return document
