"""Files as rooms show them: pictures in place, the first rows of tables, the beginning of texts."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext

from apps.agents.queries.documents import DocumentView
from apps.chat.domain.attached import attached_names
from apps.chat.domain.states import MessageKind
from apps.chat.queries.message_views import MessageView
from apps.chat.queries.rooms import PREVIEW_BYTES
from apps.files.domain.encodings import shown_text
from apps.files.domain.media_types import PICTURES, TABLES
from apps.files.domain.tables import cells_apart, number_in
from apps.teams.domain.versions import VersionState
from apps.teams.queries.facts import FileFacts

SVG = "image/svg+xml"
SHOWN_ROWS = 8
SHOWN_COLUMNS = 12
SHOWN_CHARACTERS = 1500


@dataclass(frozen=True)
class Cell:
    """A cell of a preview; figures stand at the end edge."""

    text: str
    number: bool


@dataclass(frozen=True)
class TablePreview:
    """The first rows of a table. `more`: there are further ones."""

    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    more: bool


@dataclass(frozen=True)
class FileView:
    """A file with the addresses of its content and its page and, where a page shows it in place, its beginning."""

    name: str
    url: str
    page: str
    size: int
    media_type: str
    by: str
    at: datetime | None = None
    version: str = ""
    table: TablePreview | None = None
    excerpt: str = ""
    working: bool = False

    @property
    def is_image(self) -> bool:
        """Whether it is shown as a picture; SVG only ever inside an img element, where it can't run."""
        return self.media_type in PICTURES

    @property
    def icon(self) -> str:
        """The icon for its kind."""
        if self.media_type.startswith("image/"):
            return "image"
        return "table" if self.media_type in TABLES else "file-text"


def artifact_url(file: FileFacts) -> str:
    """Where a file that a task made is served."""
    return reverse("artifact", args=[file.id, file.name])


def artifact_view(file: FileFacts, head: bytes = b"") -> FileView:
    """A file that a task made; `head` is its beginning, for a preview."""
    return FileView(
        name=file.name,
        url=artifact_url(file),
        page=reverse("file", args=[file.id]),
        size=file.size,
        media_type=file.media_type,
        by=file.made_by.name,
        at=file.created_at,
        version=version_words(file),
        working=file.working,
        table=_table(head, TABLES[file.media_type]) if head and file.media_type in TABLES else None,
        excerpt=_excerpt(head) if head and file.media_type not in TABLES else "",
    )


def version_words(file: FileFacts) -> str:
    """Which version it is, in words; "" for one that is the only one as yet."""
    if file.state is VersionState.CONFLICT:
        words = gettext("version {number}, written on version {other} and kept beside the current one")
        return words.format(number=file.number, other=file.based_on)
    return gettext("version {number}").format(number=file.number) if file.number > 1 else ""


def document_view(document: DocumentView) -> FileView:
    """A file that agents may read."""
    url = reverse("document", args=[document.id, document.name])
    page = reverse("document-page", args=[document.id])
    by = gettext("attached to the goal") if document.attached else gettext("of the library")
    return FileView(document.name, url, page, document.size, document.media_type, by)


def sent_along(text: str, documents: Sequence[DocumentView]) -> list[FileView]:
    """The files that somebody sent along with these words."""
    names = attached_names(text)
    return [document_view(document) for document in documents if document.attached and document.name in names]


def sent_with(message: MessageView, documents: Sequence[DocumentView]) -> list[FileView]:
    """The files that came with a message. A goal's own was written after them, so what came later has later keys."""
    if message.kind is MessageKind.GOAL and message.round == 1:
        return [document_view(document) for document in documents if document.attached and document.id < message.id]
    return sent_along(message.text, documents)


def split_twins(files: Sequence[FileView], beside: Sequence[FileView] = ()) -> tuple[list[FileView], list[FileView]]:
    """Those that are previewed, and pictures that are drawn anyway: `beside` them, or in a form that follows themes."""
    best: dict[str, FileView] = {_stem(file): file for file in beside if file.is_image}
    for file in sorted(files, key=lambda one: one.media_type != SVG):
        if file.is_image:
            best.setdefault(_stem(file), file)
    kept = [file for file in files if not file.is_image or best[_stem(file)] is file]
    return kept, [file for file in files if file not in kept]


def _stem(file: FileView) -> str:
    return file.name.rpartition(".")[0].lower() or file.name.lower()


def attached_views(files: Sequence[FileFacts], heads: Mapping[UUID, bytes]) -> list[FileView]:
    """The files of one message, with the beginnings of those that it shows."""
    return [artifact_view(file, b"" if file.working else heads.get(file.id, b"")) for file in files]


def _excerpt(head: bytes) -> str:
    return shown_text(head, cut=len(head) >= PREVIEW_BYTES)[:SHOWN_CHARACTERS]


def _table(head: bytes, delimiter: str) -> TablePreview | None:
    text, delimiter = cells_apart(shown_text(head, cut=len(head) >= PREVIEW_BYTES), delimiter)
    lines = text.splitlines()
    complete = lines[:-1] if len(head) >= PREVIEW_BYTES else lines  # the last line may be cut
    try:
        rows = [row[:SHOWN_COLUMNS] for row in csv.reader(complete, delimiter=delimiter) if row]
    except csv.Error:
        return None
    if len(rows) < 2:
        return None
    shown = tuple(
        tuple(Cell(text[:120], number_in(text) is not None) for text in row) for row in rows[1 : SHOWN_ROWS + 1]
    )
    figures = [_is_column_of_figures(shown, place) for place in range(len(rows[0]))]
    titles = tuple(Cell(text[:120], number) for text, number in zip(rows[0], figures, strict=True))
    return TablePreview(titles, shown, len(rows) > SHOWN_ROWS + 1)


def _is_column_of_figures(rows: Sequence[Sequence[Cell]], place: int) -> bool:
    return all(row[place].number or not row[place].text for row in rows if place < len(row))
