"""The last line of what a person says with files: it names them, to agents and to whoever reads the room. Pure."""

from collections.abc import Iterable

_LINE = "\n\nAttached: "
_BETWEEN = ", "


def name_attached(names: Iterable[str]) -> str:
    """What stands after the words."""
    return _LINE + _BETWEEN.join(names)


def attached_names(text: str) -> frozenset[str]:
    """The names in it; a comma in a name may make two of it, which nothing is called."""
    _, line, names = text.rpartition(_LINE)
    return frozenset(names.split(_BETWEEN)) if line else frozenset()
