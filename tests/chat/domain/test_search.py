"""One order of several lists, what a text asks for, and the stretch of a text that shows why it was found."""

from hypothesis import given
from hypothesis import strategies as st

from apps.chat.domain.search import merge_ranks, prefix_in, wanted_stems
from apps.chat.domain.snippets import LENGTH, snippet


def said(pieces):
    return "".join(piece.text for piece in pieces)


def found_in(pieces):
    return [piece.text for piece in pieces if piece.found]


def test_what_two_ways_of_looking_find_comes_before_what_one_finds():
    assert merge_ranks([["a", "b"], ["c", "b"]])[0] == "b"


def test_of_equals_the_earlier_list_comes_first():
    assert merge_ranks([["a"], ["b"]]) == ["a", "b"]


def test_the_last_word_may_be_only_begun():
    assert prefix_in("annual reve") == ("annual", "reve")


def test_quotes_operators_and_signs_steer_themselves():
    for text in ('"annual revenue"', "revenue -chart", "revenue or profit", "", "c++"):
        assert prefix_in(text) == ("", "")


def test_a_word_that_is_left_out_is_not_marked():
    assert found_in(snippet("revenue and chart", wanted_stems("revenue -chart"))) == ["revenue"]


def test_a_snippet_begins_near_the_words_that_were_looked_for():
    text = "Nothing here. " * 60 + "The annual revenue dips in 2016. " + "Nothing there. " * 60
    shown = snippet(text, wanted_stems("revenue dip"))
    assert found_in(shown) == ["revenue", "dips"]
    assert said(shown).startswith("…")
    assert said(shown).endswith("…")


def test_where_the_words_stand_together_wins_over_where_one_stands_first():
    text = "Revenue. " + "Filler words stand here. " * 40 + "The revenue of the ferry rose."
    assert found_in(snippet(text, wanted_stems("ferry revenue"))) == ["revenue", "ferry"]


def test_another_form_of_the_word_is_marked():
    assert found_in(snippet("It plotted two charts.", wanted_stems("plot chart"))) == ["plotted", "charts"]


def test_a_word_that_is_only_begun_is_marked():
    assert found_in(snippet("The revenue rose.", frozenset(), "reve")) == ["revenue"]


def test_without_a_hit_the_beginning_is_shown():
    assert said(snippet("# Title\n\n**Bold** words.", frozenset())) == "Title Bold words."


@given(st.text(max_size=3000), st.text(max_size=60))
def test_a_snippet_is_short_and_a_part_of_the_text(text, query):
    shown = snippet(text, wanted_stems(query), prefix_in(query)[1])
    assert len(said(shown)) <= LENGTH + 2
    words = said(shown).strip("…").split()
    assert all(word in text for word in words[1:-1])
    assert all(piece.text in text for piece in shown if piece.found)


def test_a_long_text_of_nothing_but_hits_costs_no_more_than_its_length():
    shown = snippet("revenue " * 50_000, wanted_stems("revenue"))
    assert 20 < len(found_in(shown)) < 40
