"""Texts that a database and every reader can take."""

from typing import Annotated

from pydantic import AfterValidator


def storable(text: str) -> str:
    """The text, unless Postgres would refuse it. Raises ValueError."""
    if "\x00" in text:
        raise ValueError("leave out NUL characters")
    return text


Text = Annotated[str, AfterValidator(storable)]
