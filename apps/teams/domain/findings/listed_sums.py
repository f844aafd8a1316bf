"""Amounts that are listed in a sentence with what they come to: “tent 420, music 310, drinks 275: total 1,105”.

Only a plain list is judged, each piece of which has a few words and one figure; a total that is the sum of some of
them, or their product, may be meant in another way.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, islice
from math import prod

from apps.core.sentences import sentence

_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_BETWEEN = re.compile(r"[,:;]\s|\s(?:and|plus|und)\s")
_NUMBER = re.compile(r"(?<![\w.,-])[$€£]?(\d{1,9}(?:,\d{3}){0,3}(?:\.\d{1,4})?)(?![\w%]|[.,]\d)")
_TOTAL = re.compile(r"\b(?:total|in all|altogether|in sum|summing to|makes|zusammen|insgesamt|summe)\b", re.IGNORECASE)
_THREE_NUMBERS = re.compile(r"\d\D+\d+\D+\d")
_MOST_SENTENCES, _MOST_PIECES, _MOST_WORDS = 50, 8, 5


def wrong_listed_sums(text: str) -> Iterator[str]:
    """The totals that are none of what is listed right before them."""
    if not _THREE_NUMBERS.search(text):
        return
    summing = (
        one for one in _SENTENCE.split(text) if len(one) <= 400 and not set("=|") & set(one) and _TOTAL.search(one)
    )
    for clause in islice(summing, _MOST_SENTENCES):
        yield from _wrong_total(_BETWEEN.split(clause))


def _wrong_total(pieces: list[str]) -> Iterator[str]:
    terms: list[Fraction] = []
    for piece in pieces[: _MOST_PIECES + 1]:
        numbers = [Fraction(one.replace(",", "")) for one in _NUMBER.findall(piece)]
        if len(numbers) != 1 or len(piece.split()) > _MOST_WORDS:
            return
        if not _TOTAL.search(piece) and not (piece is pieces[-1] and len(terms) > 1):
            terms += numbers
            continue
        if len(terms) > 1 and not _may_come_to(terms, numbers[0]):
            right = f"{float(sum(terms)):,g}"
            yield sentence(
                "It says a total of {numbers:,g}, and what it lists adds up to {right}.",
                numbers=float(numbers[0]),
                right=right,
            )
        return


def _may_come_to(terms: list[Fraction], said: Fraction) -> bool:
    some = (one for size in range(2, len(terms) + 1) for one in combinations(terms, size))
    near = max(Fraction(1, 2), abs(said) / 200)
    return any(abs(sum(one) - said) <= near or prod(one) == said for one in some)
