"""A figure that was changed where a text is handed on: the same words stand around it, and another figure in it."""

import re
from collections.abc import Sequence

from apps.core.sentences import sentence
from apps.teams.domain.findings.words import MOST, figures

_TOKEN = re.compile(r"\d{1,15}(?:[.,]\d{1,9}){0,5}|[^\W\d_]+")
_AROUND = 2  # words on each side


def altered_figure(given: Sequence[str], said: str) -> str:
    """A figure of the last text that stands in the words in which one before it has another, in words; or nothing.

    `said`: what is said of them: figures that stand there have been seen.
    """
    *sources, last = given
    there, own = frozenset().union(*map(figures, sources)), figures(last)
    known = dict(one for source in sources for one in _in_context(source))
    for around, found in _in_context(last):
        other = known.get(around, found)
        new, old = figures(found), figures(other)
        if new and old and not new & (there | figures(said)) and not old & own:
            return sentence("{found}, where {other} was given.", found=found, other=other)
    return ""


def _in_context(text: str) -> list[tuple[tuple[str, ...], str]]:
    """The figures of a text, each with the words around it, in which other figures don't count."""
    tokens = _TOKEN.findall(text[:MOST].casefold())
    plain = ["#" if one[0].isdigit() else one for one in tokens]
    found = []
    for at, one in enumerate(tokens):
        around = plain[max(0, at - _AROUND) : at] + plain[at + 1 : at + 1 + _AROUND]
        if one[0].isdigit() and sum(word != "#" for word in around) >= _AROUND and len(around) == 2 * _AROUND:
            found.append((tuple(around), one))
    return found
