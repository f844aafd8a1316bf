"""Stretches of a text that are quoted, or data: what is between marks is handed over, and belongs together. Pure."""

import json
import re
from collections.abc import Iterator

MOST_OBJECTS = 20  # of JSON that are looked at in a text
_QUOTED = re.compile(  # an apostrophe is no mark: it stands behind a letter, or before one
    r"[“\"„]([^“”\"„]{1,2000}+)[”\"“]"
    r"|«([^«»]{1,2000}+)»"
    r"|`([^`\n]{1,2000}+)`"
    r"|(?<!\w)['‘]([^'‘’\n]{1,2000}+(?:’\w[^'‘’\n]{0,200}+){0,20}+)['’](?!\w)"
)
_FENCED = re.compile(r"^(`{3,20})[^\n`]{0,100}\n(?:(?!\1)[^\n]*+\n){0,2000}+\1", re.MULTILINE)


def quoted_in(text: str) -> list[str]:
    """What stands between quotation marks, in order, without them."""
    return ["".join(parts) for parts in _QUOTED.findall(text)]


def without_quotes(text: str) -> str:
    """The text without what stands between quotation marks."""
    return _QUOTED.sub(" ", text)


def objects_in(text: str) -> Iterator[tuple[dict[str, object], int, int]]:
    """The first objects of JSON in a text, each with its beginning and its end."""
    at = text.find("{")
    for _ in range(MOST_OBJECTS):
        if at < 0:
            return
        end = at + 1
        try:
            said, end = json.JSONDecoder().raw_decode(text, at)
            yield said, at, end
        except (ValueError, RecursionError):
            pass
        at = text.find("{", end)


def whole_stretches(text: str) -> list[tuple[int, int]]:
    """The beginnings and ends of what is quoted, fenced, or an object of JSON."""
    marked = [found.span() for pattern in (_FENCED, _QUOTED) for found in pattern.finditer(text)]
    return marked + [(start, end) for _, start, end in objects_in(text)]


def is_within(place: int, stretches: list[tuple[int, int]]) -> bool:
    """Whether a place lies inside one of these stretches, and not at its end."""
    return any(start < place < end for start, end in stretches)


def widen(start: int, end: int, stretches: list[tuple[int, int]]) -> tuple[int, int]:
    """The beginning and end of a part that takes in the whole of each stretch in which it begins or ends."""
    first = min((begin for begin, over in stretches if begin < start < over), default=start)
    last = max((over for begin, over in stretches if begin < end < over), default=end)
    return first, last
