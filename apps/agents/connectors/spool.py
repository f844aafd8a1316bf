"""A file that comes in pieces: what is longer than a little waits on disk, not in memory."""

import weakref
from collections.abc import AsyncIterator, Iterator
from tempfile import SpooledTemporaryFile
from typing import Self

from apps.files.domain.contents import PIECE


class Spool:
    """A content that is being written; when it is whole, it can be read any number of times."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile[bytes](max_size=PIECE)
        self._size = 0
        weakref.finalize(self, self._file.close)

    @classmethod
    async def of(cls, chunks: AsyncIterator[bytes]) -> Self:
        """All that comes."""
        spool = cls()
        async for chunk in chunks:
            spool.add(chunk)
        return spool

    @property
    def size(self) -> int:
        """Bytes so far."""
        return self._size

    def add(self, chunk: bytes) -> None:
        """Write the next piece."""
        self._file.seek(self._size)
        self._file.write(chunk)
        self._size += len(chunk)

    def chunks(self) -> Iterator[bytes]:
        """See Content."""
        place = 0
        while place < self._size:
            self._file.seek(place)
            piece = self._file.read(PIECE)
            place += len(piece)
            yield piece
