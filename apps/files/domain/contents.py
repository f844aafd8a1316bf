"""Contents that are read piece by piece, so that no process holds a whole file that it only passes on."""

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Protocol

PIECE = 256 * 1024  # bytes that are stored, and read, at one time

ReadPiece = Callable[[uuid.UUID, int], bytes]
"""Gives a piece of a content by its place, from 0; b"" behind the last one. It may block."""


class Content(Protocol):
    """Something that can be read more than once. `size` in bytes."""

    @property
    def size(self) -> int:
        """Bytes in all."""

    def chunks(self) -> Iterator[bytes]:
        """The bytes in order; may block."""


@dataclass(frozen=True)
class Stored:
    """A content that lies in the database, and is read from there when it is asked for."""

    blob_id: uuid.UUID
    size: int
    read: ReadPiece = field(compare=False, repr=False)

    def chunks(self, start: int = 0, stop: int | None = None) -> Iterator[bytes]:
        """The bytes from `start` up to before `stop`; may block."""
        end = self.size if stop is None else min(stop, self.size)
        while start < end:
            position, skipped = divmod(start, PIECE)
            piece = self.read(self.blob_id, position)[skipped : skipped + end - start]
            if not piece:
                raise LostContentError
            yield piece
            start += len(piece)

    def through(self, wrap: Callable[[ReadPiece], ReadPiece]) -> "Stored":
        """The same, read by way of `wrap`."""
        return replace(self, read=wrap(self.read))


class LostContentError(Exception):
    """A content is not there any more."""

    def __init__(self) -> None:
        super().__init__("This file is not there any more.")
