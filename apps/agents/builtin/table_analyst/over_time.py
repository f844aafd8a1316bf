"""Growth of one thing over time, also where it was restated."""

from dataclasses import dataclass, replace

from apps.agents.builtin.findings import Figure, Finding
from apps.agents.builtin.questions.selection import groupable
from apps.agents.builtin.questions.wish import TableOperation
from apps.agents.builtin.table_analyst import growth
from apps.agents.builtin.table_analyst.binding import AnalysisPlan
from apps.agents.builtin.table_analyst.growth import Point, Series, series_of
from apps.agents.builtin.tables.columns import Kind, columns_of, of_kind
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.numbers import with_unit

REPORTED, RESTATED = "as reported", "restated"


@dataclass(frozen=True)
class Grown:
    """A series with its growth; `steps` has one entry fewer than the series has points."""

    series: Series
    steps: list[Figure | None]
    total: Figure | None
    yearly: Figure | None

    @property
    def figures(self) -> list[Figure]:
        """All growth figures there are."""
        return [figure for figure in (*self.steps, self.total, self.yearly) if figure]


def growth_over_time(plan: AnalysisPlan) -> Finding | None:
    """Give the growth of every measure over the table's periods; None where there are fewer than two."""
    grown = [item for series in _all_series(plan) if len((item := _grown(series)).series.points) > 1]
    if not grown:
        return None
    leading = grown[-1] if plan.pair else grown[0]
    return Finding(
        headline=_headline(plan, grown, leading),
        table=_table(plan, grown),
        figures=tuple(figure for item in grown for figure in item.figures),
        remarks=tuple(_remarks(plan, grown)),
        series_used=_series_used(plan, grown),
    )


def _all_series(plan: AnalysisPlan) -> list[Series]:
    if plan.period is None:
        return []
    labels = _labels(plan)
    pairs = zip(plan.measures, labels, strict=True)
    return [series_of(plan.table.rows, plan.period, measure, label) for measure, label in pairs]


def _labels(plan: AnalysisPlan) -> list[str]:
    if plan.pair:
        return [RESTATED if measure.index == plan.pair.restated else REPORTED for measure in plan.measures]
    return [measure.label if len(plan.measures) > 1 else "" for measure in plan.measures]


def _grown(series: Series) -> Grown:
    return Grown(series, growth.steps(series), growth.total(series), growth.yearly(series))


def _headline(plan: AnalysisPlan, grown: list[Grown], leading: Grown) -> str:
    others = [item for item in grown if item is not leading] if plan.pair else []
    if sentence := _at_time_asked(plan, leading, others):
        return sentence
    if plan.operations & {TableOperation.MAXIMUM, TableOperation.MINIMUM} and (
        sentence := _extreme(plan, leading, others)
    ):
        return sentence
    return " ".join(_development(item, others) for item in ([leading] if plan.pair else grown))


def _at_time_asked(plan: AnalysisPlan, leading: Grown, others: list[Grown]) -> str:
    """Say how it grew in the one year, month or day that was asked for."""
    times = plan.times_asked
    if len(times) != 1:
        return ""
    for point, figure in zip(leading.series.points[1:], leading.steps, strict=True):
        if figure and replace(point.time, year=point.time.year if times[0].year else 0) == times[0]:
            return f"{_subject(leading)} {_movement(figure)} in {point.period}{_beside(leading, others, point)}."
    return ""


def _extreme(plan: AnalysisPlan, leading: Grown, others: list[Grown]) -> str:
    """Say in which period it grew most, or least."""
    known = [(figure, point) for point, figure in zip(leading.series.points[1:], leading.steps, strict=True) if figure]
    if not known:
        return ""
    least = TableOperation.MINIMUM in plan.operations
    figure, point = (min if least else max)(known, key=lambda pair: pair[0].value)
    word = "least" if least else "most"
    return (
        f"{_subject(leading)} grew {word} in {point.period}: by {figure.sentence}{_beside(leading, others, point)}. "
        + _development(leading, others)
    )


def _beside(leading: Grown, others: list[Grown], point: Point) -> str:
    """Add what the other series says about the same step, where it differs."""
    said = [f"{leading.series.label}"] if others else []
    for other in others:
        pairs = zip(other.series.points[1:], other.steps, strict=True)
        said += [f"{step.sentence} {other.series.label}" for at, step in pairs if step and at.time == point.time]
    return f" ({'; '.join(said)})" if said else ""


def _development(grown: Grown, others: list[Grown]) -> str:
    first, last = grown.series.points[0], grown.series.points[-1]
    ends = f"from {_write(grown, first)} ({first.period}) to {_write(grown, last)} ({last.period})"
    if grown.total is None:
        return f"{_subject(grown)} went {ends}."
    average = f", {grown.yearly.sentence} a year on average" if grown.yearly else ""
    differing = [
        f"{item.total.sentence} {item.series.label}" for item in others if item.total and _differs(item, grown)
    ]
    beside = f" ({'; '.join([grown.series.label, *differing])})" if differing else ""
    return f"{_subject(grown)} {_movement(grown.total)}{beside}, {ends}{average}."


