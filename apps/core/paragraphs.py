"""The HTML of words that hold no sign of Markdown but names: of many messages, and without a process aside."""

import re

LONGEST = 50_000
"""Characters of what is looked at here."""

MENTION = re.compile(r"(?<![\w@/.])@([A-Za-z0-9][\w-]{0,59})")

_SIGN = re.compile(r"[\\`*_<>&#~|$]|!\[|\]\s*[(:]|[^\S \n]|[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Of Markdown or of HTML, or white space and other characters that a parser reads as something else. Brackets are a
link where what they name follows, or stands behind a colon.
"""
_LINE = re.compile(r"(?!\d{1,9}[.)](?: |$))[\w(\[@\"'](?:.*[^ ])?")
"""A line that begins no list and no block of code, and ends without the spaces that would break it."""


def paragraphs(text: str, *, keep_lines: bool) -> str | None:
    """As `markdown.to_html`, in time that grows with the text's length alone; None for a text that needs a parser.

    `keep_lines`: a line's end is a line's end.
    """
    if len(text) > LONGEST or _SIGN.search(text):
        return None
    blocks = [block.split("\n") for block in re.split(r"\n\n+", text.strip("\n")) if block]
    if not all(_LINE.fullmatch(line) for block in blocks for line in block):
        return None
    end = "<br>\n" if keep_lines else "\n"
    html = "".join(f"<p>{end.join(block)}</p>\n" for block in blocks)
    return MENTION.sub(r'<span class="mention">@\1</span>', html)
