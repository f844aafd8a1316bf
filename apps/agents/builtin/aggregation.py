"""One figure of many numbers: sums, means and their kin, and how two series go together."""

from collections.abc import Callable, Sequence
from decimal import Decimal

from apps.agents.builtin.findings import MOST_INPUTS, Figure, Input, terms_of
from apps.agents.builtin.questions.wish import TableOperation
from apps.agents.builtin.tables.columns import Column
from apps.agents.builtin.tables.numbers import group_thousands, places, round_half_up

_NO_AVERAGE_PLACES = 2


def figure_of(operation: TableOperation, measure: Column, inputs: Sequence[Input], of: str = "") -> Figure:
    """Compute one statistic of at least one input. `of` names the group."""
    value = _COMPUTE[operation]([item.value for item in inputs])
    digits = max((places(item.value) for item in inputs), default=0)
    if operation in (TableOperation.MEAN, TableOperation.MEDIAN):
        digits = max(digits, _NO_AVERAGE_PLACES)
    unit = "" if operation == TableOperation.COUNT else measure.unit
    name = f"{operation} of {measure.label}{f', {of}' if of else ''}"
    extreme = operation in (TableOperation.MINIMUM, TableOperation.MAXIMUM)
    listed = sorted(inputs, key=lambda item: item.value != value) if extreme else inputs  # what it is of is listed
    return Figure(
        name,
        value,
        group_thousands(round_half_up(value, digits)),
        unit,
        _computation(operation, inputs),
        tuple(listed[:MOST_INPUTS]),
    )


def _median(values: list[Decimal]) -> Decimal:
    ordered, middle = sorted(values), len(values) // 2
    return ordered[middle] if len(values) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


_COMPUTE: dict[TableOperation, Callable[[list[Decimal]], Decimal]] = {
    TableOperation.SUM: lambda values: sum(values, Decimal(0)),
    TableOperation.MEAN: lambda values: sum(values, Decimal(0)) / len(values),
    TableOperation.MEDIAN: _median,
    TableOperation.MINIMUM: min,
    TableOperation.MAXIMUM: max,
    TableOperation.COUNT: lambda values: Decimal(len(values)),
}


def _computation(operation: TableOperation, inputs: Sequence[Input]) -> str:
    if operation == TableOperation.SUM:
        return terms_of(inputs, " + ")
    if operation == TableOperation.MEAN:
        return f"({terms_of(inputs, ' + ')}) / {len(inputs)}"
    return f"{operation} of {terms_of(inputs, ', ')}"


def pearson(pairs: list[tuple[Decimal, Decimal]]) -> Decimal | None:
    """Give Pearson's coefficient of pairs of numbers; None where one side never changes."""
    count = Decimal(len(pairs))
    mean_a = sum((a for a, _ in pairs), Decimal(0)) / count
    mean_b = sum((b for _, b in pairs), Decimal(0)) / count
    spread_a = sum(((a - mean_a) ** 2 for a, _ in pairs), Decimal(0))
    spread_b = sum(((b - mean_b) ** 2 for _, b in pairs), Decimal(0))
    if not spread_a or not spread_b:
        return None
    return sum(((a - mean_a) * (b - mean_b) for a, b in pairs), Decimal(0)) / (spread_a * spread_b).sqrt()
