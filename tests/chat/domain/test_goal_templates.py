"""The blanks of a template, and the texts that come of filling them."""

import pytest

from apps.accounts.domain.errors import Refused
from apps.chat.domain.goal_templates import Blank, blanks_of, fill_blanks, pieces_of


def test_a_blank_is_a_name_between_braces_with_or_without_what_is_usual():
    assert blanks_of("Plot {what} from {first year=2014} to {last year = 2020 }.") == (
        Blank("what"),
        Blank("first year", "2014"),
        Blank("last year", "2020"),
    )
    assert fill_blanks("{last year = 2020 }", {}) == "2020"
    assert blanks_of("{year=2014} to {year}") == (Blank("year", "2014"),)


@pytest.mark.parametrize("text", ['{"a": 1}', "{}", "{ what }", "{1}", "${", "f(x) = {x > 2}", "{{", "{a\nb}"])
def test_what_else_stands_between_braces_is_text(text):
    assert blanks_of(text) == ()
    assert fill_blanks(text, {}) == text


def test_blanks_are_filled_once_and_what_a_value_holds_is_text():
    filled = fill_blanks("{a} and {b=2} and {a}", {"a": r"{b} \1"})
    assert filled == r"{b} \1 and 2 and {b} \1"


def test_what_is_left_out_and_has_nothing_usual_is_asked_for_beside_its_blank():
    with pytest.raises(Refused) as refused:
        fill_blanks("{a} {b=1} {c}", {"c": "  "})
    assert set(refused.value.fields) == {"blanks.a", "blanks.c"}


def test_a_blank_that_is_not_there_and_a_value_without_end_are_refused():
    with pytest.raises(Refused, match="no blank"):
        fill_blanks("{a}", {"a": "1", "b": "2"})
    with pytest.raises(Refused) as refused:
        fill_blanks("{a}", {"a": "x" * 5_000})
    assert list(refused.value.fields) == ["blanks.a"]


def test_a_text_is_shown_in_pieces_that_say_which_are_blanks():
    assert pieces_of("Plot {what} from {year=2014}.") == [
        ("Plot ", ""),
        ("what", "what"),
        (" from ", ""),
        ("2014", "year"),
        (".", ""),
    ]
