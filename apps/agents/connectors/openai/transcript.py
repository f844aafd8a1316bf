"""Reading what servers of chat completions send. They differ, so nothing but text is insisted on. Pure.

Seen: no usage, no finish_reason, no [DONE], ids that are numbers, one whole answer where a stream was asked for.
"""

import json
from collections.abc import Mapping

from apps.agents.domain.calls import Progress, Sign
from apps.agents.domain.colleague_tools import MOST_ARGUMENTS, MOST_CALLS, ToolCall
from apps.agents.domain.thoughts import ThoughtFilter
from apps.agents.domain.untrusted_json import load_json
from apps.core.sentences import sentence

MOST_TOKENS = 10**9
MOST_MONEY = 10**6
NEWEST = 80  # pieces that a sign of life is made of
DONE = "[DONE]"
_THOUGHTS = ("reasoning_content", "reasoning")  # as servers call what the model thinks
_LISTED = ("data", "models")  # where a list of models stands

Quirk = str
WHOLE = "It answers in one piece although it was asked to stream."
NO_USAGE = "It does not say how many tokens it used; they are estimated."
NO_REASON = "It does not say why an answer ends."
NO_END = "It does not mark the end of a stream."
ODD_IDS = "Its ids are not texts."
ODD_PIECES = "Some pieces of its stream can't be read; they were left out."


class Transcript:
    """What one answer has said so far, streamed or whole."""

    def __init__(self) -> None:
        self.length = 0  # characters of the text
        self.step: Progress | None = None  # what the last line told that the model does
        self.finish = ""  # the server's finish_reason
        self.error = ""  # the server's own words for what went wrong
        self.tokens: tuple[int, int] | None = None  # of prompt and completion
        self.money: float | None = None  # US dollars, where the server says what it took (OpenRouter)
        self.ended = False
        self.understood = False  # something that is a part of a chat completion was seen
        self._quirks: dict[Quirk, None] = {}
        self._thinks = False
        self._streamed = False
        self._rest: list[str] = []
        self._given = 0  # pieces, of which was told already
        self._filter = ThoughtFilter()
        self._texts: list[str] = []  # pieces may be many, so they are joined when asked for
        self._refusals: list[str] = []
        self._calls: dict[object, _CallPieces] = {}

    def hear(self, line: str) -> None:
        """Take a line of the body in. `ended` says that no other is needed."""
        self.step = None
        if line.startswith("data:"):
            self._streamed = True
            self._event(line.removeprefix("data:").strip())
        elif not self._streamed:
            self._rest.append(line)

    def close(self) -> None:
        """Take note that the body has ended."""
        if not self._streamed:
            whole = load_json("\n".join(self._rest))
            self._note(WHOLE, isinstance(whole, Mapping))
            self._take(whole)
        self._keep(self._filter.rest())
        self._note(NO_END, self._streamed and not self.ended)
        self._note(NO_USAGE, self.tokens is None)
        self._note(NO_REASON, not self.finish)

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(self._texts)

    @property
    def newest(self) -> str:
        """The last of the text, for a sign of life."""
        return "".join(self._texts[-NEWEST:])

    def fresh(self) -> str:
        """What of the text has come since this was asked last."""
        begun, self._given = self._given, len(self._texts)
        return "".join(self._texts[begun:])

    @property
    def refusal(self) -> str:
        """Why the model would not answer, in its words."""
        return "".join(self._refusals)

    @property
    def is_withheld(self) -> bool:
        """Whether a filter of the server's keeps it back."""
        return self.finish == "content_filter"

    @property
    def is_cut(self) -> bool:
        """Whether it reached the server's limit of length."""
        return self.finish == "length"

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """The tools that the model called, as far as they are named."""
        return tuple(pieces.call(place) for place, pieces in enumerate(self._calls.values()) if pieces.name)

    @property
    def quirks(self) -> tuple[Quirk, ...]:
        """What the server does otherwise than others."""
        return tuple(self._quirks)

    def _event(self, data: str) -> None:
        if data == DONE:
            self.ended = True
            return
        piece = load_json(data)
        self._note(ODD_PIECES, bool(data) and not isinstance(piece, Mapping))
        self._take(piece)

    def _take(self, piece: object) -> None:
        if not isinstance(piece, Mapping):
            return
        self._note(ODD_IDS, not isinstance(piece.get("id", ""), str))
        self.tokens = _tokens(piece.get("usage")) or self.tokens
        self.money = _money(piece.get("usage"), self.money)
        self.error = self.error or _error(piece.get("error"))
        choice = _first(piece.get("choices"))
        if choice is not None:
            self.understood = True
            self._choice(choice)

    def _choice(self, choice: Mapping[object, object]) -> None:
        said = choice.get("delta") or choice.get("message")
        if isinstance(said, Mapping):
            self._hear_thoughts(said)
            self._add(_content(said.get("content")))
            self._refusals.append(_content(said.get("refusal")))
            self._hear_calls(said.get("tool_calls"))
        elif isinstance(text := choice.get("text"), str):
            self._add(text)
        if isinstance(reason := choice.get("finish_reason"), str):
            self.finish = reason

    def _hear_thoughts(self, said: Mapping[object, object]) -> None:
        """What it thinks is shown to nobody; that it does is a step, once in an answer."""
        if any(isinstance(said.get(name), str) and said.get(name) for name in _THOUGHTS):
            self._thought()

    def _thought(self) -> None:
        if not self._thinks:
            self._thinks = True
            self.step = Progress(sentence("Thinks"), Sign.THOUGHT)

    def _hear_calls(self, said: object) -> None:
        """Calls come whole, or in pieces that bear the call's place."""
        for place, piece in enumerate(said if isinstance(said, list) else ()):
            function = piece.get("function") if isinstance(piece, Mapping) else None
            if not isinstance(function, Mapping):
                continue
            where = piece.get("index", place)
            known = self._calls.get(where) if isinstance(where, int) else None
            if known is None and isinstance(where, int) and len(self._calls) < MOST_CALLS:
                known = self._calls[where] = _CallPieces()
            if known is not None:
                known.add(piece.get("id"), function.get("name"), function.get("arguments"))

    def _add(self, text: str) -> None:
        self._keep(self._filter.take(text))
        if self._filter.seen:
            self._thought()

    def _keep(self, text: str) -> None:
        if not text:
            return
        self._texts.append(text)
        self.length += len(text)

    def _note(self, quirk: Quirk, seen: bool) -> None:
        if seen:
            self._quirks[quirk] = None


