"""Contents out of the database, a piece at a time."""

import uuid
from collections.abc import Collection

from django.db.models import BinaryField
from django.db.models.functions import Substr

from apps.files.domain.contents import Stored
from apps.files.models import Blob, BlobPiece


def stored_content(blob: Blob) -> Stored:
    """A content that is read when it is asked for."""
    return Stored(blob.pk, blob.size, read_piece)


def read_piece(blob_id: uuid.UUID, position: int) -> bytes:
    """See domain.contents.ReadPiece."""
    found = BlobPiece.objects.filter(blob_id=blob_id, position=position).values_list("content", flat=True).first()
    return bytes(found or b"")


def beginnings(blob_ids: Collection[uuid.UUID], size: int) -> dict[uuid.UUID, bytes]:
    """The first bytes of each of these contents, at most a piece."""
    head = Substr("content", 1, size, output_field=BinaryField())
    rows = BlobPiece.objects.filter(blob_id__in=blob_ids, position=0).annotate(head=head)
    return {blob_id: bytes(begun) for blob_id, begun in rows.values_list("blob_id", "head")}
