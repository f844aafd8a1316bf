"""Estimates and clips."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.chat.voices.llm.costs import clip, compact, estimate_tokens, first_line


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("a" * 400, 100), ("漢字", 3), ("привет", 6), ("🙂", 2)],
)
def test_four_ascii_characters_or_two_other_bytes_are_a_token(text, tokens):
    assert estimate_tokens(text) == tokens


@pytest.mark.parametrize(
    ("text", "tokens", "kept"),
    [
        ("short", 10, "short"),
        ("  short \n", 10, "short"),
        ("a" * 100, 10, "a" * 34 + "…"),
        ("bell\x07 and null\x00", 10, "bell  and null"),
        ("words of a text that is too long", 5, "words of a tex…"),
        ("", 5, ""),
    ],
)
def test_a_clip_keeps_the_beginning(text, tokens, kept):
    assert clip(text, tokens) == kept


@given(st.text(max_size=3000), st.integers(2, 200))
def test_a_clipped_text_costs_at_most_what_it_may_in_json(text, tokens):
    inside = compact(clip(text, tokens))[1:-1]
    assert estimate_tokens(inside) <= tokens


@given(st.text())
def test_a_clip_is_always_valid_json_and_utf8(text):
    assert json.loads(compact(clip(text, 20)).encode()) == clip(text, 20)


@pytest.mark.parametrize(("text", "line"), [("\n\n  A title\nand more", "A title"), ("", ""), (" \n\t", "")])
def test_a_heading_is_the_first_line_with_words(text, line):
    assert first_line(text, 20) == line
