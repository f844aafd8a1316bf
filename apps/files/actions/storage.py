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
    with connection.cursor() as cursor:
        cursor.execute(_REFER, [list(hold_ids)])
        if cursor.rowcount != len(hold_ids):
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
    content: dict[str, Any] = {"workspace": workspace_id, "digest": digest}
    while True:
        pieces = _pieces(spool)
        if new := _key_of(_NEW, {"id": uuid7(), "size": size, "first": next(pieces, b""), **content}):
            with connection.cursor() as cursor:
                for position, piece in enumerate(pieces, 1):
                    cursor.execute(_PIECE, [new, position, piece])
            return new
        if known := _key_of(_KNOWN, content):  # else it was let go in between
            return known


# The first waits for whoever is storing the same. Most contents are of one piece: it is written with them.
_NEW = """
    WITH new AS (
        INSERT INTO files_blob (id, workspace_id, digest, size, created_at)
        VALUES (%(id)s, %(workspace)s, %(digest)s, %(size)s, clock_timestamp()) ON CONFLICT DO NOTHING RETURNING id),
    first AS (
        INSERT INTO files_blobpiece (blob_id, position, content)
        SELECT id, 0, given.content FROM new, (SELECT %(first)s::bytea AS content) AS given
        WHERE length(given.content) > 0)
    SELECT id FROM new"""
_KNOWN = "SELECT id FROM files_blob WHERE workspace_id = %(workspace)s AND digest = %(digest)s FOR NO KEY UPDATE"
_PIECE = "INSERT INTO files_blobpiece (blob_id, position, content) VALUES (%s, %s, %s)"


def _store_together(workspace_id: uuid.UUID, contents: Mapping[str, bytes]) -> dict[str, uuid.UUID]:
    """By their digests the blobs of contents of one piece, locked as by `_store`.

    New ones are written in the order of their digests, then known ones are locked in that of their ids, as by whoever
    lets several go. Raises LookupError where one was known, and is no more.
    """
    digests = sorted(contents)
    given = {
        "workspace": workspace_id,
        "ids": [uuid7() for _ in digests],
        "digests": digests,
        "sizes": [len(contents[digest]) for digest in digests],
        "contents": [contents[digest] for digest in digests],
    }
    blobs = _keys_of(_ALL_NEW, given)
    if known := [digest for digest in digests if digest not in blobs]:
        blobs |= _keys_of(_ALL_KNOWN, {"workspace": workspace_id, "digests": known})
    if len(blobs) < len(digests):
        raise LookupError("A content was let go meanwhile.")
    return blobs


_ALL_NEW = """
    WITH given AS (
        SELECT * FROM unnest(%(ids)s::uuid[], %(digests)s::text[], %(sizes)s::bigint[], %(contents)s::bytea[])
            AS given (id, digest, size, content)),
    new AS (
        INSERT INTO files_blob (id, workspace_id, digest, size, created_at)
        SELECT id, %(workspace)s, digest, size, clock_timestamp() FROM given ORDER BY digest
        ON CONFLICT DO NOTHING RETURNING id, digest),
    first AS (
        INSERT INTO files_blobpiece (blob_id, position, content)
        SELECT new.id, 0, given.content FROM new JOIN given ON given.id = new.id WHERE length(given.content) > 0)
    SELECT digest, id FROM new"""
_ALL_KNOWN = """
    SELECT digest, id FROM files_blob WHERE workspace_id = %(workspace)s AND digest = ANY(%(digests)s)
    ORDER BY id FOR NO KEY UPDATE"""


def _keys_of(statement: str, contents: dict[str, Any]) -> dict[str, uuid.UUID]:
    with connection.cursor() as cursor:
        cursor.execute(statement, contents)
        return dict(cursor.fetchall())


def _key_of(statement: str, content: dict[str, Any]) -> uuid.UUID | None:
    with connection.cursor() as cursor:
        cursor.execute(statement, content)
        row = cursor.fetchone()
        return row[0] if row else None


def _pieces(spool: IO[bytes]) -> Iterator[bytes]:
    spool.seek(0)
    while piece := spool.read(PIECE):
        yield piece
