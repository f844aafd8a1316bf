"""Names of teams so that they can be told apart where there is room for a few words only. Pure."""

from collections.abc import Sequence
from itertools import takewhile

ALIKE = 12
"""Characters: names that begin with so many of the same look the same once they are cut."""


def labels(names: Sequence[str]) -> list[str]:
    """Give a label for each name of a tree, parents first.

    One that begins as an earlier one does leaves out what they share; one that says nothing beyond an earlier one is
    called a sub-team, with its place in the tree.
    """
    return [_label(names, place) for place in range(len(names))]


def _label(names: Sequence[str], place: int) -> str:
    name = names[place]
    shared = max((_shared(name, other) for other in names[:place]), default=0)
    if not place or shared < min(ALIKE, len(name)):
        return name
    rest = name[shared:].strip(" ,;:.…")
    return f"… {rest}" if rest else f"Sub-team {place}: {name}"


def _shared(name: str, other: str) -> int:
    """How many characters both begin with, up to the end of a word."""
    alike = takewhile(lambda pair: pair[0].casefold() == pair[1].casefold(), zip(name, other, strict=False))
    same = sum(1 for _ in alike)
    if same == len(name) or not (name[same].isalnum() or other[same : same + 1].isalnum()):
        return same
    return name.rfind(" ", 0, same) + 1
