"""What the engine and the base say in English, and figures and days, in the language of whoever looks on.

Nothing here knows which languages there are: how a number, a day and a noun are written are texts of the catalogues
like any other.
"""

from datetime import date, datetime
from enum import StrEnum
from functools import lru_cache
from typing import Any

from django.template.defaultfilters import date as date_format
from django.utils.translation import get_language, gettext, ngettext, override, pgettext

from apps.core.sentences import Filler, Sentence


def in_sentence(words: str) -> str:
    """Words that begin a line, in the middle of one: they keep their capitals where nouns have them, as in German."""
    return words if pgettext("in the middle of a sentence", "noun")[0].isupper() else words.lower()


def say(text: object) -> str:
    """A sentence of ours in the active language, or as it is where the catalogue does not have it.

    An exception says what it was raised with. What agents and people wrote is never given to it: see `retell`.
    """
    if isinstance(text, Exception):
        text = text.args[0] if text.args else ""
    if not isinstance(text, Sentence):
        return _translated(get_language(), str(text or ""))
    template = ngettext(text.template, text.many, text.number) if text.many else gettext(text.template)
    values = {
        name: say(value) if isinstance(value, Sentence | StrEnum | Exception) else value
        for name, value in text.values.items()
    }
    return _SPOKEN.vformat(template, (), values) if values else template


def say_in(language: str, text: object) -> str:
    """The same in the language of that name, for what is stored in it."""
    with override(language):
        return say(text)


def retell(text: str) -> str:
    """A text that is stored: in the active language where the hub said it, else as agents and people wrote it."""
    return say(text) if isinstance(text, Sentence) else text


@lru_cache(4096)
def _translated(language: str | None, text: str) -> str:
    """A text in the active language, which this is: a page says the same few words hundreds of times."""
    return gettext(text) if text else ""


class _Spoken(Filler):
    """Writes numbers with the points and commas of the language."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """See Formatter."""
        text = super().format_field(value, format_spec)
        return figures(text) if format_spec and isinstance(value, int | float) else text


_SPOKEN = _Spoken()


def figures(number: str) -> str:
    """A number as `f"{1234.5:,.1f}"` writes it, with the language's points and commas."""
    sample = pgettext("how a number is written", "1,234.5")
    return number.translate(str.maketrans(",.", sample[1] + sample[-2]))


def day(when: datetime | date | None) -> str:
    """A day as the language writes it: 9 Nov 2026, 9. Nov. 2026."""
    return date_format(when, pgettext("day", "j M Y"))


def day_of_year(when: datetime | date | None) -> str:
    """The same without its year: 9 Nov, 9. Nov."""
    return date_format(when, pgettext("day", "j M"))


def moment(when: datetime | None) -> str:
    """A day and a time of day: 2026-11-09 14:05, 09.11.2026 14:05."""
    return date_format(when, pgettext("moment", "Y-m-d H:i"))
