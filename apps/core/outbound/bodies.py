"""The bytes of an answer: decompressed a little at a time and counted, so that no answer can fill the memory."""

import zlib
from collections.abc import AsyncIterator, Iterator
from typing import Protocol

from apps.core.outbound.errors import TooLarge, Unreadable

_PIECE = 64 * 1024  # bytes decompressed at a time
_AUTO = 32 + zlib.MAX_WBITS  # gzip or zlib, by the first bytes


class _Unpack(Protocol):
    def __call__(self, data: bytes) -> Iterator[bytes]: ...


async def cap_body(chunks: AsyncIterator[bytes], encoding: str, most: int, place: str) -> AsyncIterator[bytes]:
    """Give the body's bytes, decompressed. Raises TooLarge past `most` bytes sent or unpacked, and Unreadable."""
    unpack = _unpacker(encoding, place)
    sent = unpacked = 0
    async for chunk in chunks:
        sent += len(chunk)
        for piece in unpack(chunk):
            unpacked += len(piece)
            if max(sent, unpacked) > most:
                raise TooLarge(place, most)
            yield piece
        if sent > most:
            raise TooLarge(place, most)


def _unpacker(encoding: str, place: str) -> _Unpack:
    if encoding in ("", "identity"):
        return lambda data: iter((data,))
    if encoding not in ("gzip", "x-gzip", "deflate"):
        raise Unreadable(place)
    return _Inflating(place)


class _Inflating:
    def __init__(self, place: str) -> None:
        self._place = place
        self._inflater = zlib.decompressobj(_AUTO)

    def __call__(self, data: bytes) -> Iterator[bytes]:
        full = True  # a full piece: more may be waiting inside, though all input was taken
        while full and not self._inflater.eof:
            try:
                piece = self._inflater.decompress(data, _PIECE)
            except zlib.error:
                raise Unreadable(self._place) from None
            data, full = self._inflater.unconsumed_tail, len(piece) == _PIECE
            yield piece
