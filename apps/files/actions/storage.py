"""Contents come in: once through a temporary file, then in pieces into the database, each content once a workspace."""

import hashlib
import uuid
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from django.db import connection, transaction
from django.utils import timezone

from apps.core.ids import uuid7
from apps.core.recordsets import in_one_go
from apps.core.statements import fetch_rows
from apps.core.updates import insert_rows
from apps.files.actions.quotas import check_room, count
from apps.files.domain.contents import PIECE, Stored
from apps.files.domain.media_types import Sniffer
from apps.files.domain.quotas import Quotas, Whose
from apps.files.models import Hold
from apps.files.queries.contents import read_piece
from apps.files.queries.quotas import quotas_of

IN_MEMORY = PIECE  # bytes of a content; what is longer passes through a temporary file
SMALL = 16 * 1024  # bytes of a content that is stored before it is asked whether there is room: counting it tells that
HELD = timedelta(hours=26)  # longer than the longest call, whose files are referred to at its end


@dataclass(frozen=True)
class StoredContent:
    """A content that is stored, counted and held until something refers to it."""

    content: Stored
    hold_id: uuid.UUID
    media_type: str


def keep(
    whose: Whose, chunks: Iterable[bytes], *, name: str = "", claimed: str = "", quotas: Quotas | None = None
) -> StoredContent:
    """Store a content for `whose`; `name` and `claimed` are hints at what it is. Raises OverQuota."""
    quotas = quotas or quotas_of(whose.workspace_id)
    sniffer = Sniffer()
    with SpooledTemporaryFile(max_size=IN_MEMORY) as spool:
        digest, size = _spool(chunks, spool, sniffer)
        if size > SMALL:
            check_room(whose, quotas, size)
        with transaction.atomic():
            blob_id = _store(whose.workspace_id, digest, size, spool)
            hold = _hold(whose, blob_id)
            with in_one_go():
                insert_rows([hold])
                count(quotas, [(whose, size)])
    return StoredContent(Stored(blob_id, size, read_piece), hold.pk, sniffer.media_type(name, claimed))


@dataclass(frozen=True)
class SmallContent:
    """A content of up to SMALL bytes: for whom, and its name."""

    whose: Whose
    content: bytes
    name: str


def keep_together(contents: Sequence[SmallContent]) -> list[StoredContent]:
    """Store small contents of one workspace in one transaction, all of them or none.

    Raises OverQuota where there is no room for all, LookupError where one was let go meanwhile: then each is to be kept
    by itself.
    """
    workspace_id = contents[0].whose.workspace_id
    quotas, digests = quotas_of(workspace_id), [hashlib.sha256(one.content).hexdigest() for one in contents]
    with transaction.atomic():
        blobs = _store_together(workspace_id, dict(zip(digests, (one.content for one in contents), strict=True)))
        holds = [_hold(one.whose, blobs[digest]) for digest, one in zip(digests, contents, strict=True)]
        with in_one_go():
            insert_rows(holds)
            count(quotas, [(one.whose, len(one.content)) for one in contents])
    return [_stored(*one) for one in zip(contents, holds, strict=True)]


def _stored(one: SmallContent, hold: Hold) -> StoredContent:
    sniffer = Sniffer()
    sniffer.look(one.content)
    stored = Stored(hold.blob_id, len(one.content), read_piece)
    return StoredContent(stored, hold.pk, sniffer.media_type(one.name, ""))


def _hold(whose: Whose, blob_id: uuid.UUID) -> Hold:
    return Hold(
        workspace_id=whose.workspace_id,
        blob_id=blob_id,
        goal_id=whose.goal_id,
        agent_id=whose.agent_id,
        until=timezone.now() + HELD,
    )


def turn_hold_into_reference(hold_ids: Collection[uuid.UUID]) -> None:
    """Rows refer to the contents in this transaction, and count in the place of the holds. Raises LookupError."""
    if len(fetch_rows(_REFER, [list(hold_ids)])) != len(hold_ids):
        raise LookupError("What was held ran out.")


