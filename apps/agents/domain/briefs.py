"""A brief that repeats what the person said: written for agents that read prose, and read back by those that do not.

The person's words stand on lines of their own, never between quotation marks of ours: marks in them are the person's.
"""

from collections.abc import Iterator, Sequence

LABELS = ("Asked for", "About", "Heed")
_ITEM, _MORE = "- ", "  "


def repeat_words(label: str, said: Sequence[str]) -> str:
    """Give what was said under one of LABELS, an item each; further lines of it are indented."""
    items = (_ITEM + one.strip().replace("\n", f"\n{_MORE}") for one in said)
    return "\n".join([f"{label}:", *items]) if said else ""


def words_repeated(brief: str) -> str:
    """Give the person's own words of a brief that repeats them; any other brief as it is."""
    said = list(_items(brief.splitlines()))
    return "\n".join(said) or brief


def _items(lines: Sequence[str]) -> Iterator[str]:
    repeated = {f"{label}:" for label in LABELS}
    inside = False
    for line in lines:
        inside = line in repeated or (inside and line.startswith((_ITEM, _MORE)))
        if inside and line not in repeated:
            yield line[len(_ITEM) :]
