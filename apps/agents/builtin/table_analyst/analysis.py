"""From a bound question to findings, the one that answers it first."""

import re

from apps.agents.builtin.findings import Finding
from apps.agents.builtin.questions.selection import groupable, has_repeats
from apps.agents.builtin.questions.wish import TableOperation
from apps.agents.builtin.table_analyst.binding import AnalysisPlan
from apps.agents.builtin.table_analyst.by_group import growth_by_group
from apps.agents.builtin.table_analyst.correlation import correlation
from apps.agents.builtin.table_analyst.over_time import growth_over_time
from apps.agents.builtin.table_analyst.ranking import listing, ranking
from apps.agents.builtin.table_analyst.statistics import STATISTICS, statistics
from apps.agents.builtin.tables.columns import Column, Kind, columns_of, of_kind
from apps.agents.builtin.tables.numbers import is_missing, write_plain

_SUPERLATIVES = frozenset({TableOperation.MAXIMUM, TableOperation.MINIMUM})


def findings(plan: AnalysisPlan) -> list[Finding]:
    """Answer everything that was asked; a table nobody asked anything of is described."""
    asked = [finding for finding in _asked_findings(plan) if finding]
    return asked or _describe(plan)


def _asked_findings(plan: AnalysisPlan) -> list[Finding | None]:
    """A superlative beside growth picks the growth; beside a top number it says which end."""
    grows = bool(plan.operations & {TableOperation.GROWTH, TableOperation.CAGR})
    picks = bool(plan.wish.top or plan.wish.sorted_by)
    computed = plan.operations & frozenset({*STATISTICS, TableOperation.SHARE})
    if grows or picks:
        computed -= _SUPERLATIVES
    if picks:
        computed -= {TableOperation.SUM, TableOperation.MEAN}
    return [
        correlation(plan) if TableOperation.CORRELATION in plan.operations else None,
        (growth_by_group(plan) or growth_over_time(plan)) if grows else None,
        ranking(plan) if picks and not grows else None,
        *(statistics(plan) if computed else ()),
    ]


def answered_operations(
    plan: AnalysisPlan, found: list[Finding], asked: frozenset[TableOperation]
) -> frozenset[TableOperation]:
    """Say which of the operations that a part of the question asks for the findings answer.

    A superlative is answered by the growth where growth is what it is about: “which one grew most”.
    """
    names = {figure.name.partition(" ")[0] for finding in found for figure in finding.figures}
    grown = frozenset({TableOperation.GROWTH, TableOperation.CAGR}) if names & {"growth", "yearly"} else frozenset()
    picked = bool(plan.wish.top or plan.wish.sorted_by or plan.group) and not grown
    answered = grown | {operation for operation in TableOperation if operation.value in names}
    if picked or (grown & asked):
        answered |= _SUPERLATIVES
    if "rows," in names:
        answered |= {TableOperation.COUNT}
    return frozenset(answered) if found else frozenset()


def _describe(plan: AnalysisPlan) -> list[Finding]:
    if plan.wish.comparisons:
        return [ranking(plan) or listing(plan)]
    if plan.group in (None, plan.period) and _one_row_a_period(plan) and (finding := growth_over_time(plan)):
        return [finding]
    return statistics(plan) or [listing(plan)]


def _one_row_a_period(plan: AnalysisPlan) -> bool:
    """Whether the rows are one thing over time; where their names differ, so may what they are about."""
    if plan.period is None or has_repeats(plan.table, plan.period):
        return False
    return not groupable(plan.table, of_kind(columns_of(plan.table), Kind.TEXT))


_MOST_NAMED = 10
_LONGEST = 40


def gaps(plan: AnalysisPlan) -> list[str]:
    """Give a sentence for every measure with cells that are missing or are no numbers."""
    found = [sentence for measure in plan.measures if (sentence := _gap(plan, measure))]
    return [*found, *(sentence for measure in plan.measures if (sentence := _doubtful_points(plan, measure)))]


_DOUBTFUL = re.compile(r"[^0-9.,]*[1-9][0-9]{0,2}\.[0-9]{3}[^0-9.,]*")  # "15.000" may be fifteen, or fifteen thousand


def _doubtful_points(plan: AnalysisPlan, measure: Column) -> str:
    """Say how points were read that may group thousands: in a column where each has three digits behind it."""
    pointed = [cell for cell in plan.table.cells(measure.index) if "." in cell and measure.value(cell) is not None]
    if measure.mark != "." or not pointed or not all(map(_DOUBTFUL.fullmatch, pointed)):
        return ""
    value = measure.value(pointed[0])
    read = write_plain(value) if value is not None else ""
    return f"Points in {measure.label} were read as decimal ones, not as thousands: “{pointed[0]}” is {read}."


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
