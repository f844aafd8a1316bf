"""Files come into the library or onto a goal, and go."""

import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import NotFound, Refused
from apps.accounts.queries import require
from apps.agents import embedding
from apps.agents.domain.calls import File
from apps.agents.domain.documents import NotTextError, ReadFile, UnreadableError, pages_file, read_file, unread_file
from apps.agents.events import AgentsDeed
from apps.agents.models import Document, Passage
from apps.core.pages import Busy, pages_of
from apps.core.sentences import sentence, sentence_of
from apps.files.actions.garbage_collection import release, release_references
from apps.files.actions.storage import StoredContent, keep, turn_hold_into_reference
from apps.files.domain.contents import Content
from apps.files.domain.names import name_key, numbered_name
from apps.files.domain.quotas import OverQuota, Whose
from apps.journal.actions import audit

MOST_OF_GOAL = 20  # files attached to one goal
MOST_OF_LIBRARY = 1000  # files of a workspace's library
ROWS_AT_ONCE = 500
MEANT = 1500  # characters of a passage that its vector is made of; only long tables have more


@dataclass(frozen=True)
class ReadDocument:
    """A file that was read, whose passages were given vectors and whose content is held; nothing refers to it yet."""

    file: ReadFile
    vectors: tuple[list[float] | None, ...]
    kept: StoredContent
    whose: Whose


def add_document(workspace_id: uuid.UUID, goal_id: uuid.UUID | None, name: str, content: bytes) -> uuid.UUID:
    """Read a file and store it in the workspace's library, or with a goal as its attachment; gives its id.

    Raises Refused with one sentence under `files` for a file that is too large, not text, without text, or too many.
    """
    with read_documents(Whose(workspace_id, goal_id), [File(name, "", content)]) as (document,):
        return store_document(document).pk


@contextmanager
def read_documents(whose: Whose, files: Iterable[File]) -> Iterator[list[ReadDocument]]:
    """A block in which files are read and held; one content at a time is in memory.

    So the slow part can stand before a transaction. What the block did not store is let go. Raises Refused.
    """
    documents: list[ReadDocument] = []
    try:
        for file in files:  # what was read before one that is refused is let go
            documents.append(_read(whose, file.name, file.content))  # noqa: PERF401
        yield documents
    finally:
        release([document.kept.hold_id for document in documents])


def _read(whose: Whose, name: str, content: bytes) -> ReadDocument:
    try:
        file = _read_file(name, content, unread=whose.goal_id is not None)
        kept = keep(whose, [content])
    except UnreadableError as error:
        raise Refused(files=sentence_of(error)) from None
    except OverQuota as over:
        raise Refused(files=sentence("“{name}” can't be taken. {over}", name=name, over=over)) from None
    beginnings = [f"{piece.heading} {piece.text}"[:MEANT] for piece in file.pieces]
    return ReadDocument(file, tuple(embedding.embed(beginnings)), kept, whose)


def _read_file(name: str, content: bytes, *, unread: bool) -> ReadFile:
    """The text of a file. `unread`: one without goes along as it is, since whoever works on the goal may take it."""
    try:
        return read_file(name, content, settings.IOA_FILE_LIMIT)
    except NotTextError:
        try:
            pages = pages_of(content)
        except Busy:
            raise Refused(files="Other files are being read. Try again in a moment.") from None
        if pages and pages.is_readable:
            return pages_file(name, pages.texts, pages.total)
        if not unread:
            raise
        return unread_file(name, content)


@transaction.atomic
def store_document(document: ReadDocument) -> Document:
    """Store a file that was read; a name that is taken beside it gets a number. Raises Refused where it is too many."""
    file, whose, content = document.file, document.whose, document.kept.content
    taken = _taken_names(whose.workspace_id, whose.goal_id)
    row = Document.objects.create(
        workspace_id=whose.workspace_id,
        goal_id=whose.goal_id,
        name=numbered_name(file.name, taken),
        media_type=file.media_type,
        outline=file.outline,
        size=content.size,
        blob_id=content.blob_id,
    )
    turn_hold_into_reference([document.kept.hold_id])
    Passage.objects.bulk_create(_passages(row, document), batch_size=ROWS_AT_ONCE)
    return row


@transaction.atomic
def replace_document(document_id: uuid.UUID, document: ReadDocument) -> Document:
    """Have agents read another content in the place of a document's; its name stays."""
    row = Document.objects.get(pk=document_id)
    row.media_type, row.size = document.file.media_type, document.kept.content.size
    row.blob_id, row.outline = document.kept.content.blob_id, document.file.outline
    row.save(update_fields=["media_type", "size", "blob", "outline"])
    turn_hold_into_reference([document.kept.hold_id])
    row.passages.all().delete()
    Passage.objects.bulk_create(_passages(row, document), batch_size=ROWS_AT_ONCE)
    return row


def add_to_library(actor: Actor, name: str, body: bytes | Content) -> uuid.UUID:
    """Store a file in the library of the actor's workspace; gives its id. Operators. Raises Refused under `files`."""
    require(actor, Role.OPERATOR)
    with read_documents(Whose(actor.workspace_id), [File(name, "", body)]) as (document,), transaction.atomic():
        key = store_document(document).pk
        audit(AgentsDeed.DOCUMENT_ADDED, actor, document.file.name, key, size=document.kept.content.size)
    return key


@transaction.atomic
def remove_from_library(actor: Actor, document_id: uuid.UUID) -> None:
    """Take a file out of the library of the actor's workspace. Operators. Raises NotFound."""
    require(actor, Role.OPERATOR)
    name = Document.objects.filter(workspace_id=actor.workspace_id, pk=document_id).values_list("name", flat=True)
    about = name.first() or ""
    remove_document(actor.workspace_id, document_id)
    audit(AgentsDeed.DOCUMENT_REMOVED, actor, about, document_id)


@transaction.atomic
def remove_document(workspace_id: uuid.UUID, document_id: uuid.UUID) -> None:
    """Take a file out of the workspace's library. Raises NotFound."""
    row = Document.objects.filter(workspace_id=workspace_id, goal_id=None, pk=document_id).first()
    if row is None:
        raise NotFound("There is no such document in the library.")
    row.delete()
    release_references(Whose(workspace_id), [(row.blob_id, row.size)])


def _taken_names(workspace_id: uuid.UUID, goal_id: uuid.UUID | None) -> frozenset[str]:
    names = Document.objects.filter(workspace_id=workspace_id, goal_id=goal_id).values_list("name", flat=True)
    taken = list(names)
    most = MOST_OF_LIBRARY if goal_id is None else MOST_OF_GOAL
    if len(taken) >= most:
        raise Refused(
            files=sentence(
                "That is one file too many: the library holds at most {most}."
                if goal_id is None
                else "That is one file too many: a goal takes at most {most}.",
                most=most,
            )
        )
    return frozenset(map(name_key, taken))


def _passages(row: Document, document: ReadDocument) -> list[Passage]:
    pairs = zip(document.file.pieces, document.vectors, strict=True)
    return [
        Passage(document=row, position=position, heading=piece.heading, text=piece.text, vector=vector)
        for position, (piece, vector) in enumerate(pairs)
    ]
