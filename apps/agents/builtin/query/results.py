"""A query answered: bound to the tables, computed, put in order, and said in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.agents.builtin.findings import Figure
from apps.agents.builtin.query.comparison import Figures, check_comparison, compare_figures, comparison_header
from apps.agents.builtin.query.conditions import keep_rows
from apps.agents.builtin.query.fields import find_column, widen
from apps.agents.builtin.query.groups import GroupColumn, Key, find_groups, group_rows
from apps.agents.builtin.query.language import PeriodComparison, TableQuery
from apps.agents.builtin.query.measures import BoundMeasure, find_measures, gap_of, measure_rows
from apps.agents.builtin.query.problems import InvalidQuery
from apps.agents.builtin.questions.selection import join_tables
from apps.agents.builtin.tables.columns import Column, Kind
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.numbers import exactly
from apps.agents.builtin.tables.periods import Period, period_of


@dataclass(frozen=True)
class ResultColumn:
    """A column of figures in a result, and what it was computed as."""

    header: str
    unit: str
    figures: Figures


@dataclass(frozen=True)
class QueryResult:
    """What a query gave. `keys` are the result's rows in their order; a listing has rows of the table instead."""

    query: TableQuery
    table: Table  # the rows that it was computed of, with derived columns
    groups: tuple[GroupColumn, ...]
    measures: tuple[BoundMeasure, ...]
    columns: tuple[ResultColumn, ...]
    keys: tuple[Key, ...]
    remarks: tuple[str, ...]
    listing: Table | None = None

    @property
    def figures(self) -> list[Figure]:
        """Every figure, row by row."""
        return [figure for key in self.keys for column in self.columns if (figure := column.figures[key])]

    @property
    def shown(self) -> Table:
        """The result as a table."""
        if self.listing:
            return self.listing
        header = (*(group.header for group in self.groups), *(column.header for column in self.columns))
        rows = tuple((*key, *(_written(column.figures[key]) for column in self.columns)) for key in self.keys)
        return Table(self.table.name, header, rows)


@exactly
def answer_query(query: TableQuery, tables: Sequence[Table]) -> QueryResult:
    """Compute a query. Raises InvalidQuery with one sentence when it does not fit the tables."""
    table, columns = widen(_source(query, tables), query.derive)
    kept = keep_rows(table, columns, query.where)
    if not query.measures and not query.group:
        return _list_rows(query, kept, columns)
    groups = find_groups(columns, query.group)
    measures = find_measures(columns, query.measures)
    check_comparison(query.compare, groups, measures)
    rows = group_rows(kept, groups)
    found = _columns(query.compare, groups, measures, rows)
    keys = _in_order(query, list(rows), groups, found)
    gaps = tuple(gap for column in _used(measures) if (gap := gap_of(column, kept.rows)))
    return QueryResult(query, kept, groups, measures, found, tuple(keys[: query.limit]), (*kept.remarks, *gaps))


def _source(query: TableQuery, tables: Sequence[Table]) -> Table:
    table = _named_table(query.table, tables)
    if not query.join:
        return table
    joined = join_tables(table, _named_table(query.join, tables))
    if joined is None:
        raise InvalidQuery(f"“{query.table}” and “{query.join}” share no column that tells rows of one apart.")
    return joined


def _named_table(name: str, tables: Sequence[Table]) -> Table:
    wanted = " ".join(name.casefold().split())
    for table in tables:
        if table.name.casefold() == wanted:
            return table
    if len(tables) == 1:
        return tables[0]
    raise InvalidQuery(f"There is no table “{name}”; there are {', '.join(f'“{table.name}”' for table in tables)}.")


