"""A read model takes from its row what it names, and nothing else."""

from dataclasses import dataclass
from enum import StrEnum
from types import SimpleNamespace

import pytest

from apps.core.read_models import fill_from_row


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True)
class Shown:
    name: str
    colour: Colour
    needs: tuple[str, ...]
    size: int


ROW = SimpleNamespace(name="Tally", colour="red", needs=["paper"], size=3, secret="never")


def test_a_field_is_as_the_row_has_it_in_the_kind_that_the_model_names():
    assert fill_from_row(Shown, ROW) == Shown("Tally", Colour.RED, ("paper",), 3)
    assert fill_from_row(Shown, ROW).colour is Colour.RED


def test_what_is_given_is_not_read():
    row = SimpleNamespace(name="Tally", colour="red", needs=[])
    assert fill_from_row(Shown, row, size=4).size == 4


def test_a_word_that_is_none_of_the_enumeration_is_refused():
    with pytest.raises(ValueError, match="blue"):
        fill_from_row(Shown, SimpleNamespace(**vars(ROW) | {"colour": "blue"}))
