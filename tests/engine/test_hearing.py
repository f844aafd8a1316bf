"""A bell that says for whom it is lies on a list of the broker's own, from which a worker offers it to its intake."""

import json
import threading
from types import SimpleNamespace
from uuid import uuid4

import pytest
from celery import current_app
from django.conf import settings
from redis import Redis, RedisError

from apps.chat.bells import ChatBell
from apps.chat.jobs import hearing
from apps.journal import bells
from tests.durability.conftest import ring_at

ROOM, WORKSPACE = uuid4(), uuid4()


@pytest.fixture
def broker(monkeypatch):
    """Where bells of this process alone lie on a list, and its jobs in the queue that `jobs` names."""
    monkeypatch.setattr(bells, "NOTED", name := f"bells of {uuid4()}")
    ring_at("memory://", eager=False)
    with Redis.from_url(settings.REDIS_URL) as client, current_app.connection_for_write() as connection:
        client.jobs = connection.SimpleQueue("celery", no_ack=True)
        client.jobs.clear()
        yield client
        client.delete(name)
    ring_at(settings.REDIS_URL, eager=True)


@pytest.fixture
def worker(broker, monkeypatch):
    """What went to the intake of a worker that hears once it begins, and when something did."""
    told = SimpleNamespace(offered=[], taken=threading.Event(), ears=[])

    def begin():
        told.ears.append(ear := hearing.Ear())
        ear.start()

    told.begin = begin
    monkeypatch.setattr(hearing, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(hearing.intake, "offer", lambda *named: told.offered.append(named))
    hearing.heard.connect(note := lambda **_: told.taken.set())
    yield told
    for ear in told.ears:
        ear.leave()
        ear.join(30)
    hearing.heard.disconnect(note)


def waits(broker) -> tuple[int, int]:
    """How many bells lie on the list, and how many jobs in the queue."""
    return broker.llen(bells.NOTED), broker.jobs.qsize()


def test_a_bell_that_says_for_whom_it_is_is_offered(worker, db, django_capture_on_commit_callbacks):
    worker.begin()
    room = (ChatBell.TURN_DUE, ROOM, WORKSPACE)
    with django_capture_on_commit_callbacks(execute=True):
        bells.ring_all([room])
    assert worker.taken.wait(30)
    assert worker.offered == [(ChatBell.TURN_DUE.value, ROOM, WORKSPACE)]


def test_of_several_each_goes_its_way(broker, db, django_capture_on_commit_callbacks):
    rooms = [(ChatBell.TURN_DUE, uuid4(), WORKSPACE) for _ in range(2)]
    goals = [(ChatBell.ANSWER_OWED, uuid4()) for _ in range(2)]
    with django_capture_on_commit_callbacks(execute=True):
        bells.ring_all([*rooms, *goals])
    assert waits(broker) == (2, 1)
    assert bells.waiting_count() >= 2
    oldest = json.loads(bells.next_noted(1))
    assert oldest == [str(part) for part in rooms[0]]


def test_one_that_is_delayed_or_says_less_is_a_job(broker, db, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        bells.ring(ChatBell.TURN_DUE, ROOM, WORKSPACE, delay=60)
        bells.ring(ChatBell.TURN_DUE, ROOM)
    assert waits(broker) == (0, 2)


@pytest.mark.parametrize("noted", [b"no JSON", b"[]", b'["chat.take_turn", "no id", "no id"]', b"7", b"\xff"])
def test_one_that_cannot_be_taken_up_stops_no_other(worker, broker, caplog, noted):
    broker.lpush(bells.NOTED, noted)
    broker.lpush(bells.NOTED, json.dumps([ChatBell.TURN_DUE, str(ROOM), str(WORKSPACE)]))
    worker.begin()
    assert worker.taken.wait(30)
    assert worker.offered == [(ChatBell.TURN_DUE.value, ROOM, WORKSPACE)]
    assert "could not be taken up" in caplog.text
    caplog.clear()  # it was meant to


def test_a_worker_that_ends_leaves_what_it_took_to_others(worker, broker, monkeypatch):
    take = bells.next_noted

    def taken_as_it_ends(seconds):
        noted = take(seconds)
        if noted is not None:
            worker.ears[0].leave()
        return noted

    monkeypatch.setattr(bells, "next_noted", taken_as_it_ends)
    broker.lpush(bells.NOTED, b"the next", b"the one after")
    worker.begin()
    worker.ears[0].join(30)
    assert worker.offered == []
    assert broker.lrange(bells.NOTED, 0, -1) == [b"the one after", b"the next"]


def test_a_broker_that_was_away_is_asked_again(worker, broker, monkeypatch):
    errors = iter([RedisError, OSError])
    take = bells.next_noted

    def taken(seconds):
        if error := next(errors, None):
            raise error
        return take(seconds)

    monkeypatch.setattr(bells, "next_noted", taken)
    broker.lpush(bells.NOTED, json.dumps([ChatBell.TURN_DUE, str(ROOM), str(WORKSPACE)]))
    worker.begin()
    assert worker.taken.wait(30)