# Contents are locked in the order of their ids, as by whoever lets several go: a reference would lock them in its own.
_REFER = """
    WITH gone AS (DELETE FROM files_hold WHERE id = ANY(%s) RETURNING blob_id)
    SELECT blob.id FROM files_blob AS blob JOIN gone ON gone.blob_id = blob.id ORDER BY blob.id FOR KEY SHARE OF blob"""


def _spool(chunks: Iterable[bytes], spool: IO[bytes], sniffer: Sniffer) -> tuple[str, int]:
    """Write the content down and look at it; gives its digest and size."""
    digest, size = hashlib.sha256(), 0
    for chunk in chunks:
        digest.update(chunk)
        sniffer.look(chunk)
        spool.write(chunk)
        size += len(chunk)
    return digest.hexdigest(), size


def _store(workspace_id: uuid.UUID, digest: str, size: int, spool: IO[bytes]) -> uuid.UUID:
    """The blob of a content, locked against being let go until this transaction ends; it is written if it is new."""
    while True:
        pieces = _pieces(spool)
        if new := _written(workspace_id, {digest: (size, next(pieces, b""))}):
            with connection.cursor() as cursor:
                for position, piece in enumerate(pieces, 1):
                    cursor.execute(_PIECE, [new[digest], position, piece])
            return new[digest]
        if known := _locked(workspace_id, [digest]):  # else it was let go in between
            return known[digest]


def _store_together(workspace_id: uuid.UUID, contents: Mapping[str, bytes]) -> dict[str, uuid.UUID]:
    """By their digests the blobs of contents of one piece, as by `_store`.

    New ones are written in the order of their digests, then known ones are locked in that of their ids, as by whoever
    lets several go. Raises LookupError where one was known, and is no more.
    """
    blobs = _written(workspace_id, {digest: (len(content), content) for digest, content in contents.items()})
    if known := [digest for digest in contents if digest not in blobs]:
        blobs |= _locked(workspace_id, known)
    if len(blobs) < len(contents):
        raise LookupError("A content was let go meanwhile.")
    return blobs


def _written(workspace_id: uuid.UUID, contents: Mapping[str, tuple[int, bytes]]) -> dict[str, uuid.UUID]:
    """By their digests the blobs of those contents that are new, written with their first pieces.

    `contents`: by digest the size and the first piece. Waits for whoever is storing the same.
    """
    given = {
        "workspace": workspace_id,
        "ids": [uuid7() for _ in contents],
        "digests": list(contents),
        "sizes": [size for size, _ in contents.values()],
        "firsts": [first for _, first in contents.values()],
    }
    return _keys_of(_WRITE, given)


def _locked(workspace_id: uuid.UUID, digests: Sequence[str]) -> dict[str, uuid.UUID]:
    return _keys_of(_LOCK, {"workspace": workspace_id, "digests": list(digests)})


_WRITE = """
    WITH given AS (
        SELECT * FROM unnest(%(ids)s::uuid[], %(digests)s::text[], %(sizes)s::bigint[], %(firsts)s::bytea[])
            AS given (id, digest, size, first)),
    new AS (
        INSERT INTO files_blob (id, workspace_id, digest, size, created_at)
        SELECT id, %(workspace)s, digest, size, clock_timestamp() FROM given ORDER BY digest
        ON CONFLICT DO NOTHING RETURNING id, digest),
    pieces AS (
        INSERT INTO files_blobpiece (blob_id, position, content)
        SELECT new.id, 0, given.first FROM new JOIN given ON given.id = new.id WHERE length(given.first) > 0)
    SELECT digest, id FROM new"""
_LOCK = """
    SELECT digest, id FROM files_blob WHERE workspace_id = %(workspace)s AND digest = ANY(%(digests)s)
    ORDER BY id FOR NO KEY UPDATE"""
_PIECE = "INSERT INTO files_blobpiece (blob_id, position, content) VALUES (%s, %s, %s)"


def _keys_of(statement: str, contents: dict[str, Any]) -> dict[str, uuid.UUID]:
    with connection.cursor() as cursor:
        cursor.execute(statement, contents)
        return dict(cursor.fetchall())


def _pieces(spool: IO[bytes]) -> Iterator[bytes]:
    spool.seek(0)
    while piece := spool.read(PIECE):
        yield piece
