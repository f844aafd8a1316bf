"""Growth of several things over time, compared: which one grew most."""

from apps.agents.builtin.findings import Figure, Finding
from apps.agents.builtin.questions.wish import TableOperation
from apps.agents.builtin.table_analyst import growth
from apps.agents.builtin.table_analyst.binding import AnalysisPlan
from apps.agents.builtin.table_analyst.growth import Series, series_of
from apps.agents.builtin.tables.columns import Column
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.numbers import with_unit

_MOST_GROUPS = 200

Ranked = list[tuple[Series, Figure]]


def growth_by_group(plan: AnalysisPlan) -> Finding | None:
    """Compare the growth of the groups from each one's first period to its last; None where there are no groups."""
    if plan.group is None or plan.period is None or plan.group == plan.period or not plan.measures:
        return None
    measure = plan.measures[-1 if plan.pair else 0]
    least = TableOperation.MINIMUM in plan.operations
    ranked = _rank(plan, plan.group, plan.period, measure)
    if not ranked:
        return None
    ranked.sort(key=lambda pair: pair[1].value, reverse=not least)
    return Finding(
        headline=_headline(ranked, least),
        table=_table(plan, plan.group, measure, ranked),
        figures=tuple(figure for series, total in ranked for figure in (total, *_between(series))),
        remarks=tuple(_remarks(plan, ranked)),
    )


def _rank(plan: AnalysisPlan, group: Column, period: Column, measure: Column) -> Ranked:
    rows: dict[str, list[tuple[str, ...]]] = {}
    for row in plan.table.rows:
        rows.setdefault(row[group.index], []).append(row)
    series = [series_of(of_group, period, measure, name) for name, of_group in list(rows.items())[:_MOST_GROUPS]]
    return [(item, total) for item in series if (total := growth.total(item))]


def _between(series: Series) -> list[Figure]:
    """The steps between the ends, where there are any."""
    return [figure for figure in growth.steps(series) if figure] if len(series.points) > 2 else []


def _headline(ranked: Ranked, least: bool) -> str:
    series, figure = ranked[0]
    first, last = series.points[0], series.points[-1]
    verb = "grew" if figure.value >= 0 else "fell"
    shown = with_unit(figure.shown.removeprefix("-"), "%")
    superlative = "" if len(ranked) == 1 else (" least" if least and verb == "grew" else " most")
    sentence = (
        f"{series.label} {verb}{superlative}: by {shown}, from {_write(series, first.text)} ({first.period}) "
        f"to {_write(series, last.text)} ({last.period})."
    )
    if superlative == " most" and verb == "fell" and not least:
        sentence = f"None grew; {series.label} fell least: by {shown}."
    rest = [f"{other.label} {growth_.shown} %" for other, growth_ in ranked[1:4]]
    return sentence + (f" Then {', '.join(rest)}." if rest else "")


def _write(series: Series, text: str) -> str:
    unit = series.measure.unit
    return with_unit(text, unit) if unit and unit not in text else text


def _table(plan: AnalysisPlan, group: Column, measure: Column, ranked: Ranked) -> Table:
    header = (group.header, "from", f"{measure.header} at first", "to", f"{measure.header} at last", "growth (%)")
    rows = tuple(
        (series.label, first.period, first.text, last.period, last.text, figure.shown)
        for series, figure in ranked
        for first, last in [(series.points[0], series.points[-1])]
    )
    return Table(plan.table.name, header, rows)


def _remarks(plan: AnalysisPlan, ranked: Ranked) -> list[str]:
    remarks = []
    if any(series.summed for series, _ in ranked) and plan.group and plan.period:
        remarks.append(f"Rows of the same {plan.group.label} and {plan.period.label} were summed.")
    if len({(series.points[0].period, series.points[-1].period) for series, _ in ranked}) > 1:
        remarks.append("The groups do not cover the same time.")
    return [*remarks, *plan.unfollowed_times]
