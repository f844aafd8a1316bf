"""The columns that a query names, looked up in a table, and those it derives of them."""

from collections.abc import Callable, Iterable
from decimal import Decimal

from apps.agents.builtin.query.language import Derivation, Operator
from apps.agents.builtin.query.problems import InvalidQuery
from apps.agents.builtin.tables.columns import Column, Kind, columns_of
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.numbers import number_of, write_plain

_LISTED = 30  # columns that a problem names
_PERCENT = "%"
_LONGEST_CELL = 60  # what `number_of` reads


def find_column(columns: Iterable[Column], name: str) -> Column:
    """Give the column of that name: its header, else its label, in any case. Raises InvalidQuery."""
    every = tuple(columns)
    for spelled in (_exactly, _header, _label):
        found = [column for column in every if spelled(column, name)]
        if len(found) == 1:
            return found[0]
    known = ", ".join(f"“{column.header}”" for column in every[:_LISTED])
    raise InvalidQuery(f"There is no column “{name}”; there are {known}.")


def find_number(columns: Iterable[Column], name: str) -> Column:
    """Give the column of numbers of that name. Raises InvalidQuery."""
    column = find_column(columns, name)
    if column.kind != Kind.NUMBER:
        raise InvalidQuery(f"“{column.header}” holds no numbers to compute with.")
    return column


def derive(table: Table, columns: tuple[Column, ...], wanted: Derivation) -> tuple[Table, tuple[Column, ...]]:
    """Give the table with one more column, computed row by row. Raises InvalidQuery."""
    if any(_header(column, wanted.name) for column in columns):
        raise InvalidQuery(f"There is a column “{wanted.name}” already; call the derived one otherwise.")
    left, right = _operand(columns, wanted.left), _operand(columns, wanted.right)
    compute = _COMPUTE[wanted.operator]
    mark = _mark(columns)
    cells = tuple(_cell(compute, left[0](row), right[0](row)).replace(".", mark) for row in table.rows)
    unit = _unit(wanted.operator, left[1], right[1])
    wider = table.with_column(wanted.name, cells)
    return wider, (*columns, Column(len(table.header), wanted.name, wanted.name, unit, Kind.NUMBER, mark))


def _mark(columns: tuple[Column, ...]) -> str:
    """Give the decimal mark of a table: what is derived is written as the rest, to be read alike."""
    marks = {column.mark for column in columns if column.kind is Kind.NUMBER}
    return "," if marks == {","} else "."


def widen(table: Table, wanted: Iterable[Derivation]) -> tuple[Table, tuple[Column, ...]]:
    """Give the table with all derived columns, and what its columns are. Raises InvalidQuery."""
    columns = columns_of(table)
    for one in wanted:
        table, columns = derive(table, columns, one)
    return table, columns


Operand = tuple[Callable[[tuple[str, ...]], Decimal | None], str]
"""What gives a row's number, and its unit."""


def _operand(columns: tuple[Column, ...], name: str) -> Operand:
    number = number_of(name)
    if number is not None and not any(_header(column, name) for column in columns):
        value = _hundredths(number.value, number.unit)
        return (lambda row: value), "" if number.unit == _PERCENT else number.unit
    column = find_number(columns, name)
    return (lambda row: _hundredths(column.value(row[column.index]), column.unit)), column.unit.replace(_PERCENT, "")


def _hundredths(value: Decimal | None, unit: str) -> Decimal | None:
    """A percentage is computed with as what it means: 19 % of a price is 0.19 of it."""
    return value / 100 if value is not None and unit == _PERCENT else value


def _cell(compute: Callable[[Decimal, Decimal], Decimal | None], left: Decimal | None, right: Decimal | None) -> str:
    value = None if left is None or right is None else compute(left, right)
    if value is None:
        return ""
    written = write_plain(value)
    if "." in written and len(written) > _LONGEST_CELL:
        written = written[:_LONGEST_CELL].rstrip(".")
    return written if len(written) <= _LONGEST_CELL else ""


def _unit(operator: Operator, left: str, right: str) -> str:
    if operator in (Operator.PLUS, Operator.MINUS):
        return left if left == right or not right else right if not left else ""
    if operator is Operator.TIMES:
        return "·".join(filter(None, (left, right)))
    return "" if left == right else f"{left}/{right}" if right else left


_COMPUTE: dict[Operator, Callable[[Decimal, Decimal], Decimal | None]] = {
    Operator.TIMES: lambda left, right: left * right,
    Operator.DIVIDED_BY: lambda left, right: left / right if right else None,
    Operator.PLUS: lambda left, right: left + right,
    Operator.MINUS: lambda left, right: left - right,
}


def _exactly(column: Column, name: str) -> bool:
    return column.header == name


def _header(column: Column, name: str) -> bool:
    return _fold(column.header) == _fold(name)


def _label(column: Column, name: str) -> bool:
    return _fold(column.label) == _fold(name)


def _fold(name: str) -> str:
    return " ".join(name.casefold().replace("_", " ").split())
