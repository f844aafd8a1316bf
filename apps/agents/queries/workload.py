"""How many calls run now over a connection. The rows of calls are of an app above, which says how they are counted."""

from collections.abc import Callable

from django.db.models.expressions import Combinable

_counts: list[Callable[[str], Combinable]] = []


def count_calls_by(expression: Callable[[str], Combinable]) -> None:
    """Have running calls counted by what this gives: an annotation for the name of a connection's key."""
    _counts[:] = [expression]


def running_calls(line: str) -> Combinable:
    """Give the expression, for a query that has a connection's key under this name."""
    return _counts[0](line)
