"""The HTML of words that hold no sign of Markdown: what most messages are, and what nobody need be asked aside for."""

import re

LONGEST = 50_000
"""Characters of what is looked at here."""

_SIGN = re.compile(r"[\\`*_\[\]<>&#~|$@]|[^\S \n]|[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Of Markdown, of HTML or of a mention; or white space and other characters that a parser reads as something else."""
_LINE = re.compile(r"(?!\d{1,9}[.)](?: |$))\w(?:.*[^ ])?")
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
    return "".join(f"<p>{end.join(block)}</p>\n" for block in blocks)
