"""Texts that others wrote, cut so that a database and a line on a page can take them."""


def storable(text: str) -> str:
    """Give the text without what Postgres refuses: NUL and halves of characters."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")


def one_line(text: str, most: int) -> str:
    """Give the text as one line of at most `most` characters."""
    line = " ".join(storable(text).split())
    return line if len(line) <= most else line[: most - 1] + "…"
