"""How two columns of numbers go together (Pearson)."""

from decimal import Decimal

from apps.agents.builtin.aggregation import pearson
from apps.agents.builtin.findings import MOST_INPUTS, Figure, Finding, Input
from apps.agents.builtin.table_analyst.binding import AnalysisPlan
from apps.agents.builtin.tables.columns import Column, Kind, columns_of, of_kind
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.numbers import round_half_up

_FEWEST = 3  # pairs; two always lie on a line
_STRONG, _MODERATE = Decimal("0.7"), Decimal("0.3")


def correlation(plan: AnalysisPlan) -> Finding | None:
    """Correlate the first two columns of numbers that were named; None where fewer than three rows have both."""
    chosen = _two(plan)
    if chosen is None:
        return None
    first, second = chosen
    pairs = _pairs(plan.table, first, second)
    value = pearson([(a.value, b.value) for a, b in pairs]) if len(pairs) >= _FEWEST else None
    if value is None:
        return None
    shown = f"{round_half_up(value, 2):f}"
    name = f"correlation of {first.label} and {second.label}"
    inputs = tuple(item for pair in pairs for item in pair)[:MOST_INPUTS]
    figure = Figure(name, value, shown, "", f"Pearson over {len(pairs)} rows", inputs)
    table = Table(plan.table.name, ("figure", "value", "rows"), ((name, shown, str(len(pairs))),))
    return Finding(f"{name.capitalize()}: {shown}, {_strength(value)}.", table, (figure,))


def _two(plan: AnalysisPlan) -> tuple[Column, Column] | None:
    said = set(plan.wish.said)
    numbers = sorted(of_kind(columns_of(plan.table), Kind.NUMBER), key=lambda column: -len(column.words & said))
    return (numbers[0], numbers[1]) if len(numbers) > 1 else None


def _pairs(table: Table, first: Column, second: Column) -> list[tuple[Input, Input]]:
    found: list[tuple[Input, Input]] = []
    for row in table.rows:
        left, right = first.value(row[first.index]), second.value(row[second.index])
        if left is not None and right is not None:
            found.append((Input(first.label, row[first.index], left), Input(second.label, row[second.index], right)))
    return found


def _strength(value: Decimal) -> str:
    if abs(value) < _MODERATE:
        return "hardly any connection"
    kind = "strong" if abs(value) >= _STRONG else "moderate"
    return f"a {kind} {'positive' if value > 0 else 'negative'} connection"
