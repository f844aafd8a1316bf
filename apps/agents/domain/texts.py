"""Texts that others wrote, cut so that a database and a line on a page can take them."""

from apps.core.texts import replace_unstorable


def one_line(text: str, most: int) -> str:
    """Give the text as one line of at most `most` characters."""
    line = " ".join(replace_unstorable(text).split())
    return line if len(line) <= most else line[: most - 1] + "…"