def _columns(
    compare: PeriodComparison,
    groups: tuple[GroupColumn, ...],
    measures: tuple[BoundMeasure, ...],
    rows: dict[Key, list[tuple[str, ...]]],
) -> tuple[ResultColumn, ...]:
    found: list[ResultColumn] = []
    for measure in measures:
        figures: Figures = {key: measure_rows(measure, of, ", ".join(key)) for key, of in rows.items()}
        found.append(ResultColumn(measure.header, measure.unit, figures))
        if compare is not PeriodComparison.NONE:
            compared = compare_figures(compare, figures, groups, measure)
            found.append(ResultColumn(comparison_header(compare, measure), "%", compared))
    return tuple(found)


def _in_order(
    query: TableQuery, keys: list[Key], groups: tuple[GroupColumn, ...], columns: tuple[ResultColumn, ...]
) -> list[Key]:
    """As the query says; else time as it runs, else the highest figure first. What has no figure comes last."""
    if query.order:
        at = _order_place(query.order, groups, columns)
        if at < len(groups):
            return sorted(keys, key=lambda key: _group_order(key[at], groups[at]), reverse=query.descending)
        return _by_figures(keys, columns[at - len(groups)].figures, descending=query.descending)
    if not columns or any(group.timed for group in groups):
        return keys
    return _by_figures(keys, columns[0].figures, descending=query.descending)


def _order_place(name: str, groups: tuple[GroupColumn, ...], columns: tuple[ResultColumn, ...]) -> int:
    """Where the column of the result stands; a comparison may be called by its first word."""
    wanted = _fold(name)
    spellings = [{_fold(group.header), _fold(group.column.header), _fold(group.column.label)} for group in groups]
    spellings += [{_fold(column.header), _fold(column.header.removesuffix(f" ({column.unit})"))} for column in columns]
    spellings = [one | {text.partition(" of ")[0] for text in one if text.endswith("(%)")} for one in spellings]
    for at, spelled in enumerate(spellings):
        if wanted in spelled:
            return at
    known = [*(group.header for group in groups), *(column.header for column in columns)]
    raise InvalidQuery(f"The result has no column “{name}” to order by; it has {', '.join(known)}.")


def _by_figures(keys: list[Key], figures: Figures, *, descending: bool) -> list[Key]:
    known = [(figure.value, key) for key in keys if (figure := figures[key])]
    ordered = [key for _, key in sorted(known, key=lambda pair: pair[0], reverse=descending)]
    return ordered + [key for key in keys if figures[key] is None]


def _group_order(value: str, group: GroupColumn) -> tuple[Period, str]:
    return (period_of(value) if group.timed else None) or Period(0), value.casefold()


def _list_rows(query: TableQuery, table: Table, columns: tuple[Column, ...]) -> QueryResult:
    rows = list(table.rows)
    if query.order:
        rows = _sorted_rows(rows, find_column(columns, query.order), descending=query.descending)
    named = tuple(find_column(columns, name).index for name in query.columns)
    listed = table.with_rows(tuple(rows[: query.limit])).only_columns(named or tuple(range(len(table.header))))
    return QueryResult(query, table, (), (), (), (), table.remarks, listed)


def _sorted_rows(rows: list[tuple[str, ...]], by: Column, *, descending: bool) -> list[tuple[str, ...]]:
    """Rows in the order of a column; those without a value come last."""
    if by.kind is Kind.NUMBER:
        numbers = [(value, row) for row in rows if (value := by.value(row[by.index])) is not None]
        ordered = [row for _, row in sorted(numbers, key=lambda pair: pair[0], reverse=descending)]
        return ordered + [row for row in rows if by.value(row[by.index]) is None]
    return sorted(rows, key=lambda row: (_period(by, row), row[by.index].casefold()), reverse=descending)


def _period(by: Column, row: tuple[str, ...]) -> Period:
    return (period_of(row[by.index]) if by.kind is Kind.PERIOD else None) or Period(0)


def _used(measures: tuple[BoundMeasure, ...]) -> list[Column]:
    return list(dict.fromkeys(column for one in measures for column in one.columns))


def _written(figure: Figure | None) -> str:
    return figure.shown if figure else ""


def _fold(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").split())
