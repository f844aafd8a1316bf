"""What a member answers: an utterance in short or in full, or words; whatever it is, nothing breaks."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.chat.domain.protocol import Misspoken, parse_talk
from apps.chat.domain.utterances import FormSubteam, Pass, Say, Stance

FORMS = {
    "words": ("It can be done.", Say(text="It can be done.")),
    "say": ({"do": "say", "text": "Yes.", "next": "@writer"}, Say(text="Yes.", next_speaker="writer")),
    "nobody next": ({"do": "say", "text": "Yes.", "next": None}, Say(text="Yes.")),
    "agree": ({"do": "agree", "text": "With that."}, Say(text="With that.", stance=Stance.AGREE)),
    "object": ({"do": "object", "text": "No."}, Say(text="No.", stance=Stance.OBJECT)),
    "ask": (
        {"do": "ask", "text": "Why?", "next": "finder"},
        Say(text="Why?", stance=Stance.ASK, next_speaker="finder"),
    ),
    "propose": ({"do": "propose", "text": "Ask Ann."}, Say(text="Ask Ann.", stance=Stance.PROPOSE)),
    "pass": ({"do": "pass"}, Pass()),
    "a team": (
        {"do": "form_subteam", "text": "Draw the maps\nof 1920.", "needs": ["ink"]},
        FormSubteam(title="Draw the maps", purpose="Draw the maps\nof 1920.", needs=("ink",)),
    ),
}
WORDS_ALL_THE_SAME = [
    '{"do": "fly", "text": ""}',
    '{"do": "agree"}',
    '{"year": 2020}',
    "{broken",
    'Look: {"do": "conclude"}',
    "[1, 2]",
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("wrap", ["{}", "```json\n{}\n```", "Here you are:\n```\n{}\n```"])
def test_a_form_is_the_utterance_that_it_stands_for(form, wrap):
    raw, utterance = FORMS[form]
    text = raw if isinstance(raw, str) else wrap.replace("{}", json.dumps(raw))
    assert parse_talk(text) == utterance


@pytest.mark.parametrize("text", WORDS_ALL_THE_SAME)
def test_what_is_no_utterance_is_said_as_it_stands(text):
    assert parse_talk(text) == Say(text=text)


def test_the_words_of_a_broken_utterance_are_said():
    assert parse_talk({"do": "assign", "text": "I would give work."}) == Say(text="I would give work.")


@given(
    st.text(max_size=300)
    | st.dictionaries(st.sampled_from(["do", "text", "next", "needs", "x"]), st.text(), max_size=5)
)
def test_any_answer_is_an_utterance_or_has_nothing_to_say(raw):
    heard = parse_talk(raw)
    assert not isinstance(heard, Misspoken) or not heard.text
