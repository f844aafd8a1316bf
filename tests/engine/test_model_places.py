"""A process takes up no more turns than its model will soon answer; the others stay due, for whoever has places."""

import contextlib

import pytest

from apps.agents.gateway import calls
from apps.agents.gateway.lanes import on_behalf_of
from apps.chat.jobs.model_places import ModelPlaces
from apps.chat.queries import due_work
from apps.journal.actions import clock

CALLS = 1
PLACES = 2 * CALLS


@pytest.fixture
def rooms(stage):
    """Rooms whose first turn is due, more than there are places."""
    stage.voices([{"do": "conclude", "answer": "Done."}])
    with stage.bells_lost():
        return [stage.room(stage.launch()) for _ in range(PLACES + 2)]


@pytest.fixture
def bounded(settings):
    """A model that takes one call of a process at a time."""
    settings.IOA_MODEL, settings.IOA_MODEL_BASE_URL = "fake", "http://127.0.0.1:9/v1"
    settings.IOA_MODEL_USE = settings.IOA_MODEL_USE | {"concurrency": CALLS}


@pytest.fixture
def process(stage, monkeypatch):
    """A process with `held` calls."""
    places, held = ModelPlaces(), set()
    monkeypatch.setattr(calls, "in_flight", lambda: sorted(held))

    class Process:
        def claim(self, room):
            """Whether the turn of a room is taken up; its call is held then."""
            with on_behalf_of(stage.workspace.id), places.claiming(room.id, places.model_turn(room.id)) as may:
                if may:
                    held.add(str(room.id))
                    places.note(room.id, str(room.id))
            return may

        def end(self, room):
            places.end(str(room.id))

        def lose(self, room):
            held.discard(str(room.id))

        full = staticmethod(places.full)
        has_left = staticmethod(places.has_left)

    return Process()


def due(without=()):
    return [one.id for one in due_work.to_begin(clock(), 9, (), without)]


def test_without_a_bound_every_turn_is_taken_up(stage, rooms, process):
    assert all(process.claim(room) for room in rooms)
    assert process.full() == []


@pytest.mark.usefixtures("bounded")
@pytest.mark.parametrize("over", ["end", "lose"])
def test_twice_as_many_as_the_model_takes_are_taken_up_and_then_one_for_each_that_is_over(stage, rooms, process, over):
    first, second, third, fourth = rooms
    assert [process.claim(room) for room in rooms] == [True, True, False, False]
    assert process.has_left()
    assert process.full() == [stage.workspace.id]
    assert due(process.full()) == []

    getattr(process, over)(first)
    assert process.full() == []
    assert third.id in due(process.full())
    assert process.claim(third)
    assert not process.claim(fourth)
    getattr(process, over)(second)
    assert process.claim(fourth)


@pytest.mark.usefixtures("bounded")
def test_a_claim_that_came_to_nothing_takes_no_place(stage, rooms, process):
    places = ModelPlaces()
    with on_behalf_of(stage.workspace.id):
        for room in rooms:
            with contextlib.suppress(LookupError), places.claiming(room.id, places.model_turn(room.id)) as may:
                assert may
                raise LookupError


@pytest.mark.usefixtures("bounded")
def test_a_turn_that_rules_take_waits_for_no_model(stage, rooms, process):
    by_rules = rooms[-1]
    by_rules.memory["by_rules"] = True
    by_rules.save()
    assert [process.claim(room) for room in rooms] == [True, True, False, True]
    assert due(process.full()) == [by_rules.id]
