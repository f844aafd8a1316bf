"""How much a text costs, and less of it. Pure.

The tokenizer of a remote model is not at hand, so tokens are estimated from the text's JSON form: four ASCII characters
to a token, two bytes of anything else. That is a little too much for English and about right for other scripts.
"""

import json
import re
from itertools import accumulate

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u2028\u2029\ud800-\udfff]")
_ELLIPSIS = "…"


def estimate_tokens(text: str) -> int:
    """About how many tokens `text` is, never less than 1 for a text that is not empty."""
    others = len(text.encode("utf-8", "replace")) - (ascii_count := sum(char < "\x80" for char in text))
    return -(-(ascii_count + 2 * others) // 4)


def clip(text: str, tokens: int) -> str:
    """The beginning of `text` that costs at most `tokens` in JSON; a cut shows as an ellipsis.

    Control characters, which would cost six characters each, are replaced by spaces.
    """
    room = 4 * tokens  # in quarters of a token; a character costs at least one
    clean = _CONTROL.sub(" ", text.strip()[: room + 1]).strip()
    if _cost(clean) <= room:
        return clean
    costs = accumulate(_cost(char) for char in clean)
    keep = sum(1 for cost in costs if cost <= room - _cost(_ELLIPSIS))
    return clean[:keep].rstrip() + _ELLIPSIS


def first_line(text: str, tokens: int) -> str:
    """The first line of `text` that has words, clipped."""
    return clip(next((line for line in text.splitlines() if line.strip()), ""), tokens)


def compact(data: object) -> str:
    """JSON without a needless character."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _cost(text: str) -> int:
    """In quarters of a token, as `estimate_tokens` counts; quotes, backslashes and new lines count twice."""
    ascii_count = sum(char < "\x80" for char in text)
    escaped = sum(text.count(char) for char in '"\\\n\t')
    return ascii_count + escaped + 2 * (len(text.encode("utf-8", "replace")) - ascii_count)
