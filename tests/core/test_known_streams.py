"""What is known of a stream is given once, to who finds the number with which it was left."""

from uuid import UUID

import pytest

from apps.accounts.models import Workspace
from apps.core.known_streams import KnownStreams, Left, copy_of_row

ONE, TWO, THREE = (UUID(int=number) for number in (1, 2, 3))


def test_what_was_left_is_given_to_who_has_the_same_number_and_to_nobody_else_after_that():
    known = KnownStreams()
    known.leave(ONE, 7, {"what": "something"}, 9)
    assert known.take(ONE, 7) == {"what": "something"}
    assert known.take(ONE, 7) == {}


@pytest.mark.parametrize("number", [6, 8])
def test_where_the_number_is_another_it_is_forgotten(number):
    known = KnownStreams()
    known.leave(ONE, 7, {"what": "something"}, 9)
    assert known.take(ONE, number) == {}
    assert known.take(ONE, 7) == {}


def test_what_is_left_later_counts_also_where_it_is_nothing():
    known = KnownStreams()
    known.leave(ONE, 7, {"what": "something"}, 9)
    known.leave(ONE, 8, {}, 0)
    assert known.take(ONE, 7) == known.take(ONE, 8) == {}


def test_where_there_is_more_text_than_may_be_held_the_streams_left_last_are_known():
    known = KnownStreams(most=20)
    for stream in (ONE, TWO, ONE, THREE):
        known.leave(stream, 1, {"of": stream}, 10)
    assert [known.take(stream, 1) for stream in (ONE, TWO, THREE)] == [{"of": ONE}, {}, {"of": THREE}]


def test_one_with_more_text_than_all_may_have_is_not_known_and_others_are_again():
    known = KnownStreams(most=20)
    known.leave(ONE, 1, {"of": ONE}, 21)
    known.leave(TWO, 1, {"of": TWO}, 20)
    assert [known.take(stream, 1) for stream in (ONE, TWO)] == [{}, {"of": TWO}]
    known.leave(THREE, 1, {"of": THREE}, 20)
    assert known.take(THREE, 1) == {"of": THREE}


def test_the_text_of_rows_is_that_of_their_columns_and_of_what_stands_in_them():
    small, large = (Workspace(slug="one", name="One", approval_policy=policy) for policy in ({}, {"a": "x" * 5000}))
    assert 5000 < Left(large, [large]).characters - Left(small, [small]).characters < 5100
    assert Left(small, [small, small]).characters == 2 * Left(small, [small]).characters


def test_a_copy_of_a_row_has_the_columns_that_were_read_and_nothing_that_hangs_on_the_other():
    row = Workspace(slug="one", name="One")
    del row.__dict__["created_at"]
    row.remark = row.note = "asked for beside the columns"
    left = copy_of_row(row, "remark")
    assert (left.pk, left.slug, left.remark) == (row.pk, "one", row.remark)
    assert left.get_deferred_fields() == {"created_at"}
    assert not hasattr(left, "note")
    left.name = "Another"
    assert row.name == "One"
