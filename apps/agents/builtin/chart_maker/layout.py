"""From chosen columns to a chart: values put in order, repeated rows summed, too many of anything cut and said."""

import re
from collections.abc import Callable
from decimal import Decimal

from apps.agents.builtin.aggregation import figure_of
from apps.agents.builtin.chart_maker.chart import Chart, ChartKind, Choice, Drawn
from apps.agents.builtin.findings import Input
from apps.agents.builtin.questions.wish import TableOperation
from apps.agents.builtin.tables.columns import Column, Kind
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.periods import period_of
from apps.agents.builtin.tables.restatements import Pair

MOST_NAMES = 20  # categories that are names; more cannot be read
_MOST_TIMES = 2000
_MOST_LINES = 6
_MOST_SLICES = 8
_MOST_BARS = 12  # periods; more are a line
_MOST_POINTS = 5000
_MOST_MISSING = 5  # categories without a number that are named
_ASKED = (
    (ChartKind.PIE, re.compile(r"\b(?:pie|doughnut|donut)\b")),
    (ChartKind.SCATTER, re.compile(r"\b(?:scatter\w*|correlat\w+|against each other)\b")),
    (ChartKind.BAR, re.compile(r"\b(?:bars?|columns?|histogram)[ -]?(?:chart|graph|plot|diagram)?\b")),
    (ChartKind.LINE, re.compile(r"\b(?:line[ -]?(?:chart|graph|plot|diagram)|lines|curves?|trend)\b")),
)

Cells = dict[str, tuple[Decimal, str]]


def asked_kind(*texts: str) -> ChartKind | None:
    """Give the kind that the words name; an earlier text counts before a later one."""
    for text in texts:
        for kind, pattern in _ASKED:
            if pattern.search(text.lower()):
                return kind
    return None


def build_chart(table: Table, choice: Choice, pair: Pair | None, asked: ChartKind | None) -> Chart | None:
    """Build the chart; None where no value can be drawn."""
    nameless = choice.across is None and len(choice.measures) > 1
    if (asked == ChartKind.SCATTER or nameless) and (chart := _scatter(table, choice)):
        return chart
    series, summed = _series(table, choice, pair)
    names, remarks = _names(choice.across, series, table)
    kept = [(label, cells) for label, cells in series if any(name in cells for name in names)][:_MOST_LINES]
    if not kept or not names:
        return None
    if len(kept) < len(series):
        remarks.append(f"Only {len(kept)} of {len(series)} series are drawn.")
    if summed and choice.across:
        joined = "averaged" if any(measure.is_rate for measure in choice.measures) else "summed"
        remarks.append(f"Rows of the same {choice.across.label} are {joined}.")
    remarks += _without_value(table, choice, series)
    drawn = tuple(_draw(label, cells, names) for label, cells in kept)
    return _chart(table, choice, _kind(choice, drawn, names, asked), names, drawn, tuple(remarks))


def _series(table: Table, choice: Choice, pair: Pair | None) -> tuple[list[tuple[str, Cells]], bool]:
    if choice.split:
        split, measure = choice.split, choice.measures[0]
        groups = dict.fromkeys(table.cells(split.index))
        parts = [(name, _cells(table, choice, measure, _equals(split, name))) for name in groups]
    else:
        parts = [
            (_label(measure, pair, len(choice.measures)), _cells(table, choice, measure, lambda row: True))
            for measure in choice.measures
        ]
    return [(label, cells) for label, (cells, _) in parts if cells], any(summed for _, (_, summed) in parts)


def _equals(column: Column, value: str) -> Callable[[tuple[str, ...]], bool]:
    return lambda row: row[column.index] == value


def _cells(
    table: Table, choice: Choice, measure: Column, keep: Callable[[tuple[str, ...]], bool]
) -> tuple[Cells, bool]:
    """Give each category's value and text, and whether any is of several rows: their sum, of rates their mean."""
    found: dict[str, list[tuple[Decimal, str]]] = {}
    for number, row in enumerate(table.rows, start=1):
        value = measure.value(row[measure.index]) if keep(row) else None
        if value is not None:
            name = row[choice.across.index] if choice.across else str(number)
            found.setdefault(name, []).append((value, row[measure.index]))
    cells = {name: of[0] if len(of) == 1 else _joined(measure, of) for name, of in found.items()}
    return cells, any(len(of) > 1 for of in found.values())


def _joined(measure: Column, cells: list[tuple[Decimal, str]]) -> tuple[Decimal, str]:
    operation = TableOperation.MEAN if measure.is_rate else TableOperation.SUM
    figure = figure_of(operation, measure, [Input("", text, value) for value, text in cells])
    return figure.value, figure.shown


