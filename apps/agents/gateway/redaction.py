"""An agent knows the secrets that it is called with, and may repeat them: they are taken out of what it sends."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Self

from pydantic import SecretStr

from apps.agents.domain.calls import (
    Accepted,
    AgentError,
    ArtifactMade,
    Colleagues,
    InputRequired,
    Progress,
    Result,
    RunEvent,
    Writing,
)
from apps.agents.domain.foreign_rooms import ForeignRoom, ForeignWork
from apps.core.sentences import change_words
from apps.files.domain.contents import Content

MARK, CUT = "[secret]", "…"
SHORTEST = 6  # characters; what is shorter occurs in every text


@dataclass(frozen=True)
class Redaction:
    """Takes certain texts out of events."""

    secrets: tuple[str, ...] = ()

    @classmethod
    def of(cls, config: Mapping[str, object]) -> Self:
        """For an opened configuration: its secrets whole, line by line, and without what stands before them."""
        found = {
            part
            for value in config.values()
            if isinstance(value, SecretStr)
            for part in _parts(value.get_secret_value())
            if len(part) >= SHORTEST
        }
        return cls(tuple(sorted(found, key=len, reverse=True)))

    def and_of(self, colleagues: Colleagues | None) -> Self:
        """Also take out the token that lets the agent turn to its colleagues."""
        return self if colleagues is None else replace(self, secrets=(colleagues.token, *self.secrets))

    def text(self, text: str) -> str:
        """Give the text with a mark where a secret was."""
        for secret in self.secrets:
            text = text.replace(secret, MARK)
        return text

    def unfinished(self, text: str) -> str:
        """Give a text of which more may come: redacted, without an end that may be the beginning of a secret."""
        text = self.text(text)
        held = max((_overlap(text, secret) for secret in self.secrets), default=0)
        return text[: len(text) - held]

    def event(self, event: RunEvent) -> RunEvent:
        """Give the event with its texts, or its file, redacted."""
        if not self.secrets:
            return event
        match event:
            case Progress(text=text) | Result(text=text):
                return replace(event, text=self.text(text))
            case InputRequired(question=question):
                return InputRequired(self.text(question))
            case Writing() | Accepted():
                return event  # a secret may lie across pieces: see `unfinished`; the other is for the agent alone
            case AgentError(reason=reason):
                return replace(event, reason=self._reason(reason))
            case ForeignWork():
                return replace(event, room=self._room(event.room))
            case ArtifactMade(file=file):
                return ArtifactMade(replace(file, name=self.text(file.name), body=self._body(file.body)))

    def _room(self, room: ForeignRoom | None) -> ForeignRoom | None:
        return ForeignRoom.model_validate(self._in_data(room.model_dump())) if room else None

    def _in_data(self, value: object) -> object:
        """Data with each of its texts redacted; one that was cut off may end in the beginning of a secret."""
        match value:
            case str():
                cut = value.endswith(CUT)
                return self.unfinished(value.removesuffix(CUT)) + CUT if cut else self.text(value)
            case dict():
                return {name: self._in_data(each) for name, each in value.items()}
            case list() | tuple():
                return [self._in_data(each) for each in value]
        return value

    def _reason(self, reason: str) -> str:
        said = change_words(reason, self.text)
        return said if self.text(str.__str__(said)) == said else self.text(reason)

    def _body(self, body: bytes | Content) -> bytes | Content:
        marked = Marked(body if not isinstance(body, bytes) else _InOne(body), tuple(map(str.encode, self.secrets)))
        return b"".join(marked.chunks()) if isinstance(body, bytes) else marked


@dataclass(frozen=True)
class _InOne:
    """A content in memory."""

    content: bytes

    @property
    def size(self) -> int:
        return len(self.content)

    def chunks(self) -> Iterator[bytes]:
        return iter((self.content,))


@dataclass(frozen=True)
class Marked:
    """A content with marks in the place of secrets, the longest first; its size is that of what it is made of."""

    inner: Content
    secrets: tuple[bytes, ...]

    @property
    def size(self) -> int:
        """About."""
        return self.inner.size

    def chunks(self) -> Iterator[bytes]:
        """The content as it is read, also where a secret lies across two pieces."""
        pattern = re.compile(b"|".join(map(re.escape, self.secrets)))
        longest, held = max(map(len, self.secrets)), b""
        for chunk in self.inner.chunks():
            held += chunk
            done = 0
            safe = len(held) - longest + 1  # a secret that begins before is here as a whole
            for match in pattern.finditer(held):
                if match.start() >= safe:
                    break
                yield held[done : match.start()] + MARK.encode()
                done = match.end()
            if safe > done:
                yield held[done:safe]
                done = safe
            held = held[done:]
        yield pattern.sub(MARK.encode(), held)


def _overlap(text: str, secret: str) -> int:
    """How many characters at the end of `text` are the beginning of `secret`."""
    longest = min(len(secret) - 1, len(text))
    return next((size for size in range(longest, 0, -1) if text.endswith(secret[:size])), 0)


def _parts(secret: str) -> Iterator[str]:
    yield secret
    for line in secret.splitlines():
        value = line.partition(":")[2].strip()  # of a header
        yield value
        yield value.rpartition(" ")[2]  # without "Bearer"
