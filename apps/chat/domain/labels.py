"""Names of teams so that they can be told apart where there is room for a few words only. Pure."""

from collections.abc import Collection, Sequence

ALIKE = 12
"""Characters: names that begin with so many of the same look the same once they are cut."""


def labels(names: Sequence[str]) -> list[str]:
    """Give a label for each name of a tree, parents first.

    One that begins as an earlier one does leaves out what they share, in whole words; one that says nothing beyond an
    earlier one is called a sub-team, with its place in the tree.
    """
    found = []
    begun: set[str] = set()  # with what the earlier names begin
    for place, name in enumerate(names):
        found.append(_label(name, place, begun))
        begun.update(name[:end].casefold() for end in _word_ends(name))
    return found


def _label(name: str, place: int, begun: Collection[str]) -> str:
    shared = max((end for end in _word_ends(name) if name[:end].casefold() in begun), default=0)
    if not place or shared < min(ALIKE, len(name)):
        return name
    rest = name[shared:].strip(" ,;:.…")
    return f"… {rest}" if rest else f"Sub-team {place}: {name}"


def _word_ends(name: str) -> list[int]:
    """How long each beginning is that cuts no word."""
    pairs = zip(name, name[1:] + " ", strict=True)
    return [end for end, (last, after) in enumerate(pairs, start=1) if not (last.isalnum() and after.isalnum())]