class _CallPieces:
    """A call of a tool, as far as it has come."""

    def __init__(self) -> None:
        self.name = ""
        self._id = ""
        self._arguments = ""

    def add(self, given: object, name: object, arguments: object) -> None:
        """Take a piece in; one whose arguments grow beyond what is read is refused when they are."""
        self._id = self._id or _short(given)
        self.name = self.name or _short(name)
        if isinstance(arguments, str) and len(self._arguments) <= MOST_ARGUMENTS:
            self._arguments += arguments
        elif isinstance(arguments, Mapping):  # some servers send the object itself
            self._arguments = json.dumps(arguments)

    def call(self, place: int) -> ToolCall:
        """The call; one without an id gets one."""
        return ToolCall(self._id or f"call_{place}", self.name, self._arguments)


def _short(said: object) -> str:
    return said if isinstance(said, str) and len(said) <= 200 else ""


def models_in(body: bytes) -> tuple[str, ...]:
    """Give the names in a list of models, in its order; none for what is no such list."""
    said = load_json(body.decode(errors="replace"))
    listed = next((said[name] for name in _LISTED if name in said), ()) if isinstance(said, Mapping) else said
    if not isinstance(listed, list):
        return ()
    return tuple(name for entry in listed if (name := _name(entry)))


def _name(entry: object) -> str:
    name = (entry.get("id") or entry.get("name")) if isinstance(entry, Mapping) else entry
    return name if isinstance(name, str) and len(name) <= 200 else ""


def _first(choices: object) -> Mapping[object, object] | None:
    if isinstance(choices, list) and choices and isinstance(choices[0], Mapping):
        return choices[0]
    return None


def _content(content: object) -> str:
    """A text, or the texts of a list of parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(_content(part.get("text")) for part in content if isinstance(part, Mapping))
    return ""


def _tokens(usage: object) -> tuple[int, int] | None:
    if not isinstance(usage, Mapping):
        return None
    match usage.get("prompt_tokens"), usage.get("completion_tokens"):
        case int(asked), int(answered) if 0 <= asked <= MOST_TOKENS and 0 <= answered <= MOST_TOKENS:
            return asked, answered
    return None


def _money(usage: object, known: float | None) -> float | None:
    cost = usage.get("cost") if isinstance(usage, Mapping) else None
    said = isinstance(cost, int | float) and not isinstance(cost, bool) and 0 <= cost <= MOST_MONEY
    return float(cost) if said else known  # type: ignore[arg-type]  # a number, as was just seen


def _error(error: object) -> str:
    words = error.get("message") if isinstance(error, Mapping) else error
    if isinstance(words, str) and words.strip():
        return " ".join(words.split())[:200]
    return "something went wrong" if error else ""
