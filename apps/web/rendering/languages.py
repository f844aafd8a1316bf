"""What the engine and the base say in English, said in the language of whoever looks on."""

from enum import StrEnum
from string import Formatter
from typing import Any

from django.utils.translation import get_language, gettext, ngettext

from apps.core.sentences import Sentence
from apps.web.rendering.figures import figures


def in_sentence(words: str) -> str:
    """A word that begins a line, in the middle of one: German nouns keep their capital, and all words of it do."""
    return words if get_language() == "de" else words.lower()


def say(text: object) -> str:
    """A sentence of ours in the active language, or as it is where the catalogue does not have it.

    An exception says what it was raised with. What agents and people wrote is never given to it.
    """
    if isinstance(text, Exception):
        text = text.args[0] if text.args else ""
    if not isinstance(text, Sentence):
        return gettext(text) if (text := str(text or "")) else ""
    template = ngettext(text.template, text.many, text.number) if text.many else gettext(text.template)
    values = {
        name: say(value) if isinstance(value, Sentence | StrEnum | Exception) else value
        for name, value in text.values.items()
    }
    return _SPOKEN.vformat(template, (), values)


class _Spoken(Formatter):
    """Writes numbers with the points and commas of the language."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """See Formatter."""
        text: str = super().format_field(value, format_spec)
        return figures(text) if format_spec and isinstance(value, int | float) else text


_SPOKEN = _Spoken()
