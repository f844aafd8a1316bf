"""JSON as a page shows it: each object and list can be folded, by the browser itself."""

import json
from collections.abc import Iterator

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from apps.core.languages import figures
from apps.files.domain.json_texts import JsonFigure, JsonMembers

MOST_ENTRIES = 3_000  # of the whole; what comes after is counted
MOST_DEPTH = 24  # levels; what is deeper is written in one line
OPEN_DEPTH = 2  # levels that are open at first
MOST_TOGETHER = 100  # entries of an object or list that is open at first
MOST_IN_VALUE = 2_000  # characters


class _Room:
    """How many entries may still be shown."""

    def __init__(self) -> None:
        self.left = MOST_ENTRIES

    def takes(self) -> bool:
        self.left -= 1
        return self.left >= 0


def json_tree(value: object) -> SafeString:
    """The value as markup, of which nothing is a script's or a style's."""
    return format_html('<ul class="json">{}</ul>', _entry(None, value, 0, _Room()))


def _entry(key: str | None, value: object, depth: int, room: _Room) -> SafeString:
    name = SafeString("") if key is None else format_html('<b dir="auto">{}</b>: ', _short(key))
    if isinstance(value, list) and value and depth < MOST_DEPTH:
        return format_html("<li>{}</li>", _branch(name, value, depth, room))
    return format_html("<li>{}{}</li>", name, _leaf(value))


def _branch(name: SafeString, value: list[object], depth: int, room: _Room) -> SafeString:
    lines = SafeString("".join(_lines(value, depth + 1, room)))
    is_open = SafeString(" open") if depth < OPEN_DEPTH and len(value) <= MOST_TOGETHER else SafeString("")
    kind, count = "{ }" if isinstance(value, JsonMembers) else "[ ]", len(value)
    words = ngettext("{count} entry", "{count} entries", count).format(count=figures(f"{count:,}"))
    return format_html(
        "<details{}><summary>{}<span>{}</span> <small>{}</small></summary><ul>{}</ul></details>",
        is_open,
        name,
        kind,
        words,
        lines,
    )


def _lines(value: list[object], depth: int, room: _Room) -> Iterator[SafeString]:
    for place, one in enumerate(value):
        if not room.takes():
            more = gettext("… and {count} more").format(count=figures(f"{len(value) - place:,}"))
            yield format_html("<li><small>{}</small></li>", more)
            return
        key, inner = one if isinstance(value, JsonMembers) and isinstance(one, tuple) else (None, one)
        yield _entry(key, inner, depth, room)


def _leaf(value: object) -> SafeString:
    if isinstance(value, JsonFigure):
        return format_html('<span class="m">{}</span>', _short(value))
    if isinstance(value, str):
        return format_html('<span class="s" dir="auto">{}</span>', _short(json.dumps(value, ensure_ascii=False)))
    if isinstance(value, list):
        return format_html("<span>{}</span>", _empty(value))
    return format_html('<span class="kc">{}</span>', json.dumps(value))


def _empty(value: list[object]) -> str:
    """An empty object or list, or one that lies too deep to be unfolded."""
    marks = "{}" if isinstance(value, JsonMembers) else "[]"
    inside = gettext("… {count} inside …").format(count=figures(f"{len(value):,}"))
    return f"{marks[0]} {inside} {marks[1]}" if value else marks


def _short(text: str) -> str:
    if len(text) <= MOST_IN_VALUE:
        return text
    return f"{text[:MOST_IN_VALUE]}… ({gettext('{count} characters').format(count=figures(f'{len(text):,}'))})"
