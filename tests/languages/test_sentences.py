"""A sentence of the hub is stored with what it was made of, and said to each reader in their own language."""

import json

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from apps.core.languages import retell, say
from apps.core.sentences import (
    Sentence,
    Words,
    change_words,
    join_sentences,
    list_with_and,
    pack,
    pack_all,
    plural_sentence,
    recall,
    recall_beside,
    sentence,
    unpack,
    unpack_all,
)
from apps.teams.domain.limits import Limit

WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)


@given(WORDS, st.integers(-10, 10**9), st.floats(allow_nan=False, allow_infinity=False))
def test_what_a_sentence_was_made_of_makes_it_again(words, number, share):
    inner = plural_sentence("{count} file of {who}", "{count} files of {who}", number, who=words)
    said = sentence("{inner}: {share:.2f}, {which}.", inner=inner, share=share, which=Limit.TURNS)
    again = unpack(json.loads(json.dumps(pack(said))))
    assert (again, again.template) == (said, said.template)
    assert again.values["inner"].template == inner.template


@given(st.recursive(st.none() | st.integers() | WORDS, lambda more: st.lists(more) | st.dictionaries(WORDS, more)))
def test_what_is_no_packed_sentence_is_left_out(stored):
    assert all(isinstance(one, Sentence) for one in unpack_all(stored).values())
    assert all(isinstance(one, Sentence) for one in unpack_all([stored, {"text": "{0.__class__}"}]).values())


def test_a_sentence_is_known_again_by_its_text_wherever_it_stands():
    said = sentence("Stopped by {name}.", name="Olga")
    stored = json.loads(json.dumps({"failure": said, "lines": [said, "mine"], "made_of": pack_all([said])}))
    found = recall_beside(stored)
    assert [type(one) for one in (found["failure"], *found["lines"])] == [Sentence, Sentence, str]
    with translation.override("de"):
        assert retell(found["failure"]) == "Von Olga gestoppt."


def test_a_text_that_was_changed_since_is_no_sentence_any_more():
    packed = pack_all(sentence("Paused."))
    assert type(recall("Paused, says Olga.", unpack_all(packed))) is str


def test_what_others_wrote_is_never_said_in_another_language():
    with translation.override("de"):
        assert retell("Stop") == "Stop" != say("Stop")
        assert retell(sentence("It failed: {why}", why="Stop")).endswith("Stop")


def test_a_joined_text_is_said_part_by_part():
    parts = [sentence("Paused."), "**Mine**", sentence("Resumed.")]
    joined = join_sentences("\n", parts)
    assert joined == "Paused.\n**Mine**\nResumed."
    assert type(join_sentences(" ", ["a", "b"])) is str
    with translation.override("de"):
        assert retell(joined) == "Pausiert.\n**Mine**\nFortgesetzt."


def test_a_list_of_names_ends_with_the_and_of_the_language():
    assert (list_with_and(["a"]), list_with_and(["a", "b", "c"])) == ("a", "a and b and c")
    with translation.override("de"):
        assert retell(list_with_and(["a", "b"])) == "a und b"


def test_the_words_of_others_in_a_sentence_can_be_changed():
    said = sentence("The agent failed: {error:bare}.", error="key 123.")
    changed = change_words(said, lambda words: words.replace("123", "[secret]"))
    assert changed == "The agent failed: key [secret]."
    assert changed.template == said.template


def test_a_sentence_stays_one_where_it_is_cut_at_more_than_it_has_and_no_further():
    said = sentence("Paused.")
    assert isinstance(said[:400], Sentence)
    assert type(said[:3]) is str
    assert isinstance(str(said), Sentence)


class _Told(BaseModel):
    why: Words


@pytest.mark.parametrize("why", [sentence("Paused."), "Paused."])
def test_a_model_keeps_a_sentence_and_makes_none(why):
    told = _Told(why=why)
    assert type(told.why) is type(why)
    assert type(told.model_dump()["why"]) is type(why)
    assert told.model_dump_json() == '{"why":"Paused."}'
