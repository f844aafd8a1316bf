"""Numbers that programs send: `true` and `false` are none, though they count as 1 and 0 elsewhere.

A text with a number in it is one, since a table has nothing else in its cells.
"""

from typing import Annotated

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

from apps.core.validation import SAID


def _no_switch(kind: str) -> BeforeValidator:
    def checked(value: object) -> object:
        if isinstance(value, bool):
            raise PydanticCustomError(kind, SAID[kind])
        return value

    return BeforeValidator(checked)


Whole = Annotated[int, _no_switch("int_type")]
Figure = Annotated[float, _no_switch("float_type")]
