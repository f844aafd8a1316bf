"""What is being written, on its way to those who look: gathered, and shown a few times a second as one text."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)

SHOW_GAP = 0.4  # seconds between two times that a text is shown
MOST_HELD = 200_000  # characters; what is longer is shown up to there until it is finished
MOST_SHOWN = 6_000  # characters, the last ones of a longer text

CUT = "…\n"

Read = Callable[[], str]


def shown_end(text: str) -> str:
    """Give as much of the end of a text as is shown of it, from the beginning of a line where there is one."""
    if len(text) <= MOST_SHOWN:
        return text
    end = text[-MOST_SHOWN:]
    return CUT + (end.partition("\n")[2] or end)


class GrowingText:
    """A text that comes in pieces."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._length = 0

    def add(self, piece: str, *, anew: bool = False) -> None:
        """Take a piece in; `anew`: it begins another text."""
        if anew:
            self._pieces, self._length = [], 0
        if self._length < MOST_HELD:
            self._pieces.append(piece)
            self._length += len(piece)

    def text(self) -> str:
        """All of it so far."""
        return "".join(self._pieces)


class DraftShower:
    """Shows a text that grows, a few times a second, on the loop that says so.

    Nothing is shown of a text that is whole within the first gap: `stop` was called then.
    """

    def __init__(self, show: Callable[[str], Awaitable[None]]) -> None:
        self.begun = False
        self._show = show
        self._read: Read | None = None
        self._showing: asyncio.Task[None] | None = None

    def note(self, read: Read) -> None:
        """There is more to read; `read` gives the text so far when it is shown."""
        self._read, self.begun = read, True
        if self._showing is None:
            self._showing = asyncio.create_task(self._go_on())

    def stop(self) -> None:
        """Show nothing more."""
        if self._showing is not None:
            self._showing.cancel()

    async def _go_on(self) -> None:
        while self._read is not None:
            await asyncio.sleep(SHOW_GAP)
            read, self._read = self._read, None
            try:
                if text := read():
                    await self._show(text)
            except Exception:
                log.warning("what is being written could not be shown", exc_info=True)
        self._showing = None
