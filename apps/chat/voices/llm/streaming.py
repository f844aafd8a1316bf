"""An answer that a model's server sends while it is written: put together again, and read before it is whole. Pure."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from apps.agents.domain.thoughts import without_thoughts
from apps.agents.domain.untrusted_json import Said, load_json, map_in, maps_in, text_in
from apps.chat.voices.llm.completions import Completion, ServerError, error_in, read_completion, text_of_parts

DONE = "[DONE]"
SPOKEN = "text"
"""The field of the form in which a model says what people read: see `schema`."""


def read_answer(body: bytes) -> Completion:
    """A chat completion, in one piece or as a stream. Raises ValueError when `body` is none."""
    if not body.lstrip().startswith((b"data:", b":", b"event:")):
        return read_completion(body)
    streamed = StreamedCompletion()
    streamed.hear(body)
    return streamed.completion()


@dataclass
class StreamedCompletion:
    """What one answer has said so far. Servers differ, so nothing but the pieces of `choices` is relied on."""

    finish_reason: str = ""
    tokens: tuple[int, int] | None = None
    refusal: str = ""
    error: str = ""
    understood: bool = False
    _said: list[str] = field(default_factory=list)
    _arguments: list[str] = field(default_factory=list)  # of the tool that stands for the form
    _begun: bytes = b""  # of a line

    def hear(self, chunk: bytes) -> None:
        """Take a piece of the body in, wherever it was cut."""
        *lines, self._begun = (self._begun + chunk).split(b"\n")
        for line in lines:
            self._line(line)

    def words(self) -> str:
        """What people would read of it so far."""
        return spoken_in(self._text())

    def completion(self) -> Completion:
        """The answer, when all of it was heard. Raises ValueError for what is none, ServerError where it says why."""
        self._line(self._begun)
        if self.error:
            raise ServerError(self.error)
        if not self.understood:
            raise ValueError("this is no chat completion")
        return Completion(self._text(), self.refusal, self.finish_reason, self.tokens)

    def _text(self) -> str:
        return "".join(self._arguments) or without_thoughts("".join(self._said))

    def _line(self, line: bytes) -> None:
        if not line.startswith(b"data:"):
            return
        said = line.removeprefix(b"data:").strip().decode(errors="replace")
        piece = None if said == DONE else load_json(said)
        if isinstance(piece, dict):
            self._piece(piece)

    def _piece(self, piece: Said) -> None:
        self.error = error_in(piece) or self.error
        self.tokens = _tokens(piece.get("usage")) or self.tokens
        for choice in maps_in(piece, "choices")[:1]:
            self.understood = True
            self.finish_reason = text_in(choice, "finish_reason") or self.finish_reason
            delta = map_in(choice, "delta") or map_in(choice, "message")
            self._said.append(text_in({"content": text_of_parts(delta.get("content"))}, "content"))
            self.refusal += text_in(delta, "refusal")
            for call in maps_in(delta, "tool_calls"):
                self._call(map_in(call, "function"), call.get("index", 0))

    def _call(self, function: Said, index: object) -> None:
        """Only the first tool counts: there is one, and it has to be called."""
        arguments = function.get("arguments")
        if index in (0, None) and arguments:
            self._arguments.append(arguments if isinstance(arguments, str) else json.dumps(arguments))


def spoken_in(form: str) -> str:
    """What stands in the field SPOKEN of the first JSON object in a text that may end anywhere; "" before it begins."""
    place, depth, key = form.find("{"), 0, ""
    while 0 <= place < len(form):
        sign = form[place]
        if sign == '"':
            end = _end_of_string(form, place)
            if depth == 1 and key == SPOKEN:
                return _unescaped(form[place + 1 : end])
            if depth == 1 and form[end + 1 : end + 40].lstrip().startswith(":"):
                key = form[place + 1 : end]
            place = end
        elif sign in "{[":
            depth += 1
        elif sign in "}]":
            depth -= 1
            if not depth:
                return ""
        elif sign == ",":
            key = "" if depth == 1 else key
        place += 1
    return ""


def _end_of_string(text: str, begin: int) -> int:
    """Where the string ends that begins at `begin`; the end of the text where it goes on beyond it."""
    place = begin + 1
    while place < len(text) and text[place] != '"':
        place += 2 if text[place] == "\\" else 1
    return min(place, len(text))


def _unescaped(inside: str) -> str:
    """The value of a JSON string of which the end may be missing, in the middle of an escape too."""
    for cut in range(min(len(inside), 12) + 1):
        try:
            found = str(json.loads(f'"{inside[: len(inside) - cut]}"', strict=False))
        except ValueError:
            continue
        return found.encode("utf-8", "ignore").decode()  # half of a character waits for its other half
    return ""


def _tokens(usage: object) -> tuple[int, int] | None:
    if not isinstance(usage, Mapping):
        return None
    match usage.get("prompt_tokens"), usage.get("completion_tokens"):
        case int(asked), int(answered) if asked >= 0 and answered >= 0:
            return asked, answered
    return None
