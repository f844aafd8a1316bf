"""How much a text costs, and less of it. Pure.

The tokenizer of a remote model is not at hand, so tokens are estimated from the text's JSON form: four ASCII characters
to a token, two bytes of anything else. That is a little too much for English and about right for other scripts.
"""

import json
import re
from bisect import bisect_right

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u2028\u2029\ud800-\udfff]")
_ELLIPSIS = "…"


def estimate_tokens(text: str) -> int:
    """About how many tokens `text` is, never less than 1 for a text that is not empty."""
    return -(-_quarters(text) // 4)


def clip(text: str, tokens: int) -> str:
    """The beginning of `text` that costs at most `tokens` in JSON; a cut shows as an ellipsis.

    Control characters, which would cost six characters each, are replaced by spaces.
    """
    room = 4 * tokens  # in quarters of a token; a character costs at least one
    whole = text.strip()
    clean = _CONTROL.sub(" ", whole[:room]).strip()
    if len(whole) <= room and _cost(clean) <= room:
        return clean
    limit = room - _cost(_ELLIPSIS)
    keep = bisect_right(range(1, len(clean) + 1), limit, key=lambda length: _cost(clean[:length]))
    return clean[:keep].rstrip() + _ELLIPSIS


def first_line(text: str, tokens: int) -> str:
    """The first line of `text` that has words, clipped."""
    return clip(next((line for line in text.splitlines() if line.strip()), ""), tokens)


def compact(data: object) -> str:
    """JSON without a needless character."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _cost(text: str) -> int:
    """In quarters of a token, written as JSON: quotes, backslashes, tabs and new lines take two characters."""
    return _quarters(text) + sum(text.count(char) for char in '"\\\n\t')


def _quarters(text: str) -> int:
    ascii_count = len(text.encode("ascii", "ignore"))
    return ascii_count + 2 * (len(text.encode("utf-8", "replace")) - ascii_count)
