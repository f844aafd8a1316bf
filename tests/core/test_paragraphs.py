"""Words without a sign of Markdown get their HTML without a parser: the same that it would give."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from apps.core import prose, sandbox
from apps.core.markdown import to_html
from apps.core.paragraphs import LONGEST, paragraphs

PIECES = st.one_of(
    st.sampled_from("a Ab 1. 12 3) 0. 1234567890. - + = --- === :- -- (c) x. ! ? 日本 é • % ^ {a} /".split()),
    st.sampled_from(['"q"', "it's", "...", "a:b", "http://x.example", "www.x.example"]),
    st.sampled_from(["a@b", "@ann", "@ann-b.", "@@a", "@a.b", "@"]),
    st.sampled_from(["[x]", "[", "]", "](", "]:", "[1] ", "[[a:b]]", "[a][b]", "![", ": /a", "(/a)", "[ ]", "[^1]"]),
    st.sampled_from("* ` _ <b> &amp; \\ ~ | $1 #".split()),
    st.sampled_from(["\n", "\n\n", "\n\n\n", " ", "  ", "    "]),
    st.sampled_from(["\t", "\r", "\x00", "\x85", "\xa0", "\u2028", "\u200b"]),
)
TEXTS = st.one_of(
    st.lists(PIECES, max_size=14).map("".join), st.lists(PIECES, max_size=8).map(" ".join), st.text(max_size=12)
)


@given(TEXTS, st.booleans())
@example("One.\nTwo\n\n3 is a number", True)
def test_what_is_made_without_a_parser_is_what_the_parser_makes(text, keep_lines):
    html = paragraphs(text, keep_lines=keep_lines)
    assert html is None or html == to_html(text, keep_lines)


@pytest.mark.parametrize(
    "text",
    [
        "A goal, in plain words: three facts; one price (of 2026)!",
        'She said "yes", and it\'s done.',
        "17 percent of 4,250\nis 722.50\n\nThat is all.",
        "Größe und Gewicht – ja…",
        "@ann and @bob-2, write to ann@x.example.",
        "As [1] says [[twice]]; see [a, b].",
        "",
    ],
)
def test_plain_words_need_no_parser(text):
    assert paragraphs(text, keep_lines=False) == to_html(text, False)


@pytest.mark.parametrize(
    "text",
    [
        "1. one",
        "- one",
        "    code",
        "one  \ntwo",
        "*one*",
        "a_b_c",
        "a < b",
        "[x](/a)",
        "![x]",
        "[x]: /a",
        "$5",
        "one\n===",
    ],
)
def test_what_has_a_sign_is_left_to_the_parser(text):
    assert paragraphs(text, keep_lines=False) is None


def test_nobody_is_asked_aside_for_plain_words(settings, monkeypatch):
    settings.IOA_CALLS = "loop"
    asked = []

    def aside(_, texts):
        asked.extend(texts)
        return ["<p>marked</p>" for _ in texts]

    monkeypatch.setattr(sandbox, "run_if_ready", aside)
    monkeypatch.setattr(sandbox, "run", aside)
    texts = [("plain", False), ("**marked**", True), ("plain", True), ("two\nlines", True)]
    assert prose.render_at_once(texts) == [
        "<p>plain</p>\n",
        "<p>marked</p>",
        "<p>plain</p>\n",
        "<p>two<br>\nlines</p>\n",
    ]
    assert asked == [("**marked**", True)]
    assert prose.render("plain") == "<p>plain</p>\n"
    assert len(asked) == 1


def test_a_very_long_text_is_left_to_the_parser():
    assert paragraphs("w" * LONGEST, keep_lines=False) is not None
    assert paragraphs("w" * (LONGEST + 1), keep_lines=False) is None
