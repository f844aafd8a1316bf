"""Rows in order: the top ones, the ones within a bound, a sorted table."""

from decimal import Decimal

from apps.agents.builtin.aggregation import figure_of
from apps.agents.builtin.findings import Finding, with_its_unit
from apps.agents.builtin.questions.selection import has_repeats
from apps.agents.builtin.questions.wish import TableOperation, Top
from apps.agents.builtin.table_analyst.binding import AnalysisPlan
from apps.agents.builtin.table_analyst.statistics import inputs_of, rows_by_group
from apps.agents.builtin.tables.columns import Column, Kind, best_named_columns, columns_of, of_kind
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.periods import Period, period_of

_NAMED = 10  # rows named in the headline


def ranking(plan: AnalysisPlan) -> Finding | None:
    """Sort the rows, or the groups where the asked one repeats, and keep the number asked for."""
    by = _sort_column(plan)
    if by is None:
        return None
    if by.kind == Kind.NUMBER and plan.group and has_repeats(plan.table, plan.group):
        return _rank_groups(plan, plan.group, by)
    return _rank_rows(plan, by)


def _sort_column(plan: AnalysisPlan) -> Column | None:
    columns = columns_of(plan.table)
    named = best_named_columns(columns, plan.wish.sorted_by)
    return named[0] if named else (plan.measures[-1 if plan.pair else 0] if plan.measures else None)


def _rank_rows(plan: AnalysisPlan, by: Column) -> Finding:
    top = plan.wish.top
    down = top.largest if top else plan.wish.descending
    known = [row for row in plan.table.rows if _sort_key(by, row[by.index]) is not None]
    known.sort(key=lambda row: _sort_key(by, row[by.index]) or (), reverse=down)
    rows = tuple(known[: top.count] if top else known)
    said = [f"{plan.row_name(row)} ({_cell(by, row)})" for row in rows[:_NAMED]]
    return Finding(_headline(top, by.label, said, len(rows)), plan.table.with_rows(rows))


def _rank_groups(plan: AnalysisPlan, group: Column, by: Column) -> Finding | None:
    averaged = by.is_rate or TableOperation.MEAN in plan.operations
    operation = TableOperation.MEAN if averaged else TableOperation.SUM
    found = [
        (name, figure_of(operation, by, inputs, name))
        for name, rows in rows_by_group(plan, group).items()
        if (inputs := inputs_of(plan, by, rows))
    ]
    top = plan.wish.top
    found.sort(key=lambda pair: pair[1].value, reverse=top.largest if top else plan.wish.descending)
    kept = found[: top.count] if top else found
    unit = f" ({by.unit})" if by.unit else ""
    table = Table(
        plan.table.name,
        (group.header, f"{operation} of {by.label}{unit}"),
        tuple((name, figure.shown) for name, figure in kept),
    )
    said = [f"{name} ({figure.sentence})" for name, figure in kept[:_NAMED]]
    headline = _headline(top, f"{operation} of {by.label}", said, len(kept))
    return Finding(headline, table, tuple(figure for _, figure in kept)) if kept else None


def _headline(top: Top | None, label: str, said: list[str], count: int) -> str:
    end = "" if top is None else (" highest" if top.largest else " lowest")
    listed = ", ".join(said) + (" and more in the table" if count > len(said) else "")
    return f"The{end} by {label}: {listed}." if end else f"Sorted by {label}: {listed}."


def _cell(by: Column, row: tuple[str, ...]) -> str:
    value = by.value(row[by.index]) if by.kind == Kind.NUMBER else None
    return row[by.index] if value is None else with_its_unit(value, by)


def _sort_key(by: Column, cell: str) -> tuple[Decimal | Period | str] | None:
    if by.kind == Kind.NUMBER:
        value = by.value(cell)
        return None if value is None else (value,)
    if by.kind == Kind.PERIOD:
        period = period_of(cell)
        return None if period is None else (period,)
    return (cell.lower(),)


def listing(plan: AnalysisPlan) -> Finding:
    """Give the rows as they are."""
    names = [plan.row_name(row) for row in plan.table.rows[:_NAMED]]
    columns = of_kind(columns_of(plan.table), Kind.TEXT)
    what = columns[0].label if columns else "rows"
    return Finding(f"The {what} asked for: {', '.join(dict.fromkeys(names))}.", plan.table)
