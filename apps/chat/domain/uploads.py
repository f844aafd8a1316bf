"""A file that somebody sent, as it lies where the framework put it."""

from collections.abc import Iterator
from typing import Protocol


class Received(Protocol):
    """What the framework has of it."""

    @property
    def size(self) -> int | None:
        """Bytes."""

    def chunks(self) -> Iterator[bytes]:
        """The content from its beginning; each time that it is asked for."""


class Sent:
    """See apps.files.domain.contents.Content."""

    def __init__(self, file: Received) -> None:
        self._file = file

    @property
    def size(self) -> int:
        """Bytes."""
        return self._file.size or 0

    def chunks(self) -> Iterator[bytes]:
        """The content piece by piece."""
        return self._file.chunks()
