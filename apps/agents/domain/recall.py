"""Remembering what was worked out for a text that comes again and again: profiles do, goals come once."""

import threading
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

V = TypeVar("V")

LONGEST = 4000  # characters of a text that is remembered; no profile or skill is longer


class Recall(Generic[V]):
    """Values by text, at most so many. What is asked for once leaves a number only, and the second time its value."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._once: dict[int, None] = {}
        self._kept: dict[str, V] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def known(self, texts: Iterable[str]) -> dict[str, V]:
        """The values of those of these texts that are remembered."""
        with self._lock:
            found = {text: self._kept.pop(text) for text in dict.fromkeys(texts) if text in self._kept}
            self._kept.update(found)  # the newest stand last
            return found

    def note(self, text: str, value: V) -> None:
        """A value was worked out: keep it if the text came before."""
        mark = hash(text)
        with self._lock:
            if mark in self._once:
                del self._once[mark]
                _put(self._kept, text, value, self._most)
            elif len(text) <= LONGEST:
                _put(self._once, mark, None, self._most)


def with_recall(most: int) -> Callable[[Callable[[str], V]], Callable[[str], V]]:
    """Have a function of a text remember what it gave, as `Recall` does."""

    def wrapped(work: Callable[[str], V]) -> Callable[[str], V]:
        recall: Recall[V] = Recall(most)

        def given(text: str) -> V:
            for value in recall.known([text]).values():
                return value
            value = work(text)
            recall.note(text, value)
            return value

        return given

    return wrapped


K = TypeVar("K")


def _put(into: dict[K, V], key: K, value: V, most: int) -> None:
    into[key] = value
    if len(into) > most:
        del into[next(iter(into))]
