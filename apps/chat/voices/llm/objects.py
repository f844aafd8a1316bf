"""The JSON object in a model's text, also where it is not quite JSON or stands in a tool's call. Pure."""

import json
import re

from apps.chat.voices.llm.schema import NAME

_BEGINNING = re.compile(r'\{(?=\s*(?:"|//|/\*))')
"""Where an object begins; braces in prose hold other things."""
_NO_JSON = re.compile(r'("(?:[^"\\]|\\.)*+"?)|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_COMMA = re.compile(r'("(?:[^"\\]|\\.)*+"?)|,(?=\s*[}\]])', re.DOTALL)
_AROUND, _GIVEN = ("function", NAME), ("arguments", "parameters")
_ONLY_IN_CALLS = frozenset({*_AROUND, *_GIVEN, "name", "type", "id"})
_DECODER = json.JSONDecoder(strict=False)  # models break lines in the middle of a string


def find_object(text: str) -> dict[str, object] | None:
    """The JSON object that `text` is or has in it (models like to wrap one in words or a code fence), or None.

    A comment and a comma after the last entry are overlooked. Of a tool's call that was written down, or of an object
    that has the form under the form's name, it is what is inside.
    """
    start = _BEGINNING.search(text)
    if start is None:
        return None
    written = text[start.start() :]
    found = _decode(written) or _decode(_COMMA.sub(_string_alone, _NO_JSON.sub(_string_alone, written)))
    return _inside(found) if found else None


def _string_alone(found: re.Match[str]) -> str:
    """What is kept of a match: a string, in which a comma and two strokes mean themselves."""
    return found[1] or ""


def _decode(text: str) -> dict[str, object] | None:
    try:
        found, _ = _DECODER.raw_decode(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _inside(found: dict[str, object]) -> dict[str, object]:
    for key in (*_AROUND, *_GIVEN):
        inner = found.get(key)
        inner = _decode(inner) if isinstance(inner, str) else inner
        is_call = found.keys() <= _ONLY_IN_CALLS and (key in _AROUND or "name" in found)
        if is_call and isinstance(inner, dict) and inner:
            found = inner
    return found
