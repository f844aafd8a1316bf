"""Cursors: what is packed comes out again, and nothing else does."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.core.paging import BadCursor, cut, moment_cursor, moment_in, number_in, word_cursor, word_in

MOMENTS = st.datetimes(timezones=st.just(UTC))


@given(MOMENTS, st.uuids())
def test_a_moment_comes_out_as_it_went_in(moment, row):
    assert moment_in(moment_cursor("goals", moment, row), "goals") == (moment, row)


@given(st.integers(0, 999_999_999))
def test_a_number_comes_out_as_it_went_in(number):
    assert number_in(word_cursor("messages", str(number)), "messages") == number


@given(st.text())
def test_any_text_is_a_cursor_of_ours_or_a_bad_one(text):
    for read in (moment_in, word_in, number_in):
        with pytest.raises(BadCursor):
            read(text, "goals")


def test_a_cursor_belongs_to_one_list():
    cursor = moment_cursor("goals a", datetime.now(UTC), uuid4())
    for listing in ("goals b", "goals", ""):
        with pytest.raises(BadCursor):
            moment_in(cursor, listing)


@pytest.mark.parametrize("word", ["-1", "1.5", "", "x", "9999999999", "٣"])
def test_a_number_is_plain_digits(word):
    with pytest.raises(BadCursor):
        number_in(word_cursor("messages", word), "messages")


@given(st.lists(st.integers(), max_size=30), st.integers(1, 10))
def test_pages_put_together_are_the_list(rows, limit):
    seen, start = [], 0
    while True:
        page, following = cut(rows[start : start + limit + 1], limit, str)
        seen += page
        start += len(page)
        if following is None:
            break
    assert seen == rows
