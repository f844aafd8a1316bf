"""What is asked of a registry of Agentic Resource Discovery: filters, facets and the filter lines of its list. Pure.

Source: the specification v0.91, sections 5.3.1 (query model), 5.3.3 (explore), 5.3.5 and appendix A (list).
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from apps.agents.domain.ard_entries import publisher_of

NAMESPACE = "https://agenticresourcediscovery.org/ns#"
PUBLISHER = "publisher"
TERMS = ("identifier", "displayName", "type", "tags", "capabilities", PUBLISHER)
"""By which entries are filtered and counted here."""
_CLAUSE = re.compile(r"\s*([A-Za-z]+)\s*(=|>)\s*'([^']{0,500})'\s*")
_AND = re.compile(r"\bAND\b")
_LISTS = {"type": "types", "publisherId": "publishers"}
_MOMENTS = {"createdAfter": "created_after", "updatedAfter": "updated_after"}
ORDERS = {"displayName": "name", "name": "name", "updatedAt": "updated_at", "created_at": "created_at"}


EntryFilter = tuple[tuple[str, frozenset[str]], ...]


class BadQuery(ValueError):
    """What is asked can't be read, or is not known here; with a sentence that says what to do."""


def term_of(key: str, context: object) -> str:
    """The term of the default namespace that a key means under a query's `@context`. Raises BadQuery for another."""
    prefix, colon, rest = key.partition(":")
    iri = key
    for each in context if isinstance(context, list) else [context]:
        bound = each.get(prefix) if colon and isinstance(each, Mapping) else None
        iri = f"{bound}{rest}" if isinstance(bound, str) else iri
    term = iri.removeprefix(NAMESPACE)
    if term not in TERMS:
        raise BadQuery(f"Entries are not filtered by {key[:80]!r} here: use one of {', '.join(TERMS)}.")
    return term


def filter_of(asked: Mapping[str, object], context: object) -> EntryFilter:
    """The terms, each with the values of which an entry has to have one. Raises BadQuery."""
    return tuple((term_of(key, context), _values(key, value)) for key, value in asked.items())


def _values(key: str, value: object) -> frozenset[str]:
    values = value if isinstance(value, list) else [value]
    if not all(isinstance(each, str) for each in values):
        raise BadQuery(f"The filter {key[:80]!r} takes a text, or a list of texts.")
    return frozenset(values)


def values_of(entry: Mapping[str, Any], term: str) -> list[str]:
    """What an entry has for a term."""
    if term == PUBLISHER:
        return [publisher_of(str(entry.get("identifier", "")))]
    value = entry.get(term, [])
    return [str(each) for each in (value if isinstance(value, list) else [value])]


def fits(entry: Mapping[str, Any], wanted: EntryFilter) -> bool:
    """Whether an entry has one of the values of each filter."""
    return all(not values.isdisjoint(values_of(entry, term)) for term, values in wanted)


def facet(entries: Iterable[Mapping[str, Any]], term: str, limit: int, least: int) -> dict[str, Any]:
    """How many entries have which value, the most frequent first, and how many more there are."""
    counts = Counter(value for entry in entries for value in dict.fromkeys(values_of(entry, term)))
    ranked = sorted(((count, value) for value, count in counts.items() if count >= least), key=_by_count)
    left = sum(count for count, _ in ranked[limit:])
    buckets = [{"value": value, "count": count} for count, value in ranked[:limit]]
    return {"buckets": buckets, **({"otherCount": left} if left else {})}


def _by_count(pair: tuple[int, str]) -> tuple[int, str]:
    return -pair[0], pair[1]


@dataclass(frozen=True)
class ListFilter:
    """What a list is narrowed to; empty: to nothing."""

    name: str = ""
    types: tuple[str, ...] = ()
    publishers: tuple[str, ...] = ()
    created_after: datetime | None = None
    updated_after: datetime | None = None


def list_filter(line: str) -> ListFilter:
    """Read a filter line: `displayName = 'weather' AND createdAfter > '2026-01-01'`. Raises BadQuery."""
    found: dict[str, Any] = {}
    for clause in _AND.split(line) if line.strip() else ():
        read = _CLAUSE.fullmatch(clause)
        if read is None:
            raise BadQuery(f"This is no filter: {clause.strip()[:80]!r}. Write: displayName = 'weather'.")
        found |= _clause(read[1], read[2], read[3])
    return ListFilter(**found)


def _clause(field: str, operator: str, value: str) -> dict[str, Any]:
    if field in _LISTS and operator == "=":
        return {_LISTS[field]: tuple(part.strip() for part in value.split(",") if part.strip())}
    if field in _MOMENTS:
        return {_MOMENTS[field]: _moment(field, value)}
    if field == "displayName" and operator == "=":
        return {"name": value}
    raise BadQuery(f"There is no filter {field[:40]} {operator}: use displayName, type, publisherId, createdAfter.")


def _moment(field: str, value: str) -> datetime:
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        raise BadQuery(f"{field} takes a date as in ISO 8601: '2026-01-01'.") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def list_order(said: str) -> Sequence[str]:
    """The columns that a list is sorted by: `displayName`, or `updatedAt DESC`. Raises BadQuery."""
    words = said.split() or ["displayName"]
    if len(words) > 2 or words[0] not in ORDERS or words[-1].upper() not in ("ASC", "DESC", words[0].upper()):
        raise BadQuery(f"A list is not sorted by {said[:80]!r} here: use {', '.join(ORDERS)}, then DESC or nothing.")
    down = len(words) == 2 and words[1].upper() == "DESC"
    return (f"-{ORDERS[words[0]]}" if down else ORDERS[words[0]], "handle")
