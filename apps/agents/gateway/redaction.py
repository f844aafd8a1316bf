"""An agent knows the secrets that it is called with, and may repeat them: they are taken out of what it sends."""

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
)

MARK = "[secret]"
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

    def event(self, event: RunEvent) -> RunEvent:
        """Give the event with its texts, or its file, redacted."""
        if not self.secrets:
            return event
        match event:
            case Progress(text=text) | Result(text=text):
                return replace(event, text=self.text(text))
            case InputRequired(question=question):
                return InputRequired(self.text(question))
            case Accepted():
                return event  # it is for the agent alone
            case AgentError(reason=reason):
                return replace(event, reason=self.text(reason))
            case ArtifactMade(file=file):
                return ArtifactMade(replace(file, name=self.text(file.name), content=self._bytes(file.content)))

    def _bytes(self, content: bytes) -> bytes:
        for secret in self.secrets:
            content = content.replace(secret.encode(), MARK.encode())
        return content


def _parts(secret: str) -> Iterator[str]:
    yield secret
    for line in secret.splitlines():
        value = line.partition(":")[2].strip()  # of a header
        yield value
        yield value.rpartition(" ")[2]  # without "Bearer"
