"""The child's side: calls what it is told, one after the other, within bounds. Started as a program."""

import json
import math
import os
import resource
import select
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module

from apps.core.sandbox.frames import NUMBER, frame_message

SECONDS = 4  # of CPU for one call, and up to one more: the system counts whole ones
MEGABYTES = 512  # of address space
IDLE = 300.0  # seconds without work after which it ends


def main() -> None:
    """Answer until the parent is gone or has had nothing to do for long."""
    source, sink = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)  # nothing that is printed gets between the answers
    _bound(resource.RLIMIT_AS, MEGABYTES * 2**20)
    _bound(resource.RLIMIT_FSIZE, 0)
    _bound(resource.RLIMIT_CORE, 0)
    for message in _messages(source):
        _bound(resource.RLIMIT_CPU, math.ceil(time.process_time()) + SECONDS)
        answer = frame_message(_answer(message))
        while answer:
            answer = answer[os.write(sink, answer) :]


def _messages(source: int) -> Iterator[bytes]:
    while head := _read(source, NUMBER.size):
        yield _read(source, *NUMBER.unpack(head))


def _read(source: int, length: int) -> bytes:
    """So many bytes; none where there will be no more."""
    pieces: list[bytes] = []
    while length and select.select([source], [], [], IDLE)[0] and (piece := os.read(source, length)):
        pieces.append(piece)
        length -= len(piece)
    return b"" if length else b"".join(pieces)


def _answer(message: bytes) -> dict[str, object]:
    """What the function returns, or the kind of its error; never its words, which may quote the text."""
    try:
        said = json.loads(message)
        module, _, name = said["function"].partition(":")
        return {"value": getattr(import_module(module), name)(*said["args"])}
    except Exception as error:  # noqa: BLE001 - whatever it is, the next call is another
        return {"error": type(error).__name__}


def _bound(what: int, most: int) -> None:
    """Set a bound, as far as the system knows it; the hard one stays, so that the next call may have its own."""
    with suppress(ValueError, OSError):
        resource.setrlimit(what, (most, resource.getrlimit(what)[1]))


if __name__ == "__main__":
    main()
