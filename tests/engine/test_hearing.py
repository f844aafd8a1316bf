"""A bell that says for whom it is goes to the intake as Celery's consumer hears it; any other becomes a job."""

import logging
import threading
from types import SimpleNamespace
from uuid import uuid4

import pytest
from celery import current_app
from celery.worker import strategy
from kombu import Connection, Queue

from apps.chat.bells import ChatBell
from apps.chat.jobs import hearing
from ioa_web.celery import app

ROOM, WORKSPACE = uuid4(), uuid4()


def sent(*args, **options):
    """A message as the broker gives it to a worker."""
    job = app.amqp.as_task_v2(str(uuid4()), ChatBell.TURN_DUE.value, list(args), **options)
    with Connection("memory://") as broker:
        queue = Queue(uuid4().hex)
        app.amqp.send_task_message(broker.Producer(), ChatBell.TURN_DUE.value, job, queue=queue, declare=[queue])
        return queue(broker.channel()).get()


@pytest.fixture
def heard(monkeypatch):
    """What went to the intake, what became a job, and what was told to be heard."""
    told = SimpleNamespace(offered=[], jobs=[], acknowledged=[])
    told.taken = threading.Event()
    monkeypatch.setattr(hearing.intake, "offer", lambda *named: told.offered.append(named))
    hearing.heard.connect(note := lambda **_: told.taken.set())
    monkeypatch.setattr(strategy, "default", lambda *_, **__: lambda message, *_: told.jobs.append(message))
    consumer = SimpleNamespace(connection_errors=(ConnectionError,))
    hear = hearing.hear_at_once(current_app.tasks[ChatBell.TURN_DUE.value], app, consumer)
    told.hear = lambda message: hear(message, None, lambda *about: told.acknowledged.append(about), None, None)
    yield told
    hearing.heard.disconnect(note)


def test_a_bell_that_says_for_whom_it_is_is_offered_and_acknowledged(heard):
    heard.hear(sent(str(ROOM), str(WORKSPACE)))
    assert heard.taken.wait(30)
    assert heard.offered == [(ChatBell.TURN_DUE.value, ROOM, WORKSPACE)]
    ((log, errors),) = heard.acknowledged
    assert isinstance(log, logging.Logger)
    assert errors == (ConnectionError,)
    assert not heard.jobs


def test_one_that_could_not_be_taken_up_stops_no_other(heard, monkeypatch, caplog):
    offer = hearing.intake.offer
    monkeypatch.setattr(hearing.intake, "offer", lambda *named: offer(*named) if named[1] == ROOM else 1 / 0)
    for room in (WORKSPACE, ROOM):
        heard.hear(sent(str(room), str(WORKSPACE)))
    assert heard.taken.wait(30)
    assert heard.offered == [(ChatBell.TURN_DUE.value, ROOM, WORKSPACE)]
    assert "could not be taken up" in caplog.text
    caplog.clear()  # it was meant to


@pytest.mark.parametrize("about", [[str(ROOM)], [], ["no id", str(WORKSPACE)], [str(ROOM), 7], [str(ROOM)] * 3])
def test_one_that_says_less_or_cannot_be_read_becomes_a_job(heard, about):
    heard.hear(message := sent(*about))
    assert (heard.offered, heard.acknowledged, heard.jobs) == ([], [], [message])


def test_one_that_is_delayed_becomes_a_job_that_waits(heard):
    heard.hear(message := sent(str(ROOM), str(WORKSPACE), countdown=60))
    assert (heard.offered, heard.jobs) == ([], [message])


def test_celery_asks_this_strategy_about_turns():
    assert current_app.tasks[ChatBell.TURN_DUE.value].Strategy == f"{hearing.__name__}:hear_at_once"
