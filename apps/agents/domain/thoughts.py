"""Telling what a model thinks from what it answers, where its server leaves both in one text. Pure.

Seen: DeepSeek R1, Qwen 3 and their like behind servers that run without a parser of thoughts, whose texts begin with
`<think>...</think>`.
"""

OPEN, CLOSE = "<think>", "</think>"
MOST_BLANKS = 200  # characters before what may open thoughts


class ThoughtFilter:
    """Takes a text in pieces and gives what of it is the answer. Thoughts stand before it, never within."""

    def __init__(self) -> None:
        self.seen = False  # thoughts were
        self._thinks = False
        self._answers = False
        self._held = ""  # of which is not known yet what it is

    def take(self, piece: str) -> str:
        """Take the next piece in and give what it adds to the answer."""
        if self._answers:
            return piece
        self._held += piece
        if self._thinks:
            return self._after_thoughts()
        begins = self._held.lstrip()
        if begins.startswith(OPEN):
            self.seen = self._thinks = True
            self._held = begins.removeprefix(OPEN)
            return self._after_thoughts()
        may_think = OPEN.startswith(begins) and len(self._held) <= MOST_BLANKS
        return "" if may_think else self.rest()

    def _after_thoughts(self) -> str:
        thoughts, close, after = self._held.partition(CLOSE)
        if not close:
            self._held = thoughts[1 - len(CLOSE) :]
            return ""
        self._thinks, self._held = False, ""
        return self.take(after)

    def rest(self) -> str:
        """What was held back; thoughts that were never closed are none of the answer."""
        held = "" if self._thinks else self._held
        self._answers, self._held = True, ""
        return held.lstrip() if self.seen else held


def without_thoughts(text: str) -> str:
    """The answer of a text, as far as it has come."""
    told = ThoughtFilter()
    return told.take(text) + told.rest()
