"""What messages mean, as vectors for the search: made of many at a time, some seconds after they were written."""

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

from django.db import transaction

from apps.agents import queries as agents
from apps.chat.models import MessageMeaning
from apps.core.updates import save_rows

log = logging.getLogger(__name__)

TOGETHER = 50
"""Messages of one transaction: tens of milliseconds, for which it can't give way."""

DECIMALS = 5
"""Of the numbers of a vector: cosines differ by less than a thousandth, and more take twice as long to hand over."""


def make_meanings(giving_way: Callable[[], AbstractContextManager[None]] = nullcontext) -> None:
    """Make what is to be made, the oldest first, beside whoever else is at it.

    `giving_way`: the block in which each transaction is.
    """
    made = TOGETHER
    while made == TOGETHER:
        with giving_way():
            made = _make_some()


@transaction.atomic
def _make_some() -> int:
    """Give of how many messages. One without words means nothing, and is looked for no more."""
    due = MessageMeaning.objects.filter(vector=None).order_by("message")
    rows = (
        due.select_for_update(no_key=True, of=("self",), skip_locked=True)
        .select_related("message")
        .only("message__text")
    )
    some = list(rows[:TOGETHER])
    for one, vector in zip(some, _vectors(some), strict=True):
        one.vector = None if vector is None else [round(number, DECIMALS) for number in vector]
    save_rows([one for one in some if one.vector is not None], "vector")
    MessageMeaning.objects.filter(pk__in=[one.pk for one in some if one.vector is None]).delete()
    return len(some)


def _vectors(some: Sequence[MessageMeaning]) -> list[list[float] | None]:
    """What the words of each mean; None: nothing, or they can't be embedded, which keeps no others waiting."""
    try:
        return agents.embed([one.message.text for one in some])
    except Exception:
        if len(some) == 1:
            log.exception("nothing could be made of message %s", some[0].pk)
            return [None]
        return [vector for one in some for vector in _vectors([one])]
