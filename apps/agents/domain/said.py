"""Reading JSON that strangers send: whatever has not the shape that is asked for is as if it were not there. Pure."""

import json
from collections.abc import Mapping

Said = Mapping[str, object]
NOTHING: Said = {}


def loaded(text: str | bytes) -> object:
    """Read JSON; None for what is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def text_in(said: Said, *names: str) -> str:
    """Give the first of these fields that is a text and not empty; "" where none is."""
    return next((value for name in names if isinstance(value := said.get(name), str) and value), "")


def map_in(said: Said, name: str) -> Said:
    """Give a field that is an object; an empty one where it is none."""
    value = said.get(name)
    return value if isinstance(value, dict) else NOTHING  # what JSON gives; an abstract class takes three times as long


def maps_in(said: Said, name: str) -> list[Said]:
    """Give the objects of a field that is a list; none where it is none."""
    value = said.get(name)
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
