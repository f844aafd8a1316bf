"""How an answer is scored by a checklist: by patterns, by files, by who said it, by how the goal ended."""

import pytest

from benchmarks.hand.goals import Answer, all_goals, lost_points, read_goal

CSV = read_goal("harvest-sales")
REFUSED = read_goal("press-release")


def lost(goal, **answer) -> set[str]:
    return set(lost_points(goal, Answer(**({"text": ""} | answer))))


@pytest.mark.parametrize("goal", all_goals(), ids=lambda goal: goal.name)
def test_an_empty_answer_has_no_point_but_those_of_what_must_not_be_said(goal):
    forbidden = {point["says"] for point in goal.checklist if "none" in point and "all" not in point}
    assert lost(goal) == {point["says"] for point in goal.checklist} - forbidden


@pytest.mark.parametrize("goal", all_goals(), ids=lambda goal: goal.name)
def test_what_one_call_answered_is_kept_and_has_points(goal):
    assert len(lost_points(goal, goal.by_one_call)) < len(goal.checklist)


def test_a_figure_counts_in_whatever_way_thousands_are_written():
    for written in ("47,653.32 EUR", "47.653,32", "47 653", "47653.32"):
        assert "Total sales 47,653.32" not in lost(CSV, text=f"In all {written}.")
    assert "Total sales 47,653.32" in lost(CSV, text="In all 46,653.32.")


def test_a_file_counts_by_its_name_and_its_text_counts_as_the_answers():
    had = lost(CSV, files={"sales.png": "", "sales.md": "In all 47,653.32 EUR"})
    assert {"A chart as a file", "Total sales 47,653.32"}.isdisjoint(had)


def test_what_is_asked_of_a_member_counts_only_from_that_member():
    goal = read_goal("rate-limiter")
    point = "What the review found, by another than the author"
    assert point in lost(goal, text="The review found nothing.")
    assert point not in lost(goal, text="", said={"reviewer": "The clock may jump back."})


def test_what_must_not_be_said_loses_a_point():
    assert "The supplier's name is not given" in lost(REFUSED, text="A spring of Feldmann KG broke.")


def test_how_the_goal_ended_is_a_point():
    point = "The goal ends as partial, for a part of it was not done"
    assert point in lost(REFUSED, outcome="done")
    assert point not in lost(REFUSED, outcome="partial")
