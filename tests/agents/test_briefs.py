"""A brief repeats the person's words so that they can be read back."""

from hypothesis import given
from hypothesis import strategies as st

from apps.agents.builtin.calculator.recognition import calculations
from apps.agents.domain.briefs import LABELS, repeat_words, words_repeated

WORDS = st.text(alphabet="abc '\"{}:-#\n", min_size=1, max_size=60).filter(lambda text: text.strip())


@given(st.lists(WORDS, min_size=1, max_size=4), st.sampled_from(LABELS))
def test_what_was_said_comes_back_word_for_word(said, label):
    brief = "\n".join([repeat_words(label, said), "Use the results of: Find it.", "Give: text."])
    assert words_repeated(brief).split() == "\n".join(said).split()


def test_quotation_marks_in_a_brief_are_the_persons():
    brief = repeat_words("Asked for", ["count the words of 'the quick brown fox jumps'"])
    assert brief.count("'") == 2
    assert '"' not in brief


def test_a_calculation_that_is_repeated_is_the_same_calculation():
    assert calculations(repeat_words("Asked for", ["12 * 7"])) == calculations("12 * 7")


def test_a_brief_that_repeats_nothing_is_read_as_it_is():
    assert words_repeated("Count the words.\n- all of them") == "Count the words.\n- all of them"
    assert repeat_words("Heed", []) == ""
