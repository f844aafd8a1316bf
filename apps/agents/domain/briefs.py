"""A brief that repeats what the person said: written for agents that read prose, and read back by those that do not.

The person's words stand on lines of their own, quoted as in letters: marks and signs in them are the person's.
"""

from collections.abc import Iterator, Sequence

LABELS = ("Asked for", "About", "Heed")
_MARK = "> "  # no sign of arithmetic, and none that a text is quoted with inside a line


def repeat_words(label: str, said: Sequence[str]) -> str:
    """Give what was said under one of LABELS, each line marked."""
    items = (_MARK + one.strip().replace("\n", f"\n{_MARK}") for one in said)
    return "\n".join([f"{label}:", *items]) if said else ""


def words_repeated(brief: str) -> str:
    """Give the person's own words of a brief that repeats them; any other brief as it is."""
    said = list(_items(brief.splitlines()))
    return "\n".join(said) or brief


def _items(lines: Sequence[str]) -> Iterator[str]:
    repeated = {f"{label}:" for label in LABELS}
    inside = False
    for line in lines:
        inside = line in repeated or (inside and line.startswith(_MARK))
        if inside and line not in repeated:
            yield line.removeprefix(_MARK)
