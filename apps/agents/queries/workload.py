"""How many calls run now over a connection. The rows of calls are of an app above, which says how they are counted."""

import uuid
from collections.abc import Callable, Iterable

from django.db.models.expressions import Combinable

from apps.agents.models import Connection

_counts: list[Callable[[str], Combinable]] = []


def count_calls_by(expression: Callable[[str], Combinable]) -> None:
    """Have running calls counted by what this gives: an annotation for the name of a connection's key."""
    _counts[:] = [expression]


def running_calls(line: str) -> Combinable:
    """Give the expression, for a query that has a connection's key under this name."""
    return _counts[0](line)


def slots_of(lines: Iterable[object]) -> dict[uuid.UUID, int]:
    """Give how many calls each of these connections takes at one time; those that are off are left out."""
    on = Connection.objects.filter(pk__in=list(lines), enabled=True, removed_at=None)
    return dict(on.values_list("pk", "concurrency"))
