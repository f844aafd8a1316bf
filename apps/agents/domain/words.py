"""Words of a text, for matching where the exact word counts and similarity of meaning is not enough."""

import re
from collections.abc import Sequence
from functools import lru_cache

from apps.agents.domain.recall import with_recall

WORD = re.compile(r"[^\W_]+")
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")

# Words of the English language that say how something is asked rather than what about.
STOP_WORDS = frozenset(
    "a about after all also am an and any are as at be been but by can could do does for from get give had has have "
    "he her here him his how i if in into is it its just know let like me more my need no not of on or our out please "
    "provide she should show so some tell than that the their them then there these they this those to up us want was "
    "we were hello hey hi ok okay thank thanks what when where which who why will with would you your".split()
)

# Longest first: "calculations" loses "ations", not "s".
ENDINGS = tuple("izations ational ization ations ation ings ions ing ion ies edly ers ors ed er or es ly s y e".split())
SHORTEST_STEM = 3


def content_words(text: str) -> list[str]:
    """Give the lower-case words of a text without stop words; "ChartMaker" counts as two words."""
    return [word for word in WORD.findall(CAMEL.sub(" ", text).lower()) if word not in STOP_WORDS]


def subject(text: str) -> str:
    """Give a text without the words that say how it is asked; the text itself where there are no others."""
    return " ".join(content_words(text)) or text


@with_recall(most=4096)
def profile_subject(text: str) -> str:
    """Give the subject of a profile. It is remembered: profiles are compared again and again, goals once."""
    return subject(text)


@lru_cache(maxsize=2048)  # 0.4 MB: the words that come again do so long before that, names and numbers never
def stem(word: str) -> str:
    """Cut a common English ending off, so that "plotted", "plotting" and "plots" are one word.

    Coarse on purpose: it only ever compares words with each other and is never shown.
    """
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            return _undouble(word[: -len(ending)])
    return word


def _undouble(word: str) -> str:
    return word[:-1] if len(word) > SHORTEST_STEM and word[-1] == word[-2] else word


def stems(text: str) -> frozenset[str]:
    """Give the stems of a text's content words."""
    return frozenset(stem(word) for word in content_words(text))


@with_recall(most=4096)
def profile_stems(text: str) -> frozenset[str]:
    """As `stems`, remembered: for what agents say of themselves. A goal asks too, a few times, and then never again."""
    return stems(text)


def share_found(wanted: frozenset[str], offered: frozenset[str]) -> float:
    """Give the share of `wanted` that is in `offered`, 0 to 1; 0 when nothing is wanted."""
    return len(wanted & offered) / len(wanted) if wanted else 0.0


HALF = 0.5
"""Of what is wanted, as much as the name of a file has to have to be found by it."""


def share_of_name(wanted: frozenset[str], name: str, words: Sequence[str]) -> float:
    """Give how much of what is wanted the name of a file has; a part of a word of it counts as the word."""
    lower = name.lower()
    parts = sum(word in lower for word in words) / len(words) if words else 0.0
    return max(parts, share_found(wanted, stems(name.replace("_", " "))))
