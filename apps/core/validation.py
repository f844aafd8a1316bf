"""What pydantic finds wrong with input, in its own English, as sentences that can be said in another language."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from apps.core.sentences import sentence, sentence_of

SAID = {
    "bool_parsing": "Input should be a valid boolean, unable to interpret input",
    "bool_type": "Input should be a valid boolean",
    "dict_type": "Input should be a valid dictionary",
    "enum": "Input should be {expected}",
    "extra_forbidden": "Extra inputs are not permitted",
    "finite_number": "Input should be a finite number",
    "float_parsing": "Input should be a valid number, unable to parse string as a number",
    "float_type": "Input should be a valid number",
    "greater_than": "Input should be greater than {gt}",
    "greater_than_equal": "Input should be greater than or equal to {ge}",
    "int_from_float": "Input should be a valid integer, got a number with a fractional part",
    "int_parsing": "Input should be a valid integer, unable to parse string as an integer",
    "int_type": "Input should be a valid integer",
    "less_than": "Input should be less than {lt}",
    "less_than_equal": "Input should be less than or equal to {le}",
    "list_type": "Input should be a valid list",
    "literal_error": "Input should be {expected}",
    "missing": "Field required",
    "string_pattern_mismatch": "String should match pattern '{pattern}'",
    "string_too_long": "String should have at most {max_length} characters",
    "string_too_short": "String should have at least {min_length} characters",
    "string_type": "Input should be a valid string",
    "tuple_type": "Input should be a valid tuple",
}
"""Kind of a fault -> what pydantic says of it; a fault of another kind, or that it words otherwise, stays English."""
MOMENT = sentence("Write the time with its zone, as in 2026-11-09T14:05:00Z; in an address a + is written as %2B.")
DAY = sentence("Write a day, as in 2026-11-09.")
OURS = {
    **dict.fromkeys(("datetime_from_date_parsing", "datetime_parsing", "datetime_type"), MOMENT),
    **dict.fromkeys(("date_from_datetime_parsing", "date_from_datetime_inexact", "date_parsing", "date_type"), DAY),
}
"""Kind of a fault -> what is said in place of pydantic's words, which tell how it reads and not what to write."""
UNNAMED = "Value"
"""What pydantic calls a text that a validator of ours has looked at; it counts its characters as items."""


def _words_of(fault: ErrorDetails | Mapping[str, Any]) -> str:
    """What one fault is."""
    if own := OURS.get(fault["type"]):
        return own
    values = {name: _as_written(value) for name, value in fault.get("ctx", {}).items()}
    if "expected" in values:
        values["expected"] = _one_of(str(values["expected"]))
    if fault["type"] == "too_long" and values["field_type"] == UNNAMED:
        return sentence(SAID["string_too_long"], **values)
    said = sentence(SAID.get(fault["type"], ""), **values)
    return said if said == fault["msg"] else fault["msg"]


def _one_of(listed: str) -> str:
    """Values as pydantic lists them, 'a', 'b' or 'c': its "or" is a word of ours."""
    others, _, last = listed.rpartition(" or ")
    return sentence("{others} or {last}", others=others, last=last) if others else listed


def _as_written(value: object) -> object:
    """A bound of a number as pydantic writes it: 2.0 is 2."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def own_words_of(fault: ErrorDetails | Mapping[str, Any]) -> str:
    """What one fault is; of what a validator of ours raised its words alone, which ninja has as a text already."""
    if fault["type"] != "value_error":
        return _words_of(fault)
    error = fault["ctx"]["error"]
    return error if isinstance(error, str) else sentence_of(error)


def faults_in_a_line(error: ValidationError, most: int | None = None) -> str:
    """Where the first faults are, and what each is, for the errors of protocols that name no fields."""
    found = error.errors(include_url=False, include_input=False)[:most]
    return "; ".join(f"{'.'.join(map(str, one['loc']))}: {own_words_of(one)}" for one in found)


def first_fault(error: ValidationError) -> tuple[tuple[str, ...], str]:
    """Where in the input the first fault is, and what it is."""
    first = error.errors(include_url=False, include_input=False)[0]
    return tuple(map(str, first["loc"])), own_words_of(first)
