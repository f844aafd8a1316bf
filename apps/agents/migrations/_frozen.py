"""How a text's words were stemmed when 0004_goal_words was written: a migration never changes with the product."""

import re

_WORD = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_STOP_WORDS = frozenset(
    "a about after all also am an and any are as at be been but by can could do does for from get give had has have "
    "he her here him his how i if in into is it its just know let like me more my need no not of on or our out please "
    "provide she should show so some tell than that the their them then there these they this those to up us want was "
    "we were hello hey hi ok okay thank thanks what when where which who why will with would you your".split()
)
_ENDINGS = tuple("izations ational ization ations ation ings ions ing ion ies edly ers ors ed er or es ly s y e".split())
_SHORTEST_STEM = 3


def stems(text):
    """Give the stems of a text's content words."""
    words = _WORD.findall(_CAMEL.sub(" ", text).lower())
    return {_stem(word) for word in words if word not in _STOP_WORDS}


def _stem(word):
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return _undoubled(word[: -len(ending)])
    return word


def _undoubled(word):
    return word[:-1] if len(word) > _SHORTEST_STEM and word[-1] == word[-2] else word
