"""When two names of files are the same, and which name is free. Pure."""

import unicodedata
from collections.abc import Container
from pathlib import PurePosixPath

LONGEST_NAME = 200  # characters
LONGEST_EXTENSION = 20  # characters with its dot; what is longer is no extension


def name_key(name: str) -> str:
    """What names are compared by: `Report.md` and `report.md` are one file on the disks that people save them to."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def numbered_name(name: str, taken: Container[str]) -> str:
    """Give the name, or where it is taken a numbered one: `figures.csv`, `figures (2).csv`. `taken`: keys of names."""
    extension = PurePosixPath(name).suffix
    extension = extension if len(extension) <= LONGEST_EXTENSION else ""
    stem, number, free = name.removesuffix(extension), 1, name[:LONGEST_NAME]
    while name_key(free) in taken:
        number += 1
        mark = f" ({number}){extension}"
        free = stem[: LONGEST_NAME - len(mark)] + mark
    return free


def is_named_in(text: str, name: str) -> bool:
    """Whether a name stands in a text, and not as a part of a longer one; both as keys."""
    place = text.find(name)
    while place >= 0:
        before, after = text[place - 1 : place], text[place + len(name) : place + len(name) + 1]
        if not (_goes_on(before) or _goes_on(after)):
            return True
        place = text.find(name, place + len(name))
    return False


def _goes_on(sign: str) -> bool:
    return sign.isalnum() or sign in ("_", "-") if sign else False
