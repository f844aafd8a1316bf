"""What is quoted, and what is data, belongs together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.core.quotes import is_within, quoted_in, whole_stretches, widen, without_quotes


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("count the words of 'the quick brown fox jumps'", ["the quick brown fox jumps"]),
        ('Replace "bee" by “wasp” and `x` by «y»', ["bee", "wasp", "x", "y"]),
        ("Anna's dog and the dogs' bone", []),
        ("it is Anna's, she's said 'the dog’s mine', hasn't she", ["the dog’s mine"]),
        ('an inch is 1" wide', []),
    ],
)
def test_what_stands_between_marks_is_found_and_apostrophes_are_none(text, quoted):
    assert quoted_in(text) == quoted


def test_the_rest_of_a_text_has_no_word_of_what_is_quoted():
    assert without_quotes("count the words of 'write a file', please").split() == "count the words of , please".split()


@pytest.mark.parametrize("whole", ['{"a": "b. c; d", "e": [1, 2]}', "'find it. Write it'", "```\nfind it.\n\nand\n```"])
def test_a_stretch_is_whole_from_its_first_sign_to_its_last(whole):
    text = f"Take this:\n{whole}\nand go on."
    start = text.index(whole)
    assert (start, start + len(whole)) in whole_stretches(text)
    assert is_within(text.index("d", start), whole_stretches(text))
    assert not is_within(text.index("go"), whole_stretches(text))


@given(st.text(alphabet="ab '\"{}`:,\n«»“”", max_size=200))
def test_no_text_breaks_the_reading(text):
    assert all(0 <= start < end <= len(text) for start, end in whole_stretches(text))


def test_a_part_takes_in_the_whole_of_what_it_begins_or_ends_in():
    text = "say 'good morning' twice"
    within = text.index("good"), text.index("morning") + len("morning")
    assert text[slice(*widen(*within, whole_stretches(text)))] == "'good morning'"
    assert widen(0, 3, whole_stretches(text)) == (0, 3)
