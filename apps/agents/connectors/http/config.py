"""How an agent at a plain address is called."""

import re

from pydantic import Field, SecretStr, field_validator

from apps.agents.connectors.settings import CalledConfig

MOST_HEADERS = 20
_HEADER = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}):[ \t]*([\x20-\x7e]{0,4000})")
_OURS = frozenset(  # these say how the message itself is sent
    "host content-length content-type transfer-encoding connection upgrade te trailer accept-encoding expect".split()
)


class HTTPConfig(CalledConfig):
    """An address that takes `{"task_desc": ...}`. `headers`: lines like `Authorization: Bearer ...`, kept sealed."""

    model: str = Field(default="", max_length=200, description="For servers that ask for one; usually empty.")
    headers: SecretStr = SecretStr("")

    @field_validator("headers")
    @classmethod
    def _readable(cls, headers: SecretStr) -> SecretStr:
        read_headers(headers.get_secret_value())
        return headers

    def sent(self) -> dict[str, str]:
        """The headers by name."""
        return read_headers(self.headers.get_secret_value())


def read_headers(text: str) -> dict[str, str]:
    """Read lines of `Name: value`. Raises ValueError with a sentence that does not repeat them."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_HEADERS:
        raise ValueError(f"These are more than {MOST_HEADERS} headers.")
    return dict(_header(line, number) for number, line in enumerate(lines, start=1))


def _header(line: str, number: int) -> tuple[str, str]:
    match = _HEADER.fullmatch(line)
    if match is None:
        raise ValueError(f"Line {number} is not a header: write each like “Authorization: Bearer …”.")
    name, value = match.groups()
    if name.lower() in _OURS:
        raise ValueError(f"Line {number} sets a header that we set ourselves.")
    return name, value
