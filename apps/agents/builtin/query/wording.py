"""A query in words, and its answer in one sentence: what was computed stands beside what came of it."""

from apps.agents.builtin.findings import Figure, Finding
from apps.agents.builtin.query.language import Condition, Derivation, PeriodComparison, Relation, TableQuery
from apps.agents.builtin.query.measures import BoundMeasure
from apps.agents.builtin.query.results import QueryResult, ResultColumn
from apps.agents.builtin.tables.model import Table

_NAMED = 6  # rows named in the headline
_COMPARED = {
    PeriodComparison.PREVIOUS: "growth over the period before",
    PeriodComparison.FIRST: "growth over the first period",
    PeriodComparison.SHARE: "share of the whole",
}


def finding_of(result: QueryResult) -> Finding:
    """Give a result as a finding, with the query beside it."""
    return Finding(
        headline=_headline(result),
        table=result.shown,
        figures=tuple(result.figures),
        remarks=result.remarks,
        query=describe_query(result),
    )


def describe_query(result: QueryResult) -> str:
    """Say what was computed: "sales = units times price; where region is North; sum of sales, by month of date"."""
    query = result.query
    parts = [_derivation(one) for one in query.derive]
    parts += [f"where {' and '.join(map(_condition, query.where))}"] if query.where else []
    parts += [_measures(result)]
    if query.compare in _COMPARED:
        parts += [_COMPARED[query.compare]]
    parts += _ending(query)
    return "; ".join(part for part in parts if part)


def _measures(result: QueryResult) -> str:
    by = f", by {' and '.join(group.header for group in result.groups)}" if result.groups else ""
    if not result.measures:
        return f"rows of {result.table.name}" if not result.groups else f"the values{by}"
    return ", ".join(map(_measure, result.measures)) + by


def _measure(one: BoundMeasure) -> str:
    return one.words if one.name == one.words else f"{one.name} = {one.words}"


def _derivation(one: Derivation) -> str:
    return f"{one.name} = {one.left} {one.operator} {one.right}"


def _condition(one: Condition) -> str:
    relation = one.relation.value if one.relation is not Relation.CONTAINS else "contains"
    return f"{one.column} {relation} {' or '.join(one.values)}"


def _ending(query: TableQuery) -> list[str]:
    ordered = [f"{'highest' if query.descending else 'lowest'} {query.order} first"] if query.order else []
    return ordered + ([f"the first {query.limit}"] if query.limit else [])


def _headline(result: QueryResult) -> str:
    """The answer in words: the figures named, and of many the highest and the lowest."""
    lead = f"{result.query.answers.rstrip(' .:?!')}: " if result.query.answers else ""
    if result.listing is not None:
        return f"{lead}{_listed(result.listing)}"
    if not result.columns:
        return f"{lead}{', '.join(' '.join(key) for key in result.keys[:_NAMED])}{_more(len(result.keys))}."
    if not result.groups:
        return lead + ", ".join(_alone(column) for column in result.columns) + "."
    return lead + " ".join(_capital(_of_column(result, column)) for column in result.columns)


def _alone(column: ResultColumn) -> str:
    [figure] = column.figures.values()
    return f"{figure.name} is {figure.sentence}" if figure else f"{column.header} can’t be computed"


def _of_column(result: QueryResult, column: ResultColumn) -> str:
    known = [(key, figure) for key in result.keys if (figure := column.figures[key])]
    name = column.header.removesuffix(f" ({column.unit})")
    if not known:
        return f"{name} can’t be computed."
    if len(known) <= _NAMED:
        return f"{name}: {', '.join(f'{_name(key)} {figure.sentence}' for key, figure in known)}.{_extremes(known)}"
    return f"{name} of {len(known)} groups.{_extremes(known)}"


def _extremes(known: list[tuple[tuple[str, ...], Figure]]) -> str:
    """Name the highest and the lowest of several: somebody will ask for them."""
    if len(known) < 3:
        return ""
    high, low = (end(known, key=lambda pair: pair[1].value) for end in (max, min))
    return f" Highest {_name(high[0])} ({high[1].sentence}), lowest {_name(low[0])} ({low[1].sentence})."


def _listed(listing: Table) -> str:
    names = list(dict.fromkeys(row[0] for row in listing.rows if row))[:_NAMED]
    return f"{len(listing.rows):,} rows: {', '.join(names)}{_more(len(listing.rows))}."


def _more(count: int) -> str:
    return " and more in the table" if count > _NAMED else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _name(key: tuple[str, ...]) -> str:
    return ", ".join(key)
