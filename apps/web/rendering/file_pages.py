"""The page of one file: what it shows of each kind, as markup in which nothing that others wrote can act."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.translation import gettext
from pygments.lexers import find_lexer_class_for_filename

from apps.core import prose
from apps.core.fences import fence
from apps.core.languages import figures
from apps.files.domain.encodings import shown_text
from apps.files.domain.json_texts import json_in
from apps.files.domain.media_types import PDF, PICTURES, TABLES
from apps.files.domain.tables import MOST_COLUMNS, TextTable, table_in
from apps.web.rendering.json_trees import json_tree
from apps.web.rendering.messages import words

MOST_READ = 2**20  # bytes of a table or of JSON
MOST_WRITTEN = 2**18  # bytes of any other text
MOST_RENDERED = 200_000  # characters of Markdown
ROWS_TOGETHER = 100
WHOLE = {"application/json", *TABLES}
TEXTS = {"text/plain", "text/markdown", *WHOLE}
SECONDS = 2.0  # for Markdown or code, with what the process aside takes to start


@dataclass(frozen=True)
class ViewAsked:
    """What an address asks of a page: the text as it is written, a column (from 0) to order by, a page (from 1)."""

    written: bool = False
    column: int | None = None
    down: bool = False
    page: int = 1


@dataclass(frozen=True)
class SortLink:
    """A column's title with the address of the rows in its order; `order`: ascending, descending or ""."""

    text: str
    number: bool
    url: str
    order: str


@dataclass(frozen=True)
class TablePage:
    """Rows of a table. `first`, `last`: their numbers, from 1, of `total` in the order that was asked for."""

    head: tuple[SortLink, ...]
    rows: tuple[tuple[tuple[str, bool], ...], ...]
    first: int
    last: int
    total: int
    before: str
    after: str


@dataclass(frozen=True)
class ShownFile:
    """How a file is shown. `kind`: picture, pdf, prose, code, table, json, text or none; `notes`: what was left out."""

    kind: str
    notes: tuple[str, ...] = ()
    body: str = ""
    text: str = ""
    table: TablePage | None = None
    other: bool = False


def bytes_wanted(media_type: str) -> int:
    """How much of a content its page reads."""
    if media_type not in TEXTS:
        return MOST_WRITTEN if media_type == "image/svg+xml" else 0
    return MOST_READ if media_type in WHOLE else MOST_WRITTEN


def shown_file(
    name: str, media_type: str, content: bytes, size: int, asked: ViewAsked, pictures: Mapping[str, str]
) -> ShownFile:
    """The beginning of a content (`content`, of `size` bytes) as its page shows it."""
    if media_type == PDF:
        return ShownFile("pdf")
    if media_type in PICTURES and not (asked.written and content):
        return ShownFile("picture", other=media_type == "image/svg+xml")
    if not bytes_wanted(media_type):
        return ShownFile("none")
    cut = len(content) < size
    text = shown_text(content, cut=cut)
    if not asked.written:
        if media_type in TABLES:
            return _as_table(text, TABLES[media_type], asked, cut=cut)
        if media_type == "application/json":
            return _as_json(text, cut=cut)
        if media_type == "text/markdown":
            return _as_prose(text, pictures, cut=cut)
    return _as_written(name, text, cut=cut, other=media_type != "text/plain")


def _as_table(text: str, delimiter: str, asked: ViewAsked, *, cut: bool) -> ShownFile:
    table = table_in(text, delimiter, cut=cut)
    if table is None:
        return _plain(text, gettext("It can't be read as a table, and is shown as it is written."), cut=cut)
    notes = []
    if table.more:
        sentence = gettext("Only the first {rows} rows are shown and sorted: it has more.")
        notes.append(sentence.format(rows=figures(f"{len(table.rows):,}")))
    if table.wider:
        notes.append(gettext("Only the first {columns} columns are shown.").format(columns=MOST_COLUMNS))
    return ShownFile("table", tuple(notes), table=_table_page(table, asked), other=True)


def _table_page(table: TextTable, asked: ViewAsked) -> TablePage:
    column = asked.column if asked.column is not None and asked.column < len(table.head) else None
    rows = table.rows if column is None else table.in_order(column, down=asked.down)
    pages = max(-(-len(rows) // ROWS_TOGETHER), 1)
    page = min(asked.page, pages)
    start = (page - 1) * ROWS_TOGETHER
    shown = rows[start : start + ROWS_TOGETHER]
    order = {} if column is None else {"sort": column + 1} | ({"order": "down"} if asked.down else {})
    return TablePage(
        head=tuple(_head(table, place, column, down=asked.down) for place in range(len(table.head))),
        rows=tuple(tuple(zip(row, table.figures, strict=True)) for row in shown),
        first=start + 1,
        last=start + len(shown),
        total=len(rows),
        before=f"?{urlencode(order | {'page': page - 1})}" if page > 1 else "",
        after=f"?{urlencode(order | {'page': page + 1})}" if page < pages else "",
    )


def _head(table: TextTable, place: int, column: int | None, *, down: bool) -> SortLink:
    is_sorted = place == column
    turn = {"order": "down"} if is_sorted and not down else {}
    order = ("descending" if down else "ascending") if is_sorted else ""
    title = table.head[place].strip() or gettext("Column {number}").format(number=place + 1)
    return SortLink(title, table.figures[place], f"?{urlencode({'sort': place + 1} | turn)}", order)


def _as_json(text: str, *, cut: bool) -> ShownFile:
    if cut:
        return _plain(
            text[:MOST_WRITTEN], gettext("It is too large to be unfolded, and is shown as it is written."), cut=True
        )
    try:
        value = json_in(text)
    except ValueError:
        return _plain(text, gettext("It can't be read as JSON, and is shown as it is written."), cut=False)
    return ShownFile("json", body=json_tree(value), other=True)


def _as_prose(text: str, pictures: Mapping[str, str], *, cut: bool) -> ShownFile:
    if cut or len(text) > MOST_RENDERED:
        return _plain(text, gettext("It is too large to be rendered, and is shown as it is written."), cut=cut)
    html = _html(text)
    if not html and text.strip():
        return _plain(text, gettext("Rendering it takes too long: it is shown as it is written."), cut=False)
    return ShownFile("prose", body=words(text, html, pictures), other=True)


def _as_written(name: str, text: str, *, cut: bool, other: bool) -> ShownFile:
    lexer = find_lexer_class_for_filename(name)
    language = lexer.aliases[0] if lexer and lexer.aliases else "text"
    html = "" if language == "text" or cut else _html(_fenced(text, language))
    if not html:
        return _plain(text, "", cut=cut, other=other)
    return ShownFile("code", body=words(text, html, {}), other=other)


def _fenced(code: str, language: str) -> str:
    head, _, rest = fence(code).partition("\n")
    return f"{head}{language}\n{rest}"


def _html(text: str) -> str:
    try:
        return prose.render(text, longest=SECONDS)
    except prose.Busy:
        return ""


def _plain(text: str, note: str, *, cut: bool, other: bool = False) -> ShownFile:
    notes = [note] if note else []
    if cut or len(text) > MOST_WRITTEN:
        notes.append(gettext("Only its beginning is shown here: download it for the whole."))
    return ShownFile("text", tuple(notes), text=text[:MOST_WRITTEN], other=other)
