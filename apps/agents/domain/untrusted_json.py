"""Reading JSON that strangers send: whatever has not the shape that is asked for is as if it were not there. Pure."""

import json
from collections.abc import Mapping

Said = Mapping[str, object]
NOTHING: Said = {}
MOST_NODES = 100_000
"""Objects and lists of one document: two bytes of it become 64 in memory, and nothing else runs while they are read."""
DEEPEST = 12  # levels of data that are indented


def load_json(text: str | bytes) -> object:
    """Read JSON; None for what is none, and for what holds more objects and lists than anything honest."""
    if _brackets(text) > MOST_NODES:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _brackets(text: str | bytes) -> int:
    return text.count("{") + text.count("[") if isinstance(text, str) else text.count(b"{") + text.count(b"[")


def as_code(data: object) -> str:
    """Write data as a block of code in Markdown; what is nested deep on one line, which no indentation can outgrow."""
    return f"```json\n{json.dumps(data, ensure_ascii=False, indent=2 if _is_flat(data, DEEPEST) else None)}\n```"


def _is_flat(data: object, levels: int) -> bool:
    inside = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return levels > 0 and all(_is_flat(each, levels - 1) for each in inside)


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
