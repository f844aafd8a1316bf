"""Texts that a database takes: Postgres refuses NUL and halves of characters (lone surrogates).

What a program sends is refused, so that it learns of it. What an agent, a model or a form says is mended: nobody would
send it again.
"""

import re
from typing import Annotated

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


def drop_unstorable(text: str) -> str:
    """The text without NUL and halves of characters."""
    return _UNSTORABLE.sub("", text)


def replace_unstorable(text: str) -> str:
    """The text without NUL, and with a question mark for each half of a character: that something was lost shows."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")


Text = Annotated[str, AfterValidator(require_storable)]


def one_line(text: str, most: int) -> str:
    """Give the text as one line of at most `most` characters."""
    line = " ".join(replace_unstorable(text).split())
    return line if len(line) <= most else line[: most - 1] + "…"
