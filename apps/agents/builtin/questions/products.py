"""“Units x price”: two columns of numbers that a question multiplies become a third."""

import re

from apps.agents.builtin.query.fields import derive
from apps.agents.builtin.query.language import Derivation, Operator
from apps.agents.builtin.query.problems import InvalidQuery
from apps.agents.builtin.tables.columns import Column, Kind, columns_of, of_kind
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.words import words

_TIMES = re.compile(r"[×*]|\b(?:x|times|multiplied by)\b", re.IGNORECASE)
_REACH = 3  # words beside the sign that may name a column
_LONGEST = 200  # characters beside the sign that are looked at
_MOST = 4


def add_products(table: Table, text: str) -> Table:
    """Give the table with a column for each product of two of its columns that the text names."""
    for left, right in dict.fromkeys(_pairs(table, text)):
        wanted = Derivation(
            name=f"{left.label} × {right.label}", left=left.header, operator=Operator.TIMES, right=right.header
        )
        try:
            table, columns = derive(table, columns_of(table), wanted)
        except InvalidQuery:
            continue
        unit = columns[-1].unit
        if unit:
            table = Table(
                table.name, (*table.header[:-1], f"{wanted.name} ({unit})"), table.rows, table.broken, table.remarks
            )
    return table


def _pairs(table: Table, text: str) -> list[tuple[Column, Column]]:
    numbers = of_kind(columns_of(table), Kind.NUMBER)
    found = []
    for sign in list(_TIMES.finditer(text))[:_MOST]:
        before = words(text[max(0, sign.start() - _LONGEST) : sign.start()])[-_REACH:]
        after = words(text[sign.end() : sign.end() + _LONGEST])[:_REACH]
        left, right = _named(numbers, before), _named(numbers, after)
        if left and right and left != right:
            found.append((left, right))
    return found


def _named(numbers: tuple[Column, ...], near: list[str]) -> Column | None:
    """Give the column all of whose words stand there; of several the one with the most."""
    fitting = [column for column in numbers if column.words and column.words <= set(near)]
    return max(fitting, key=lambda column: len(column.words), default=None)
