"""What an analysis gives: figures that name their computation and inputs, and tables of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from apps.agents.builtin.tables.columns import Column
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.numbers import group_thousands, with_unit, write_plain

MOST_INPUTS = 100  # inputs listed with one figure; a longer column is named as a whole
_MOST_TERMS = 12  # terms written out in one computation


@dataclass(frozen=True)
class Input:
    """A cell that a figure was computed from: where it stands, its verbatim text, its value."""

    name: str
    text: str
    value: Decimal


@dataclass(frozen=True)
class Figure:
    """A computed figure. `value` is exact, `shown` is how texts and tables write it, both in `unit`."""

    name: str
    value: Decimal
    shown: str
    unit: str
    computation: str
    inputs: tuple[Input, ...]

    @property
    def sentence(self) -> str:
        """The figure with its unit."""
        return with_unit(self.shown, self.unit)


@dataclass(frozen=True)
class Finding:
    """One answered part of a question."""

    headline: str  # the answer in one sentence
    table: Table
    figures: tuple[Figure, ...] = ()
    remarks: tuple[str, ...] = ()
    series_used: str = ""  # which series the headline stands on, when there are several
    query: str = ""  # what was computed, in words, where a model chose it


def terms_of(inputs: Sequence[Input], joint: str) -> str:
    """Write the values of a computation: "3 + 4", or their number when there are many."""
    if len(inputs) > _MOST_TERMS:
        return f"{group_thousands(Decimal(len(inputs)))} values of {inputs[0].name.split(',')[0]}"
    return joint.join(_term(item.value) for item in inputs)


def with_its_unit(value: Decimal, column: Column) -> str:
    """Write a value of a column with separators and its unit."""
    return with_unit(group_thousands(value), column.unit)


def _term(value: Decimal) -> str:
    return write_plain(value) if value >= 0 else f"({write_plain(value)})"