def _label(measure: Column, pair: Pair | None, count: int) -> str:
    if pair and measure.index in (pair.reported, pair.restated):
        return "restated" if measure.index == pair.restated else "as reported"
    return measure.label if count > 1 else ""


def _without_value(table: Table, choice: Choice, series: list[tuple[str, Cells]]) -> list[str]:
    """A sentence for the categories of which no series has a number."""
    if choice.across is None:
        return []
    names = dict.fromkeys(cell for cell in table.cells(choice.across.index) if cell)
    missing = [name for name in names if not any(name in cells for _, cells in series)]
    more = " and others" if len(missing) > _MOST_MISSING else ""
    return [f"There is no number for {', '.join(missing[:_MOST_MISSING])}{more}."] if missing else []


def _names(across: Column | None, series: list[tuple[str, Cells]], table: Table) -> tuple[tuple[str, ...], list[str]]:
    """Put the categories in order: time as it runs, with a gap where it has no value; names by their first value."""
    names = list(dict.fromkeys(name for _, cells in series for name in cells))
    if across is not None and across.kind == Kind.PERIOD:
        names = list(dict.fromkeys(table.cells(across.index))) if names else []
        timed = [(period, name) for name in names if (period := period_of(name))]
        return tuple(name for _, name in sorted(timed)[:_MOST_TIMES]), []
    if across is None:
        return tuple(names[:_MOST_TIMES]), []
    names.sort(key=lambda name: -max(cells[name][0] for _, cells in series if name in cells))
    cut = [f"Only the {MOST_NAMES} largest of {len(names)} are drawn."] if len(names) > MOST_NAMES else []
    return tuple(names[:MOST_NAMES]), cut


def _draw(label: str, cells: Cells, names: tuple[str, ...]) -> Drawn:
    values = tuple(float(cells[name][0]) if name in cells else None for name in names)
    return Drawn(label, values, tuple(cells[name][1] if name in cells else "" for name in names))


def _kind(choice: Choice, drawn: tuple[Drawn, ...], names: tuple[str, ...], asked: ChartKind | None) -> ChartKind:
    if asked == ChartKind.PIE:
        whole = all(value is not None and value >= 0 for value in drawn[0].values)
        return ChartKind.PIE if len(drawn) == 1 and len(names) <= _MOST_SLICES and whole else ChartKind.BAR
    if asked in (ChartKind.BAR, ChartKind.LINE):
        return asked
    timed = choice.across is None or choice.across.kind == Kind.PERIOD
    return ChartKind.LINE if timed and (len(names) > _MOST_BARS or choice.split) else ChartKind.BAR


def _chart(
    table: Table,
    choice: Choice,
    kind: ChartKind,
    names: tuple[str, ...],
    drawn: tuple[Drawn, ...],
    remarks: tuple[str, ...],
) -> Chart:
    measure, across = choice.measures[0], choice.across.label if choice.across else "row"
    subject = _subject(measure.label) if len(choice.measures) == 1 or drawn[0].label == "as reported" else ""
    title = f"{subject or 'Values'} by {across}{f' and {choice.split.label}' if choice.split else ''}"
    columns = [column.header for column in (choice.across, choice.split, *choice.measures) if column]
    y_label = measure.unit or subject or "value"
    return Chart(kind, _capital(title), across, y_label, names, drawn, tuple(columns), table.name, remarks)


def _scatter(table: Table, choice: Choice) -> Chart | None:
    if len(choice.measures) < 2:
        return None
    first, second = choice.measures[:2]
    rows = [
        (row, x, y)
        for row in table.rows[:_MOST_POINTS]
        if (x := first.value(row[first.index])) is not None and (y := second.value(row[second.index])) is not None
    ]
    if not rows:
        return None
    names = tuple(row[choice.across.index] if choice.across else "" for row, _, _ in rows)
    drawn = (
        Drawn(first.label, tuple(float(x) for _, x, _ in rows), tuple(row[first.index] for row, _, _ in rows)),
        Drawn(second.label, tuple(float(y) for _, _, y in rows), tuple(row[second.index] for row, _, _ in rows)),
    )
    title = _capital(f"{second.label} against {first.label}")
    columns = (first.header, second.header)
    return Chart(ChartKind.SCATTER, title, first.header, second.header, names, drawn, columns, table.name)


def _subject(label: str) -> str:
    return re.sub(r",?(?<!\s)\s*+\b(?:as (?:first )?reported|restated)\b", "", label).strip()


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
