"""The languages of the pages: how a browser names each, and how it names itself."""

from typing import Final

ENGLISH: Final = "en"
LANGUAGES: Final = {ENGLISH: "English", "de": "Deutsch"}


def language_or_english(name: str) -> str:
    """The language of that name; English for one that there is not."""
    return name if name in LANGUAGES else ENGLISH
