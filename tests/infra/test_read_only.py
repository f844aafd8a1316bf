"""A Postgres that takes no writes, as while another takes its place, is away: what is to be written waits for it."""

import threading
from contextlib import suppress

import psycopg
import pytest
from django.db import connection

from apps.agents.gateway import calls, pool
from apps.agents.gateway.calls import Calls
from apps.chat.queries.vitals import WORKER
from apps.journal.actions import beat
from apps.journal.models import Pulse
from ioa_web import worker
from tests.engine.beside import closing

pytestmark = pytest.mark.django_db(transaction=True)


class FirstReadOnly:
    """Leaves a sign of life; the connection over which it is done first takes no writes, however long it is kept."""

    def __init__(self):
        self.tries, self.left = 0, threading.Event()

    def __call__(self, name="duty"):
        self.tries += 1
        if self.tries == 1:
            with connection.cursor() as cursor:
                cursor.execute("SET default_transaction_read_only = on")
        beat(name)
        self.left.set()


@pytest.fixture
def on_the_loop(settings):
    settings.IOA_CALLS = "loop"


def test_a_duty_gets_another_connection(on_the_loop):
    process, duty = Calls(), FirstReadOnly()
    with process.preparing("a call"):
        process.every(0.01, duty)
        assert duty.left.wait(10)
    process.drain(0)


def test_what_a_call_gave_is_recorded_later(on_the_loop, monkeypatch):
    monkeypatch.setattr(calls, "PAUSES", (0.01,))
    process, end = Calls(), FirstReadOnly()

    async def answer():
        return "end"

    process.try_slot()
    process.start("a call", answer, end)
    assert end.left.wait(10)
    assert process.drain(10) == []


def test_a_worker_goes_on_showing_that_it_works(monkeypatch):
    pulse = FirstReadOnly()

    def sleep(_):
        if pulse.left.is_set():
            raise SystemExit

    monkeypatch.setattr(pool, "keep_own_connection", lambda: None)
    monkeypatch.setattr(worker, "beat", pulse)
    monkeypatch.setattr(worker.time, "sleep", sleep)

    def leave():
        with suppress(SystemExit):
            worker._leave_pulses()

    beating = threading.Thread(target=closing(leave))
    beating.start()
    beating.join(10)
    assert Pulse.objects.filter(name=WORKER).exists()


def test_no_new_connection_is_made_to_it():
    """Whoever stays connected to what was the primary would be refused each time, for as long as it is kept."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER ROLE CURRENT_USER SET default_transaction_read_only = on")
        try:
            with pytest.raises(psycopg.OperationalError, match="read-only"):
                psycopg.connect(**connection.get_connection_params())
        finally:
            cursor.execute("ALTER ROLE CURRENT_USER RESET default_transaction_read_only")
    psycopg.connect(**connection.get_connection_params()).close()
