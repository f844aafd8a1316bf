"""HTML made safe to parse: in linear time, whatever it is.

The parser takes quadratic time for tags nested thousands deep, for tags with thousands of attributes and for long lists
of options, so two megabytes can hold a process for minutes. What follows leaves it nothing of the kind.
"""

import re
from collections import Counter

LONGEST = 1_000_000  # characters of what is parsed
DEEPEST = 1000  # tags that are open at one time, those whose end may be left out not counted
_DROPPED = "script style svg math select template noscript textarea iframe object".split()  # with all that is inside
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)(?:[\s/][^<>]*)?>")
_UNCOUNTED = frozenset(  # the parser ends these by itself, or they have no inside
    "area base br col embed hr img input link meta source track wbr p li dt dd tr td th tbody thead tfoot colgroup "
    "option html body head".split()
)
_ASCII_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}  # unlike lower() it keeps the length


def sanitize(html: str) -> str:
    """Give the page without scripts, pictures and attributes, cut where it is nested too deep or too long."""
    for tag in _DROPPED:
        html = _without(html, tag)
    plain = _TAG.sub(r"<\1\2>", html)[:LONGEST]
    return plain[: _depth_ends(plain)]


def _without(html: str, tag: str) -> str:
    """Cut an element out with its inside; one that is not closed goes to the end of the page."""
    lower = html.translate(_ASCII_LOWER)
    kept, at = [], 0
    while (start := lower.find(f"<{tag}", at)) >= 0:
        kept.append(html[at:start])
        end = lower.find(f"</{tag}", start)
        closed = lower.find(">", end) if end >= 0 else -1
        at = closed + 1 if closed >= 0 else len(html)
    return "".join([*kept, html[at:]])


def _depth_ends(html: str) -> int:
    """Give the place from which on the page is nested too deep, else its length."""
    opened: Counter[str] = Counter()
    depth = 0
    for match in _TAG.finditer(html):
        closing, name = match[1], match[2].lower()
        if name in _UNCOUNTED or (closing and not opened[name]):
            continue
        opened[name] += -1 if closing else 1
        depth += -1 if closing else 1
        if depth > DEEPEST:
            return match.start()
    return len(html)
