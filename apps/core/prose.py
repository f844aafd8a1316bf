"""What people and agents wrote, as a page shows it: Markdown, rendered aside, or plain words."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from html import escape, unescape
from importlib import import_module
from typing import cast
from urllib.parse import unquote

from django.conf import settings

from apps.core import sandbox
from apps.core.paragraphs import paragraphs
from apps.core.sandbox import LONGEST, Busy, Exceeded

__all__ = ["VERSION", "Busy", "get_ready", "glance", "plain", "render", "render_at_once", "with_pictures"]

VERSION = 4
"""Of what `render` makes; raised whenever that changes, so that what is stored is rendered anew."""

MOST_AT_A_GLANCE = 400  # characters
LINES_AT_A_GLANCE = 8  # a table of as many columns as lines would cost their product

_TO_HTML = "apps.core.markdown:to_html"
_EACH_TO_HTML = "apps.core.markdown:each_to_html"
_ELEMENT = re.compile(r"<[^<>]*+>")
_PICTURE = re.compile(r'<img src="([^"]*+)" alt="([^"]*+)" loading="lazy">')


def render(text: str, *, keep_lines: bool = False, wait: float = sandbox.WAIT, longest: float = LONGEST) -> str:
    """Markdown to safe HTML whose pictures are still to be placed; "" for a text that takes too long.

    `keep_lines`: a line's end is a line's end, as people write in a chat. Raises Busy where nothing was free to do it
    within `wait` seconds. `longest`: seconds that it may take.
    """
    if (html := paragraphs(text, keep_lines=keep_lines)) is not None:
        return html
    run = _here if _is_inline() else partial(sandbox.run, wait=wait, longest=longest)
    try:
        return str(run(_TO_HTML, text, keep_lines))
    except Exceeded:
        return ""


def render_at_once(texts: Sequence[tuple[str, bool]]) -> list[str]:
    """As `render`, each text with whether it keeps its lines: all of them in half a second, or none.

    Raises Busy where one needs a parser and nothing is free for it, or this process has had none at work yet.
    """
    made = {one: paragraphs(one[0], keep_lines=one[1]) for one in texts}
    if marked := [one for one, html in made.items() if html is None]:
        made |= zip(marked, _aside_at_once(marked), strict=True)
    return [str(made[one]) for one in texts]


def _aside_at_once(texts: Sequence[tuple[str, bool]]) -> list[str]:
    run = _here if _is_inline() else sandbox.run_if_ready
    try:
        return list(map(str, cast("Sequence[object]", run(_EACH_TO_HTML, texts))))
    except Exceeded:
        raise Busy from None  # with more time it may do


def get_ready() -> None:
    """Have `render_at_once` find what it needs."""
    render("`a sign`")


def _is_inline() -> bool:
    """Whether nothing is to be called aside, as most tests want it."""
    return bool(settings.IOA_CALLS == "inline")


def _here(function: str, *args: object) -> object:
    module, _, name = function.partition(":")
    return getattr(import_module(module), name)(*args)


def with_pictures(html: str, pictures: Mapping[str, str]) -> str:
    """Put the address of each picture in place of its name, and its words in place of one that is not there.

    The renderer alone writes `img` elements; in what others wrote each sign that opens an element is escaped.
    """
    return _PICTURE.sub(lambda found: _picture(unquote(unescape(found[1])), found[2], pictures), html)


def _picture(name: str, words: str, pictures: Mapping[str, str]) -> str:
    url = pictures.get(name)
    return f'<img src="{escape(url)}" alt="{words}" loading="lazy">' if url else words


def plain(text: str) -> str:
    """The text as it is, with its lines and without a meaning for its signs, as HTML."""
    return f'<p class="plain">{escape(text.strip())}</p>' if text.strip() else ""


def glance(text: str) -> str:
    """The beginning of a text as one line of words, without the signs of Markdown. It is short, and done at once."""
    lines = text[:MOST_AT_A_GLANCE].strip().split("\n")[:LINES_AT_A_GLANCE]
    html = str(_here(_TO_HTML, "\n".join(lines), False))  # it takes its time to load, and not all processes need it
    return " ".join(unescape(_ELEMENT.sub("", html)).split())
