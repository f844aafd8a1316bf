"""How many calls run now over a connection. The rows of calls are of an app above, which says how they are counted."""

import uuid
from collections.abc import Callable, Iterable

from django.db.models import Sum
from django.db.models.expressions import Combinable

from apps.agents.models import Connection

_counts: list[Callable[[str], Combinable]] = []


def count_calls_by(expression: Callable[[str], Combinable]) -> None:
    """Have running calls counted by what this gives: an annotation for the name of a connection's key."""
    _counts[:] = [expression]


def running_calls(line: str) -> Combinable:
    """Give the expression, for a query that has a connection's key under this name."""
    return _counts[0](line)


def slots_of(agents: Iterable[uuid.UUID]) -> dict[uuid.UUID, int]:
    """Give how many calls each agent takes at one time, over all its connections that are on."""
    on = Connection.objects.filter(agent__in=list(agents), enabled=True, removed_at=None)
    return dict(on.values_list("agent").annotate(slots=Sum("concurrency")).order_by())
