"""When work waited, how bars share rows, and what the end of a goal had to wait for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.chat.domain.timeline import Stretch, WorkSpan, critical_path, gaps, marks, rows_of, steady

MOMENTS = st.integers(0, 50)
STRETCHES = st.tuples(MOMENTS, MOMENTS).map(lambda pair: Stretch(min(pair), max(pair)))


def test_what_lies_between_and_around_the_tries_is_waiting():
    waits = gaps(Stretch(0, 100), [Stretch(60, 80), Stretch(10, 30)])
    assert waits == [Stretch(0, 10), Stretch(30, 60), Stretch(80, 100)]


def test_tries_that_overlap_leave_no_gap_between_them():
    assert gaps(Stretch(0, 40), [Stretch(0, 30), Stretch(10, 20), Stretch(30, 40)]) == []


@given(STRETCHES, st.lists(STRETCHES, max_size=6))
def test_no_second_is_both_worked_and_waited_and_none_is_lost(span, busy):
    waited = {second for gap in gaps(span, busy) for second in range(int(gap.start), int(gap.end))}
    worked = {second for one in busy for second in range(int(one.start), int(one.end))}
    assert not waited & worked
    assert waited | worked >= set(range(int(span.start), int(span.end)))


@given(st.lists(STRETCHES, max_size=12))
def test_no_bar_covers_another_of_its_row(stretches):
    rows = rows_of(stretches)
    for one, row in zip(stretches, rows, strict=True):
        for other, beside in zip(stretches, rows, strict=True):
            if one is not other and row == beside:
                assert one.end <= other.start or other.end <= one.start


def test_the_critical_path_goes_back_over_what_ended_last_before_each_task():
    spans = {
        "slow": WorkSpan(0, 50),
        "quick": WorkSpan(0, 10),
        "join": WorkSpan(0, 80, after=("slow", "quick")),
        "beside": WorkSpan(0, 20),
    }
    assert critical_path(spans, list(spans)) == ["slow", "join"]


def test_a_task_that_was_given_after_a_result_came_waited_for_that_result():
    spans = {
        "first": WorkSpan(0, 30),
        "other": WorkSpan(0, 20),
        "next": WorkSpan(31, 60, beside=("first", "other")),
    }
    assert critical_path(spans, list(spans)) == ["first", "next"]


def test_the_path_goes_through_the_team_that_carried_a_task_out():
    spans = {
        "find": WorkSpan(0, 20),
        "report": WorkSpan(20, 90, after=("find",), inside=("write", "proof")),
        "write": WorkSpan(25, 60),
        "proof": WorkSpan(25, 85, after=("write",)),
    }
    assert critical_path(spans, ["find", "report"]) == ["find", "write", "proof", "report"]


def test_a_goal_without_tasks_has_no_path():
    assert critical_path({}, []) == []


def test_tasks_that_name_each_other_end_the_path():
    spans = {"one": WorkSpan(0, 9, after=("two",)), "two": WorkSpan(0, 8, after=("one",))}
    assert critical_path(spans, list(spans)) == ["two", "one"]


@pytest.mark.parametrize("length", [1, 7, 59, 3600, 90_000, 9_000_000])
def test_an_axis_has_few_marks_and_begins_at_nought(length):
    found = marks(length)
    assert found[0] == 0
    assert found[-1] <= length
    assert len(found) <= 33


def test_an_axis_of_a_moment_tells_tenths():
    assert marks(1.1) == [0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert marks(3.2) == [0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0]
    assert marks(7.0) == [0, 1, 2, 3, 4, 5, 6, 7]


@given(st.floats(0.01, 1e6), st.sampled_from([20, 40]))
def test_what_is_drawn_covers_the_time_and_little_more(length, fineness):
    assert length <= steady(length, fineness) <= max(length * (1 + 4 / fineness) + 1, 1)


def test_a_length_that_grows_a_little_is_drawn_the_same():
    assert steady(601, 40) == steady(610, 40)
    assert steady(600, 40) != steady(700, 40)


def test_what_is_drawn_grows_seldomer_than_now_moves_on():
    seconds = range(300, 3600)
    assert 3 * len({steady(one, 20) for one in seconds}) < 2 * len({steady(one, 40) for one in seconds})
