"""Tables in the passages that fit what was asked, narrowed only where nothing can get lost."""

from dataclasses import dataclass

from apps.agents.builtin.document_search.passages import PassageQuery, stems_of
from apps.agents.builtin.questions.wish import read_wish
from apps.agents.builtin.tables.columns import Column, Kind, columns_of, of_kind
from apps.agents.builtin.tables.delimited import read_delimited
from apps.agents.builtin.tables.markdown import read_markdown
from apps.agents.builtin.tables.model import Table, UnreadableTableError
from apps.agents.builtin.tables.periods import period_of
from apps.agents.domain.calls import FoundPassage

_FEW = 6  # columns; a table of so few is not narrowed


@dataclass(frozen=True)
class Excerpt:
    """A table and the passage it stands in."""

    table: Table
    passage: FoundPassage


def excerpts(passages: list[FoundPassage], asked: PassageQuery, question: str) -> list[Excerpt]:
    """Give the tables that share a word with what was asked, rows and columns narrowed to it."""
    found = [Excerpt(table, passage) for passage in passages for table in _tables(passage)]
    fitting = [excerpt for excerpt in found if asked.of(excerpt.passage.document).share(_words_of(excerpt)) > 0]
    return [Excerpt(_narrow(item.table, asked, question), item.passage) for item in fitting]


def _tables(passage: FoundPassage) -> list[Table]:
    name = passage.heading.rsplit(" / ", 1)[-1] or passage.document
    if not passage.document.lower().endswith((".csv", ".tsv")):
        return read_markdown(name, passage.text)
    if passage.position:  # a later piece of such a file has no header
        return []
    try:
        return [read_delimited(name, passage.text)]
    except UnreadableTableError:
        return []


def _words_of(excerpt: Excerpt) -> str:
    return " ".join((excerpt.passage.heading, *(cell.replace("_", " ") for cell in excerpt.table.header)))


def _narrow(table: Table, asked: PassageQuery, question: str) -> Table:
    columns = columns_of(table)
    return _fewer_columns(_fewer_rows(table, columns, question), columns, asked)


def _fewer_rows(table: Table, columns: tuple[Column, ...], question: str) -> Table:
    """Keep the asked span of years where every row has a year and some are in it."""
    span, periods = read_wish(question).span, of_kind(columns, Kind.PERIOD)
    if span is None or len(periods) != 1:
        return table
    years = [period.year if (period := period_of(cell)) else 0 for cell in table.cells(periods[0].index)]
    rows = tuple(row for row, year in zip(table.rows, years, strict=True) if span[0] <= year <= span[1])
    return table.with_rows(rows) if rows and all(years) else table


def _fewer_columns(table: Table, columns: tuple[Column, ...], asked: PassageQuery) -> Table:
    """Drop columns of numbers that were not asked for, where others were; names, times and notes always stay."""
    wanted = [column for column in columns if column.kind != Kind.NUMBER or stems_of(column.header) & asked.stems]
    if len(columns) <= _FEW or not any(column.kind == Kind.NUMBER for column in wanted):
        return table
    return table.only_columns(tuple(column.index for column in wanted))
