"""What a model is told of tables, so that it can choose: their columns, kinds and examples. Cells are hostile."""

from collections.abc import Sequence

from apps.agents.builtin.questions.selection import lengthen
from apps.agents.builtin.tables.columns import Column, Kind, columns_of
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.numbers import is_missing, write_plain
from apps.agents.builtin.tables.periods import period_of
from apps.agents.builtin.tables.restatements import add_restated

QUERY_RULES = """\
table: a name of `tables`; join = another one that shares a column with it, else "".
derive = columns computed row by row before all else (sales = units times unit price); left and right are columns, \
derived ones before it, or numbers.
where = the rows that count; every condition must hold, one value is enough. Dates: "2024", "2024-03", "2024-Q1".
group = one row of the result for each value of the column; part = the year, quarter, month or day of a date, else "".
measures: name = what the result calls it. ratio = sum of column / sum of over (an average price: sales over units). \
correlation of column and over. count with column "" counts rows.
compare: previous, first = growth in percent over the period before, or over the first (group by a date); share = part \
of the whole in percent.
order = a column of the result: a measure's name, a group's column, "growth" or "share"; "" = as time runs, else by \
the first measure. limit = how many rows, or null. columns = those of a listing, which has no group and no measures.
Unused: "", [] or null."""

MOST_TABLES = 8
_MOST_COLUMNS = 60
_MOST_VALUES = 12  # of a column of names; one with more shows a few
_FEW = 4
_LONGEST = 60  # characters of a cell


def offer_tables(tables: Sequence[Table]) -> list[Table]:
    """Give tables as they can be asked of: years as rows, restated figures as a column, each by a name of its own."""
    named: dict[str, Table] = {}
    for table in tables:
        ready, _ = add_restated(lengthen(table))
        number = sum(name == table.name or name.startswith(f"{table.name} (") for name in named)
        name = f"{table.name} ({number + 1})" if number else table.name
        named[name] = Table(name, ready.header, ready.rows, ready.broken, ready.remarks)
    return list(named.values())


def describe_tables(tables: Sequence[Table]) -> list[dict[str, object]]:
    """Give tables for a prompt: name, rows, columns; what is left out is said."""
    told = [_table(table) for table in tables[:MOST_TABLES]]
    hidden = len(tables) - len(told)
    return [*told, {"not_shown": f"{hidden} more tables"}] if hidden else told


def _table(table: Table) -> dict[str, object]:
    columns = columns_of(table)
    told: dict[str, object] = {"name": table.name, "rows": len(table.rows)}
    told["columns"] = [_column(table, column) for column in columns[:_MOST_COLUMNS]]
    if len(columns) > _MOST_COLUMNS:
        told["columns_not_shown"] = len(columns) - _MOST_COLUMNS
    return told


def _column(table: Table, column: Column) -> dict[str, object]:
    told: dict[str, object] = {"name": column.header, "holds": _HOLDS[column.kind]}
    if column.unit:
        told["unit"] = column.unit
    return told | _values(column, [cell for cell in table.cells(column.index) if not is_missing(cell)])


def _values(column: Column, cells: list[str]) -> dict[str, object]:
    if column.kind is Kind.NUMBER:
        numbers = [value for cell in cells if (value := column.value(cell)) is not None]
        return {"from": write_plain(min(numbers))[:_LONGEST], "to": write_plain(max(numbers))[:_LONGEST]}
    if column.kind is Kind.PERIOD:
        times = [(time, cell) for cell in cells if (time := period_of(cell))]
        return {"from": min(times)[1][:_LONGEST], "to": max(times)[1][:_LONGEST]}
    values = list(dict.fromkeys(cells))
    shown = values if len(values) <= _MOST_VALUES else values[:_FEW]
    told: dict[str, object] = {"values": [value[:_LONGEST] for value in shown]}
    return told | ({"different_values": len(values)} if len(values) > len(shown) else {})


_HOLDS = {Kind.NUMBER: "numbers", Kind.PERIOD: "dates", Kind.TEXT: "names", Kind.NOTE: "notes"}
