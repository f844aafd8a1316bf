"""What a call costs in tokens and money, and what fits in a prompt."""

import json
import re
from bisect import bisect_right

from apps.accounts.domain.workspace_settings import ModelSettings
from apps.agents.domain.calls import Usage

MILLION = 1_000_000


def cost(prompt_tokens: int, completion_tokens: int, settings: ModelSettings, *, estimated: bool) -> Usage:
    """The usage of one call. Money is None unless both prices are known."""
    return Usage(prompt_tokens, completion_tokens, _money(prompt_tokens, completion_tokens, settings), estimated)


def _money(prompt_tokens: int, completion_tokens: int, settings: ModelSettings) -> float | None:
    if settings.prompt_price is None or settings.completion_price is None:
        return None
    return (prompt_tokens * settings.prompt_price + completion_tokens * settings.completion_price) / MILLION


_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u2028\u2029\ud800-\udfff]")
_ELLIPSIS = "…"


def estimate_tokens(text: str) -> int:
    """About how many tokens `text` is, never less than 1 for a text that is not empty."""
    return -(-_quarters(text) // 4)


def clean(text: str) -> str:
    """All of `text`, with a space for each control character, which would cost six characters."""
    return _CONTROL.sub(" ", text.strip()).strip()


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
