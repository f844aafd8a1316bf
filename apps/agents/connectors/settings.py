"""What the configurations of agents that are called have in common, and the headers that people enter for them."""

import re
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr, field_validator

from apps.core.outbound import OutboundError, read_target
from apps.core.sentences import sentence, sentence_of

MOST_HEADERS = 20
_HEADER = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}):[ \t]*+([\x20-\x7e]{0,4000})")
_OURS = frozenset(  # these say how the message itself is sent
    "host content-length content-type transfer-encoding connection upgrade te trailer accept-encoding expect".split()
)


def read_headers(text: str) -> dict[str, str]:
    """Read lines of `Name: value`. Raises ValueError with a sentence that does not repeat them."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_HEADERS:
        raise ValueError(sentence("These are more than {most} headers.", most=MOST_HEADERS))
    return dict(_header(line, number) for number, line in enumerate(lines, start=1))


def _header(line: str, number: int) -> tuple[str, str]:
    match = _HEADER.fullmatch(line)
    if match is None:
        raise ValueError(
            sentence("Line {number} is not a header: write each like “Authorization: Bearer …”.", number=number)
        )
    name, value = match.groups()
    if name.lower() in _OURS:
        raise ValueError(sentence("Line {number} sets a header that we set ourselves.", number=number))
    return name, value


def check_key(text: str) -> None:
    """Raise ValueError for a key that can't stand in a header."""
    if not (text.isascii() and text.isprintable()) or " " in text:
        raise ValueError(sentence("This has characters that no key has."))


def _address(text: str) -> str:
    try:
        target = read_target(text.strip())
    except OutboundError as error:
        raise ValueError(sentence_of(error)) from None
    if target.url.raw_query_string or "#" in text:
        raise ValueError(sentence("Leave out everything from ? or # on; a key has its own field."))
    return str(target.url).rstrip("/")


Address = Annotated[str, AfterValidator(_address)]
"""An http or https address. Only how it is written is checked here: where it leads is checked at each call."""


def _endpoint(text: str) -> str:
    return _address(text) + ("/" if text.strip().endswith("/") else "")


Endpoint = Annotated[str, AfterValidator(_endpoint)]
"""The same with its last slash kept: servers tell /mcp and /mcp/ apart."""


class CalledConfig(BaseModel):
    """The configuration of an agent that is called over the network. What was typed never shows in an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True, str_strip_whitespace=True)

    url: Address


class HeadedConfig(CalledConfig):
    """The same with headers of one's own: lines like `X-Key: ...`, kept sealed."""

    headers: SecretStr = SecretStr("")

    @field_validator("headers")
    @classmethod
    def _readable(cls, headers: SecretStr) -> SecretStr:
        read_headers(headers.get_secret_value())
        return headers

    def sent(self) -> dict[str, str]:
        """The headers by name."""
        return read_headers(self.headers.get_secret_value())


HonoursKeys = Field(
    default=False, description="It does the work of one idempotency key once, however often it is asked."
)
"""Of connectors that send one; see `domain.repeatability`."""


class TokenConfig(HeadedConfig):
    """The same with a token, which is sent as `Authorization: Bearer ...` unless a header says otherwise."""

    url: Endpoint
    token: SecretStr = Field(default=SecretStr(""), max_length=8000)

    @field_validator("token")
    @classmethod
    def _sendable(cls, token: SecretStr) -> SecretStr:
        check_key(token.get_secret_value())
        return token

    def sent(self) -> dict[str, str]:
        """The headers by name, the token's among them."""
        token = self.token.get_secret_value()
        return ({"Authorization": f"Bearer {token}"} if token else {}) | super().sent()