def _differs(one: Grown, other: Grown) -> bool:
    return one.total is not None and other.total is not None and one.total.shown != other.total.shown


def _subject(grown: Grown) -> str:
    label = grown.series.measure.label
    for word in (REPORTED, ", " + RESTATED, RESTATED):
        label = label.replace(word, "").strip()
    return (label or "value")[:1].upper() + (label or "value")[1:]


def _movement(figure: Figure) -> str:
    if figure.value == 0:
        return "did not change"
    return f"{'grew' if figure.value > 0 else 'fell'} by {with_unit(figure.shown.removeprefix('-'), '%')}"


def _write(grown: Grown, point: Point) -> str:
    measure = grown.series.measure
    return with_unit(point.text, measure.unit) if measure.unit and measure.unit not in point.text else point.text


def _table(plan: AnalysisPlan, grown: list[Grown]) -> Table:
    """Set each series beside its growth, a row per period, with the notes of the rows."""
    period = plan.period
    header = [period.header if period else "period"]
    columns: list[dict[str, str]] = []
    for item in grown:
        suffix = f", {item.series.label}" if item.series.label else ""
        header += [item.series.measure.header, f"growth{suffix} (%)"]
        columns += [_texts(item), _rates(item)]
    periods = _periods(grown)
    rows = tuple((name, *(column.get(name, "") for column in columns)) for name in periods)
    table = Table(plan.table.name, tuple(header), rows)
    return _with_notes(plan, table, periods)


def _periods(grown: list[Grown]) -> list[str]:
    times = {point.period: point.time for item in grown for point in item.series.points}
    return sorted(times, key=lambda name: times[name])


def _texts(item: Grown) -> dict[str, str]:
    return {point.period: point.text for point in item.series.points}


def _rates(item: Grown) -> dict[str, str]:
    pairs = zip(item.series.points[1:], item.steps, strict=True)
    return {point.period: figure.shown for point, figure in pairs if figure}


def _with_notes(plan: AnalysisPlan, table: Table, periods: list[str]) -> Table:
    if plan.period is None or len(periods) != len(plan.table.rows):
        return table
    for note in of_kind(columns_of(plan.table), Kind.NOTE):
        texts = {row[plan.period.index]: row[note.index] for row in plan.table.rows}
        table = table.with_column(note.header, tuple(texts.get(name, "") for name in periods))
    return table


def _remarks(plan: AnalysisPlan, grown: list[Grown]) -> list[str]:
    remarks = [
        f"Rows of the same {plan.period.label} were summed." for item in grown[:1] if item.series.summed and plan.period
    ]
    remarks += _mixed_rows(plan, grown)
    if not _at_time_asked(plan, grown[-1] if plan.pair else grown[0], []):
        remarks += plan.unfollowed_times
    remarks += [
        f"Growth of {item.series.measure.label} over a value that is not positive is left out."
        for item in grown
        if any(figure is None for figure in item.steps)
    ]
    return remarks + _mixed_steps(plan)


def _mixed_rows(plan: AnalysisPlan, grown: list[Grown]) -> list[str]:
    """Say where single rows are compared that are about different things."""
    differing = [column.label for column in groupable(plan.table, of_kind(columns_of(plan.table), Kind.TEXT))]
    if not differing or grown[0].series.summed:
        return []
    return [f"This compares single rows, which are not of the same {' and '.join(differing)}."]


def _mixed_steps(plan: AnalysisPlan) -> list[str]:
    """Name the steps at which a series compares a restated figure with one that was not restated."""
    if plan.pair is None or plan.period is None:
        return []
    remarks: list[str] = []
    names = plan.table.cells(plan.period.index)
    for at in range(1, len(names)):
        before, after = at - 1 in plan.pair.rows, at in plan.pair.rows
        step = f"from {names[at - 1]} to {names[at]}"
        if after and not before:
            remarks.append(f"In the restated series the step {step} starts from a figure that was not restated.")
        elif before and not after:
            remarks.append(f"In the series as reported the step {step} starts from a figure that was later restated.")
    return remarks


def _series_used(plan: AnalysisPlan, grown: list[Grown]) -> str:
    if plan.pair is None or plan.period is None or not plan.pair.rows:
        return ""
    names = ", ".join(plan.table.rows[at][plan.period.index] for at in plan.pair.rows)
    return (
        f"The restated series is used unless said otherwise: the restated figure takes the place of the one first "
        f"reported for {names}. The figures as reported stand beside it.{_widest_gap(grown)}"
    )


def _widest_gap(grown: list[Grown]) -> str:
    """Name the step at which the choice of the series matters most."""
    if len(grown) != 2:
        return ""
    pairs = zip(grown[0].series.points[1:], grown[0].steps, grown[1].steps, strict=False)
    gaps = [(abs(one.value - two.value), point, one, two) for point, one, two in pairs if one and two]
    gap, point, reported, restated = max(gaps, key=lambda item: item[0], default=(0, None, None, None))
    if not gap or not point or not reported or not restated:
        return ""
    return f" It matters most for {point.period}: {restated.sentence} restated, {reported.sentence} as reported."
