"""Headers that somebody typed: lines of `Name: value`."""

import re

MOST_HEADERS = 20
_HEADER = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}):[ \t]*+([\x20-\x7e]{0,4000})")
_OURS = frozenset(  # these say how the message itself is sent
    "host content-length content-type transfer-encoding connection upgrade te trailer accept-encoding expect".split()
)


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


def sendable_key(text: str) -> str:
    """Give the key back. Raises ValueError for what can't stand in a header."""
    if not (text.isascii() and text.isprintable()) or " " in text:
        raise ValueError("This has characters that no key has.")
    return text
