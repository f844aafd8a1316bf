"""Whether a text ends in the middle.

Seen: a code fence that is not closed, JSON that is not closed, a row of a table without its end, a last line of prose
that ends with a word or a mark after which something must follow. Not seen: a text that stops after a whole sentence,
or after a noun, which a title or a list may do as well.
"""

import json
import re

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})", re.MULTILINE)
_LEAST_WORDS = 12  # of the text; shorter ones are answers like “the”
_LINE_WORDS = 6  # of its last line; shorter ones are “Yours sincerely,”

_MUST_GO_ON = frozenset(
    "a an the of to and or nor but with without for from into onto by at as than that which who whose whom when while "
    "because although if whether is are was were be been has have had will would should could can may might must "
    "its their our your my his her this these those each every between among per via about over under".split()
)


def is_cut(text: str) -> bool:
    """Whether `text` ends in the middle."""
    end = text.rstrip()
    if not end:
        return False
    if _fence_is_open(end):
        return True
    if end[0] in "{[":
        return _json_is_open(end)
    last = end[end.rfind("\n") + 1 :].strip()
    return _row_is_open(end, last) or _sentence_is_open(end, last)


def _fence_is_open(text: str) -> bool:
    """A fence is closed by one of the same mark that is at least as long."""
    opened = ""
    for mark in _FENCE.findall(text):
        if not opened:
            opened = mark
        elif mark[0] == opened[0] and len(mark) >= len(opened):
            opened = ""
    return bool(opened)


def _json_is_open(text: str) -> bool:
    """It begins like JSON, has at least one pair or item of it, and the reader came to the end of it too early."""
    if '"' not in text:
        return False
    try:
        json.JSONDecoder().raw_decode(text)
    except json.JSONDecodeError as error:
        return error.pos >= len(text) - 1 or error.msg.startswith("Unterminated string")
    except (ValueError, RecursionError):
        return False
    return False


def _row_is_open(text: str, last: str) -> bool:
    before = text[: text.rfind("\n")] if "\n" in text else ""
    row = before[before.rfind("\n") + 1 :].strip()
    return last.startswith("|") and not last.endswith("|") and row.startswith("|") and row.endswith("|")


def _sentence_is_open(text: str, last: str) -> bool:
    words = last.split()
    if len(words) < _LINE_WORDS or len(text.split(maxsplit=_LEAST_WORDS)) < _LEAST_WORDS:
        return False
    return last[-1] in ",(–—" or words[-1].lower() in _MUST_GO_ON
