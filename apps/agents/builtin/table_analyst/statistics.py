"""Sums, means and their kin, over all rows or by group."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from apps.agents.builtin.aggregation import figure_of
from apps.agents.builtin.findings import MOST_INPUTS, Figure, Finding, Input, terms_of
from apps.agents.builtin.questions.wish import TableOperation
from apps.agents.builtin.table_analyst.binding import AnalysisPlan
from apps.agents.builtin.tables.columns import Column
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.numbers import group_thousands, percent

STATISTICS = (
    TableOperation.SUM,
    TableOperation.MEAN,
    TableOperation.MEDIAN,
    TableOperation.MINIMUM,
    TableOperation.MAXIMUM,
    TableOperation.COUNT,
)
USUAL = (
    TableOperation.SUM,
    TableOperation.MEAN,
    TableOperation.MINIMUM,
    TableOperation.MAXIMUM,
)  # when nothing in particular is asked


def statistics(plan: AnalysisPlan) -> list[Finding]:
    """Compute the statistics asked for, of each measure (of a pair: the restated one); none without numbers."""
    if not plan.measures:
        return [_count(plan)] if TableOperation.COUNT in plan.operations else []
    asked = tuple(item for item in STATISTICS if item in plan.operations)
    found = [_of(plan, measure, asked) for measure in (plan.measures[-1:] if plan.pair else plan.measures)]
    return [finding for finding in found if finding]


def _of(plan: AnalysisPlan, measure: Column, asked: tuple[TableOperation, ...]) -> Finding | None:
    if plan.group is not None:
        return _remark_on_rate(measure, asked, _by_group(plan, plan.group, measure, _of_rate(measure, asked)))
    return _remark_on_rate(measure, asked, _overall(plan, measure, _of_rate(measure, asked or USUAL)))


def _of_rate(measure: Column, asked: tuple[TableOperation, ...]) -> tuple[TableOperation, ...]:
    """The statistics asked for; of rates the mean in the place of a sum, which would say nothing."""
    if not measure.is_rate:
        return asked
    return tuple(dict.fromkeys(TableOperation.MEAN if one is TableOperation.SUM else one for one in asked))


def _remark_on_rate(measure: Column, asked: tuple[TableOperation, ...], found: Finding | None) -> Finding | None:
    if found is None or not measure.is_rate or TableOperation.SUM not in asked:
        return found
    said = f"{measure.label} is a rate: rates can’t be added up, so this is their plain mean, not weighted by size."
    return replace(found, remarks=(*found.remarks, said))


def inputs_of(plan: AnalysisPlan, measure: Column, rows: Sequence[tuple[str, ...]]) -> list[Input]:
    """Collect the cells of a measure that hold numbers."""
    cells = ((row, measure.value(row[measure.index])) for row in rows)
    return [
        Input(f"{measure.label}, {plan.row_name(row)}", row[measure.index], value)
        for row, value in cells
        if value is not None
    ]


def rows_by_group(plan: AnalysisPlan, group: Column) -> dict[str, list[tuple[str, ...]]]:
    """Give the rows under each value of the group's column."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for row in plan.table.rows:
        found.setdefault(row[group.index] or "(empty)", []).append(row)
    return found


def _overall(plan: AnalysisPlan, measure: Column, asked: Sequence[TableOperation]) -> Finding | None:
    inputs = inputs_of(plan, measure, plan.table.rows)
    if not inputs:
        return None
    figures = tuple(figure_of(operation, measure, inputs) for operation in asked)
    rows = tuple(
        (figure.name, figure.shown, figure.unit, _where(figure, asked[at])) for at, figure in enumerate(figures)
    )
    headline = " ".join(_sentence(figure, asked[at]) for at, figure in enumerate(figures))
    return Finding(headline, Table(plan.table.name, ("figure", "value", "unit", "where"), rows), figures)


def _where(figure: Figure, operation: TableOperation) -> str:
    """Name the row of an extreme value, and say whether it is one of others too."""
    if operation not in (TableOperation.MINIMUM, TableOperation.MAXIMUM):
        return ""
    names = [item.name.partition(", ")[2] for item in figure.inputs if item.value == figure.value]
    more = " and others" if len(names) > 1 else ""
    return f"{names[0]}{more}" if names and names[0] != "a row" else ""


def _sentence(figure: Figure, operation: TableOperation) -> str:
    where = _where(figure, operation)
    return f"The {figure.name} is {figure.sentence}{f' ({where})' if where else ''}."


def _by_group(plan: AnalysisPlan, group: Column, measure: Column, asked: Sequence[TableOperation]) -> Finding | None:
    """Compute per group; a superlative picks among the groups, by the mean where that was asked and else the sum."""
    inner = tuple(item for item in asked if item not in (TableOperation.MINIMUM, TableOperation.MAXIMUM)) or (
        TableOperation.MEAN if measure.is_rate else TableOperation.SUM,
    )
    shares = TableOperation.SHARE in plan.operations and not measure.is_rate
    if shares and TableOperation.SUM not in inner:
        inner = (TableOperation.SUM, *inner)
    found = {
        name: [figure_of(operation, measure, inputs, name) for operation in inner]
        for name, rows in rows_by_group(plan, group).items()
        if (inputs := inputs_of(plan, measure, rows))
    }
    if not found:
        return None
    lowest_first = not plan.wish.descending or (TableOperation.MINIMUM in asked and TableOperation.MAXIMUM not in asked)
    names = sorted(found, key=lambda name: found[name][0].value, reverse=not lowest_first)
    parts = _shares(measure, [found[name][0] for name in names], names) if shares else []
    return Finding(
        headline=_group_headline(plan, group, asked, [(name, found[name][0]) for name in names], parts),
        table=_group_table(plan, group, measure, inner, {name: found[name] for name in names}, parts),
        figures=tuple(figure for name in names for figure in found[name]) + tuple(parts),
    )


