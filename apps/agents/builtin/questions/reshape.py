"""Wide tables with a column per year become long ones with a row per year."""

from apps.agents.builtin.tables.columns import Column, Kind, columns_of
from apps.agents.builtin.tables.model import MAX_ROWS, Table
from apps.agents.builtin.tables.periods import is_year

_LONGEST_NAME = 30


def lengthen(table: Table) -> Table:
    """Turn columns headed by years into rows (name, year, value); any other table stays as it is."""
    columns = columns_of(table)
    years = [column for column in columns if is_year(column.header) and column.kind == Kind.NUMBER]
    if len(years) < 2 or len(table.rows) * len(years) > MAX_ROWS:
        return table
    kept = [column.index for column in columns if column not in years and column.kind != Kind.NUMBER]
    header = (*(table.header[index] for index in kept), "year", _value_name(table, years))
    rows = tuple(
        (*(row[index] for index in kept), column.header, row[column.index]) for row in table.rows for column in years
    )
    return Table(table.name, header, rows, table.broken, table.remarks)


def _value_name(table: Table, years: list[Column]) -> str:
    """Name the values after the file, which says what they are where no header does: "sales.tsv" holds sales."""
    stem = table.name.rpartition(".")[0].replace("_", " ").replace("-", " ").strip()
    name = stem if 0 < len(stem) <= _LONGEST_NAME and stem not in table.header else "value"
    return f"{name} ({years[0].unit})" if years[0].unit else name
