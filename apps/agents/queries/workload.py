"""How many calls of an agent run now. The rows of calls are of an app above, which says how they are counted."""

from collections.abc import Callable

from django.db.models.expressions import Combinable

_counts: list[Callable[[], Combinable]] = []


def count_calls_by(expression: Callable[[], Combinable]) -> None:
    """Have running calls counted by what this gives: an expression over agents, as a query's annotation."""
    _counts[:] = [expression]


def running_calls() -> Combinable:
    """Give the expression."""
    return _counts[0]()