def _shares(measure: Column, sums: list[Figure], names: list[str]) -> list[Figure]:
    whole = sum((figure.value for figure in sums), Decimal(0))
    if whole <= 0 or any(figure.value < 0 for figure in sums):
        return []
    inputs = [Input(f"{figure.name}", figure.shown, figure.value) for figure in sums]
    return [
        Figure(
            f"share of {measure.label}, {name}",
            item.value / whole * 100,
            percent(item.value / whole),
            "%",
            f"{group_thousands(item.value)} / ({terms_of(inputs, ' + ')})",
            tuple(inputs[:MOST_INPUTS]),
        )
        for name, item in zip(names, inputs, strict=True)
    ]


def _group_headline(
    plan: AnalysisPlan,
    group: Column,
    asked: Sequence[TableOperation],
    ranked: list[tuple[str, Figure]],
    parts: list[Figure],
) -> str:
    shares = dict(zip((name for name, _ in ranked), parts, strict=False))
    said = [f"{name} {figure.sentence}{_share_text(shares.get(name))}" for name, figure in ranked[:5]]
    what = _what(ranked)
    if named := [name for name, _ in ranked if name in plan.parts and name in shares]:
        whole = group_thousands(sum((figure.value for _, figure in ranked), Decimal(0)))
        sums = dict(ranked)
        return " ".join(
            f"{one} has {shares[one].sentence} of the {what}: {sums[one].shown} of {whole}." for one in named
        )
    if TableOperation.MAXIMUM in asked or TableOperation.MINIMUM in asked:
        word = "highest" if TableOperation.MAXIMUM in asked else "lowest"
        name, figure = ranked[0]
        equal = [other for other, one in ranked if one.value == figure.value]
        rest = f" Then {', '.join(said[len(equal) :])}." if said[len(equal) :] else ""
        if len(equal) > 1:
            subject = f"{', '.join(equal[:-1][:5])} and {equal[-1] if len(equal) < 6 else f'{len(equal) - 5} more'}"
            return f"{subject} have the {word} {what}: {figure.sentence}{_share_text(shares.get(name))} each.{rest}"
        subject = f"{group.label.capitalize()} {name}" if len(name) < len(group.label) else name
        return f"{subject} has the {word} {what}: {figure.sentence}{_share_text(shares.get(name))}.{rest}"
    more = " and more in the table" if len(ranked) > 5 else ""
    return f"The {what} by {group.label}: {', '.join(said)}{more}."


def _what(ranked: list[tuple[str, Figure]]) -> str:
    """Name what is compared: "sum of energy", or "energy" alone where each group has one value."""
    name, figure = ranked[0]
    what = figure.name.removesuffix(f", {name}")
    single = all(len(item.inputs) == 1 for _, item in ranked)
    return what.removeprefix(f"{TableOperation.SUM} of ") if single else what


def _share_text(part: Figure | None) -> str:
    return f" ({part.sentence})" if part else ""


def _group_table(
    plan: AnalysisPlan,
    group: Column,
    measure: Column,
    inner: Sequence[TableOperation],
    found: dict[str, list[Figure]],
    parts: list[Figure],
) -> Table:
    unit = f" ({measure.unit})" if measure.unit else ""
    header = (group.header, *(_head(operation, measure, unit) for operation in inner))
    rows = [(name, *(figure.shown for figure in figures)) for name, figures in found.items()]
    if parts:
        header = (*header, "share (%)")
        rows = [(*row, part.shown) for row, part in zip(rows, parts, strict=True)]
    return Table(plan.table.name, header, tuple(rows))


def _head(operation: TableOperation, measure: Column, unit: str) -> str:
    return f"{operation} of {measure.label}{unit if operation != TableOperation.COUNT else ''}"


def _count(plan: AnalysisPlan) -> Finding:
    """Count rows, by group where one was named."""
    if plan.group is None:
        figure = _row_count("all rows", len(plan.table.rows))
        table = Table(plan.table.name, ("figure", "value"), ((figure.name, figure.shown),))
        return Finding(f"There are {figure.shown} rows.", table, (figure,))
    counts = {name: len(rows) for name, rows in rows_by_group(plan, plan.group).items()}
    names = sorted(counts, key=lambda name: -counts[name])
    figures = tuple(_row_count(name, counts[name]) for name in names)
    rows = tuple((name, figure.shown) for name, figure in zip(names, figures, strict=True))
    said = ", ".join(f"{name} {shown}" for name, shown in rows[:5])
    table = Table(plan.table.name, (plan.group.header, "rows"), rows)
    return Finding(f"Rows by {plan.group.label}: {said}.", table, figures)


def _row_count(name: str, count: int) -> Figure:
    shown = group_thousands(Decimal(count))
    return Figure(f"rows, {name}", Decimal(count), shown, "", f"number of rows: {name}", ())
