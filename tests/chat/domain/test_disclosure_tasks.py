"""The tasks of the disclosure benchmark: who has all facts is right, and nobody gives more than it is asked for."""

import pytest

from apps.chat.domain.room_protocols import BUILT_IN
from apps.chat.domain.room_protocols.talk import RoomTalk
from benchmarks.disclosure import HOLDS, MEMBERS, best, facts_in, member_says, puzzles

TASKS = puzzles(40)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: str(task.number))
def test_all_facts_speak_for_the_right_place_and_the_shared_ones_for_another(task):
    shared = frozenset.intersection(*(frozenset(held) for held in task.facts.values()))
    assert best(task.everything) == task.right
    assert best(shared) != task.right
    assert facts_in(" ".join(task.everything)) == task.everything


def test_the_tasks_are_the_same_each_time_and_differ_from_one_another():
    assert puzzles(40) == TASKS
    assert len({task.everything for task in TASKS}) == 40


@pytest.mark.parametrize("protocol", BUILT_IN, ids=lambda one: one.name)
def test_a_member_gives_all_that_it_holds_only_where_it_is_asked_for_that(protocol):
    talk = RoomTalk(protocol=protocol.name, question="Which?", members=MEMBERS, lead="lead")
    held = TASKS[0].facts["ann"]
    said = member_says("\n".join([HOLDS, *held]), protocol.instruction(talk, "ann"))
    given = facts_in(said)
    assert given == frozenset(held) if protocol.name == "disclosure" else len(given) <= 1
