"""Slots are taken from a connection only where nobody would wait for ever. Who waits for them is known above."""

import uuid
from collections.abc import Callable

from django.db.models import Q

from apps.agents.models import Connection

_guards: list[Callable[[uuid.UUID, uuid.UUID, int], None]] = []


def guard_slots_by(refuse: Callable[[uuid.UUID, uuid.UUID, int], None]) -> None:
    """Have fewer slots refused by this: workspace, connection, slots; it raises Refused beside `concurrency`."""
    _guards[:] = [refuse]


def refuse_fewer_slots(agents: Q, slots: int) -> None:
    """Raise Refused where agents that wait for these would wait for ever with so many slots.

    Called before the transaction holds an agent: whoever holds one never waits for those who begin waits.
    """
    lowered = Connection.objects.filter(agents, owner=None, concurrency__gt=slots).values_list("agent__workspace", "pk")
    for workspace_id, line in lowered:
        _guards[0](workspace_id, line, slots)
