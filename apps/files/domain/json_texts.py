"""JSON as its writer wrote it: members that come twice and digits of numbers are kept. Pure."""

import json
from typing import cast


class JsonFigure(str):
    """A number, in its own digits."""

    __slots__ = ()


class JsonMembers(list[tuple[str, object]]):
    """The members of an object, in order."""


def json_in(text: str) -> object:
    """What a JSON text says: members, lists, figures, strings, booleans, None. Raises ValueError for what is none."""
    try:
        return cast(
            "object",
            json.loads(
                text,
                object_pairs_hook=JsonMembers,
                parse_int=JsonFigure,
                parse_float=JsonFigure,
                parse_constant=JsonFigure,
            ),
        )
    except RecursionError:
        raise ValueError("It is nested too deeply.") from None
