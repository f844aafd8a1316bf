"""What begins once a transaction has committed reads what it begins with together, whoever's steps made it ready."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Generic, TypeVar

from django.db import transaction

from apps.core.read_once import read_for_all
from apps.core.unit_of_work import unit_in_hand

T = TypeVar("T")

Read = Callable[[Sequence[uuid.UUID]], Mapping[uuid.UUID, T]]
"""Reads something for many keys at once; nothing for a key that is gone."""


def read_after_commit(read: Read[T], key: uuid.UUID) -> Callable[[], T]:
    """What gives, once this transaction has committed, what `read` gives for the key: read then, for all keys at once.

    Where that failed, each is read by itself: one that can't be read holds no other up. Raises KeyError for one that is
    gone. Where no transaction has a unit of work, it is read when it is asked for.
    """
    if unit_in_hand() is None:
        return lambda: read([key])[key]
    together = read_for_all((read_after_commit, read), lambda: _Together(read))
    together.keys.append(key)
    return partial(together.give, key)


class _Together(Generic[T]):
    def __init__(self, read: Read[T]) -> None:
        self._read = read
        self.keys: list[uuid.UUID] = []
        self._found: dict[uuid.UUID, T] = {}
        transaction.on_commit(self._read_all, robust=True)

    def _read_all(self) -> None:
        self._found = dict(self._read(self.keys))

    def give(self, key: uuid.UUID) -> T:
        return self._found.pop(key) if key in self._found else self._read([key])[key]
