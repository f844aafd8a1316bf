"""Cells of the measures that hold no number: they are in no figure, and that is said."""

from apps.agents.builtin.table_analyst.binding import AnalysisPlan
from apps.agents.builtin.tables.columns import Column
from apps.agents.builtin.tables.numbers import is_missing

_MOST_NAMED = 10
_LONGEST = 40


def gaps(plan: AnalysisPlan) -> list[str]:
    """Give a sentence for every measure with cells that are missing or are no numbers."""
    return [sentence for measure in plan.measures if (sentence := _gap(plan, measure))]


def _gap(plan: AnalysisPlan, measure: Column) -> str:
    odd = [row for row in plan.table.rows if measure.value(row[measure.index]) is None]
    if not odd:
        return ""
    named = [_name(plan, measure, row) for row in odd[:_MOST_NAMED]]
    more = " and others" if len(odd) > _MOST_NAMED else ""
    return f"{measure.label} has no number for {'; '.join(named)}{more}; these are in no figure."


def _name(plan: AnalysisPlan, measure: Column, row: tuple[str, ...]) -> str:
    cell = row[measure.index]
    return plan.row_name(row) if is_missing(cell) else f"{plan.row_name(row)} (“{cell[:_LONGEST]}”)"
