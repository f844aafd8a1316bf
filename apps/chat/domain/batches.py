"""What is said on the socket of a page: batches of markup in frames of bounded size, and heartbeats between them.

- `=<number> <piece>/<pieces> <markup>`: a piece of a batch; the page puts the pieces together before it shows them
- `~<number> <seq>`: the heartbeat: the batch that was sent last, and how far in its stream that shows everything

So a page that has not shown the batch of a heartbeat knows by itself that something is missing.
"""

from collections.abc import Iterator
from dataclasses import dataclass

MOST_BYTES = 32 * 1024
"""Of one frame."""
_HEAD_BYTES = 64  # more than the head of any piece has


@dataclass(frozen=True)
class Batch:
    """Frames that are sent one after the other, and how many characters they have together."""

    frames: tuple[str, ...]
    size: int


def batch_of(number: int, markup: str) -> Batch:
    """A batch of any length. `number`: of the batch among those of its audience."""
    pieces = list(_pieces(markup.encode()))
    frames = tuple(f"={number} {place}/{len(pieces)} {piece}" for place, piece in enumerate(pieces, start=1))
    return Batch(frames, len(markup))


def beat_of(number: int, seq: int) -> Batch:
    """A heartbeat. `seq`: 0 where nothing is numbered."""
    frame = f"~{number} {seq}"
    return Batch((frame,), len(frame))


def _pieces(text: bytes) -> Iterator[str]:
    """Cut between characters; at least one piece."""
    start = 0
    while True:
        end = min(start + MOST_BYTES - _HEAD_BYTES, len(text))
        while end < len(text) and text[end] & 0xC0 == 0x80:  # in the middle of a character
            end -= 1
        yield text[start:end].decode()
        if end == len(text):
            return
        start = end
