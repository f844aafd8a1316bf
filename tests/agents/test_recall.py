"""What is remembered is what comes again, and no more of it than was said."""

import tracemalloc

import pytest

from apps.agents.builtin.tables.numbers import number_of
from apps.agents.builtin.tables.sources import FEW, forget_cells
from apps.agents.domain import recall
from apps.agents.domain.recall import Recall, with_recall
from apps.agents.domain.words import profile_stems, stems
from apps.agents.embedding import fresh_matrix, matrix, understands

GOALS = 500
BUDGET = 500 * 1024  # bytes that so many goals may leave behind: a megabyte in a thousand


def test_what_is_asked_for_twice_is_worked_out_twice_and_then_remembered():
    worked = []

    @with_recall(most=2)
    def length(text):
        worked.append(text)
        return len(text)

    assert [length("a profile") for _ in range(5)] == [9] * 5
    assert worked == ["a profile"] * 2


def test_what_was_asked_for_longest_ago_makes_room():
    memory = Recall(2)
    for text in ("a", "a", "b", "b"):
        memory.note(text, text.upper())
    assert memory.known(["a", "a"]) == {"a": "A"}
    for _ in range(2):
        memory.note("c", "C")
    assert memory.known("abc") == {"a": "A", "c": "C"}
    assert len(memory) == 2


def test_a_text_that_is_too_long_for_a_profile_is_not_kept(monkeypatch):
    monkeypatch.setattr(recall, "LONGEST", 3)
    memory = Recall(9)
    for _ in range(3):
        memory.note("long", 1)
    assert len(memory) == 0


def left_by_goals(learn, times):
    """Bytes that goals leave whose text is asked for so many times, and then never again."""
    texts = [
        f"Find figure {number} of the market for bikes, {'and compare it, ' * 20}please." for number in range(GOALS)
    ]
    learn("warm up")
    tracemalloc.start()
    try:
        for text in texts:
            for _ in range(times):
                learn(f"{text} {id(texts)}")
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("learn", [profile_stems, lambda text: matrix([text])], ids=["words", "vectors"])
def test_texts_that_come_once_leave_next_to_nothing(learn):
    assert left_by_goals(learn, times=1) < BUDGET


@pytest.mark.parametrize(
    "learn", [stems, lambda text: fresh_matrix([text]), understands], ids=["words", "meaning", "sense"]
)
def test_goals_leave_next_to_nothing_however_often_they_are_asked_about(learn):
    assert left_by_goals(learn, times=3) < BUDGET


def test_a_large_table_is_forgotten_when_it_was_worked_on():
    for number in range(FEW + 1):
        number_of(f"{number}.25")
    forget_cells()
    assert number_of.cache_info().currsize == 0
    number_of("2019")
    forget_cells()
    assert number_of.cache_info().currsize == 1
