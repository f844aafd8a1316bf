"""What pydantic says is a sentence for each kind of fault that is known, and what it says otherwise stays as it is."""

from enum import StrEnum
from typing import Annotated, Literal

import pytest
from django.utils import translation
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from apps.core.languages import say
from apps.core.sentences import Sentence, sentence
from apps.core.texts import Text
from apps.core.validation import SAID, faults_in_a_line, first_fault, own_words_of


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str


def refuse(value):
    raise ValueError(sentence("{name} is empty.", name=value))


Own = Annotated[str, AfterValidator(refuse)]
FAULTS = {
    "bool_parsing": (bool, "x"),
    "bool_type": (bool, []),
    "dict_type": (dict[str, str], "x"),
    "enum": (Colour, "x"),
    "extra_forbidden": (Strict, {"name": "x", "more": 1}),
    "finite_number": (int, float("inf")),
    "float_parsing": (float, "x"),
    "float_type": (float, []),
    "greater_than": (Annotated[float, Field(gt=2)], 1),
    "greater_than_equal": (Annotated[int, Field(ge=2)], 1),
    "int_from_float": (int, 1.5),
    "int_parsing": (int, "x"),
    "int_type": (int, []),
    "less_than": (Annotated[int, Field(lt=2)], 3),
    "less_than_equal": (Annotated[float, Field(le=2)], 3),
    "list_type": (list[str], 1),
    "literal_error": (Literal["a", "b"], "x"),
    "missing": (Strict, {}),
    "string_pattern_mismatch": (Annotated[str, Field(pattern="^a{2}$")], "x"),
    "string_too_long": (Annotated[str, Field(max_length=2)], "xxx"),
    "string_too_short": (Annotated[str, Field(min_length=2)], "x"),
    "string_type": (str, 1),
    "tuple_type": (tuple[str, ...], 1),
}


def fault_in(kind, value):
    with pytest.raises(ValidationError) as raised:
        TypeAdapter(kind).validate_python(value)
    return raised.value


def test_there_is_one_of_each():
    assert FAULTS.keys() == SAID.keys()


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_that_is_known_is_what_pydantic_says_and_a_sentence(name):
    error = fault_in(*FAULTS[name])
    (fault,) = error.errors()
    _, words = first_fault(error)
    assert (fault["type"], words) == (name, fault["msg"])
    assert isinstance(words, Sentence)
    with translation.override("de"):
        assert say(words) != words


def test_values_that_are_listed_are_listed_in_the_language_of_the_reader():
    _, words = first_fault(fault_in(Literal["a", "b", "c"], "x"))
    with translation.override("de"):
        assert say(words) == "Die Eingabe muss eines hiervon sein: 'a', 'b' oder 'c'"


def test_what_pydantic_words_otherwise_stays_as_it_is():
    error = fault_in(Annotated[str, Field(max_length=1)], "xx")
    assert first_fault(error) == ((), "String should have at most 1 character")
    assert first_fault(fault_in(bytes, 1)) == ((), "Input should be a valid bytes")


def test_where_a_fault_is_and_the_words_of_a_validator_alone():
    error = fault_in(dict[str, list[Own]], {"a": ["b"]})
    assert first_fault(error)[0] == ("a", "0")
    (fault,) = error.errors()
    assert own_words_of(fault) == "b is empty."
    with translation.override("de"):
        assert say(own_words_of(fault)) == "b ist leer."
        assert say(first_fault(error)[1]) == "b ist leer."


def test_of_a_text_that_a_validator_looked_at_characters_are_counted():
    error = fault_in(Annotated[Text, Field(max_length=2)], "xxx")
    assert first_fault(error) == ((), "String should have at most 2 characters")
    listed = fault_in(Annotated[list[str], Field(max_length=1)], ["a", "b"])
    assert first_fault(listed) == ((), "List should have at most 1 item after validation, not 2")


def test_faults_stand_in_a_line_with_their_places():
    error = fault_in(dict[str, list[Own]], {"a": ["b", "c"]})
    assert faults_in_a_line(error) == "a.0: b is empty.; a.1: c is empty."
    assert faults_in_a_line(error, 1) == "a.0: b is empty."
