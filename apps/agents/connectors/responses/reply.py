"""Reading what servers of the Responses API send, streamed or whole. Pure.

Source: the Open Responses specification, 2026-04-24: items of an answer, and the events that tell of them.
"""

from collections.abc import Iterator

from apps.agents.domain.calls import Progress, Sign
from apps.agents.domain.untrusted_json import Said, load_json, map_in, maps_in, text_in
from apps.core.sentences import sentence

MOST_TOKENS = 10**9
NEWEST = 80  # pieces that a sign of life is made of
ENDS = ("response.completed", "response.incomplete", "response.failed")


class ModelResponse:
    """What one answer has said so far."""

    def __init__(self) -> None:
        self.length = 0  # characters of the text
        self.step: Progress | None = None  # what the last line told that the model does
        self.status = ""  # completed, incomplete, failed: as the server says
        self.error = ""  # the server's own words for what went wrong
        self.reason = ""  # why it is incomplete
        self.tokens: tuple[int, int] | None = None  # of prompt and answer
        self.understood = False  # something that is a part of the Responses API was seen
        self._streamed = False
        self._rest: list[str] = []
        self._given = 0  # pieces, of which was told already
        self._pieces: list[str] = []
        self._refusals: list[str] = []
        self._whole = ""

    @property
    def ended(self) -> bool:
        """Whether no other line is needed."""
        return bool(self.status or self.error)

    @property
    def text(self) -> str:
        """The whole text: that of the finished answer, else what was streamed of it."""
        return self._whole or "".join(self._pieces)

    @property
    def newest(self) -> str:
        """The last of the text, for a sign of life."""
        return "".join(self._pieces[-NEWEST:])

    def fresh(self) -> str:
        """What of the text has come since this was asked last."""
        begun, self._given = self._given, len(self._pieces)
        return "".join(self._pieces[begun:])

    @property
    def refusal(self) -> str:
        """Why it would not answer, in its words."""
        return "".join(self._refusals)

    @property
    def is_withheld(self) -> bool:
        """Whether a filter of the server's keeps it back."""
        return self.reason == "content_filter"

    @property
    def is_cut(self) -> bool:
        """Whether it reached a limit before its end."""
        return self.status == "incomplete"

    def hear(self, line: str) -> None:
        """Take a line of the body in."""
        self.step = None
        if line.startswith("data:"):
            self._streamed = True
            said = load_json(line.removeprefix("data:").strip())
            if isinstance(said, dict):
                self._event(said)
        elif not self._streamed:
            self._rest.append(line)

    def close(self) -> None:
        """Take note that the body has ended."""
        whole = None if self._streamed else load_json("\n".join(self._rest))
        if isinstance(whole, dict):
            self._answer(whole)
        if self.status == "failed":
            self.error = self.error or sentence("something went wrong")

    def _event(self, event: Said) -> None:
        kind, piece = text_in(event, "type"), text_in(event, "delta")
        self.understood = self.understood or kind.startswith("response.")
        if kind == "response.output_text.delta":
            self._pieces.append(piece)
            self.length += len(piece)
        elif kind == "response.output_item.added":
            self.step = _step(map_in(event, "item"))
        elif kind == "response.refusal.delta":
            self._refusals.append(piece)
        elif kind in ENDS:
            self._refusals.clear()
            self._answer(map_in(event, "response"))
            self.status = self.status or kind.rpartition(".")[2]
        elif kind == "error":
            self.error = _words(event) or _words(map_in(event, "error")) or sentence("something went wrong")

    def _answer(self, answer: Said) -> None:
        """A finished answer."""
        self.understood = self.understood or "output" in answer
        self.status = text_in(answer, "status")
        self.error = self.error or _words(map_in(answer, "error"))
        self.reason = text_in(map_in(answer, "incomplete_details"), "reason")
        self.tokens = _tokens(map_in(answer, "usage")) or self.tokens
        parts = list(_parts(answer))
        self._whole = "".join(text_in(part, "text") for part in parts)
        self._refusals += [text_in(part, "refusal") for part in parts]


def _step(item: Said) -> Progress | None:
    """What the model does, where an item is no part of what it says: it thinks, or calls a tool."""
    kind = text_in(item, "type")
    if kind == "reasoning":
        return Progress(sentence("Thinks"), Sign.THOUGHT)
    if kind.endswith("_call"):
        return Progress(sentence("Uses {tool}", tool=text_in(item, "name") or kind), Sign.TOOL)
    return None


def _parts(answer: Said) -> Iterator[Said]:
    """The parts of its messages; what it thought and which tools it used are no part of what it says."""
    for item in maps_in(answer, "output"):
        if text_in(item, "type") in ("message", ""):
            yield from maps_in(item, "content")


def _tokens(usage: Said) -> tuple[int, int] | None:
    match usage.get("input_tokens"), usage.get("output_tokens"):
        case int(asked), int(answered) if 0 <= asked <= MOST_TOKENS and 0 <= answered <= MOST_TOKENS:
            return asked, answered
    return None


def _words(said: Said) -> str:
    return " ".join(text_in(said, "message").split())[:200]
