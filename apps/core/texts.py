"""Texts that a database and every reader can take."""

from typing import Annotated

from pydantic import AfterValidator


def storable(text: str) -> str:
    """The text, unless Postgres would refuse it. Raises ValueError."""
    if "\x00" in text:
        raise ValueError("leave out NUL characters")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("this holds half of a character (a lone surrogate)") from None
    return text


Text = Annotated[str, AfterValidator(storable)]
