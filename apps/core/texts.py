"""Texts that a database takes: Postgres refuses NUL and halves of characters (lone surrogates).

What a program sends is refused, so that it learns of it. What an agent, a model or a form says is mended: nobody would
send it again.
"""

import json
import re
from typing import Annotated, Any

from pydantic import AfterValidator

_UNSTORABLE = re.compile("[\\x00\\ud800-\\udfff]")


def require_storable(text: str) -> str:
    """The text, unless Postgres would refuse it. Raises ValueError."""
    if "\x00" in text:
        raise ValueError("leave out NUL characters")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("this holds half of a character (a lone surrogate)") from None
    return text


def is_storable(text: str) -> bool:
    """Whether Postgres takes the text."""
    return _UNSTORABLE.search(text) is None


def drop_unstorable(text: str) -> str:
    """The text without NUL and halves of characters."""
    return _UNSTORABLE.sub("", text)


def replace_unstorable(text: str) -> str:
    """The text without NUL, and with a question mark for each half of a character: that something was lost shows."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")


def require_storable_json(value: dict[str, Any], most: int) -> dict[str, Any]:
    """The JSON object, unless Postgres would refuse it or it has more than `most` characters. Raises ValueError."""
    try:
        text = json.dumps(value, allow_nan=False, ensure_ascii=False)
        require_storable(text.replace("\\u0000", "\x00"))
    except (ValueError, RecursionError):
        raise ValueError("use JSON without NUL characters, halves of characters and endless numbers") from None
    if len(text) > most:
        raise ValueError(f"this has {len(text):,} characters as JSON; at most {most:,} are taken")
    return value


Text = Annotated[str, AfterValidator(require_storable)]


def one_line(text: str, most: int) -> str:
    """Give the text as one line of at most `most` characters."""
    line = " ".join(replace_unstorable(text).split())
    return line if len(line) <= most else line[: most - 1] + "…"
