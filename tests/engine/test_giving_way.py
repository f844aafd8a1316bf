"""Who has much in this process waits for a moment where who has little has something to be done."""

import threading
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from django.db import connection

from apps.agents.gateway import lanes, pool
from apps.agents.gateway.lanes import EVERYBODY, on_behalf_of
from apps.agents.gateway.recent import Recent
from apps.chat.actions.scene import ROOMS
from apps.chat.jobs.writer import WRITERS, Writer

CROWDS = [f"crowd-{number}" for number in range(WRITERS + 1)]


@pytest.fixture
def crowds(monkeypatch):
    """Workspaces that have much, and what they gave way to is waited for."""
    monkeypatch.setattr(lanes, "MUCH_SECONDS", 60)
    monkeypatch.setattr(lanes, "GIVE_WAY_SECONDS", 30)
    monkeypatch.setattr(pool, "GIVEN_SECONDS", 30)
    monkeypatch.setattr(pool.lanes, "_much", Recent())
    monkeypatch.setattr(pool.lanes, "_lingering", Recent())
    for crowd in CROWDS:
        with pool.lanes._lock, on_behalf_of(crowd):
            submitted = [pool.lanes.submit(int) for _ in range(pool.MOST_OF_ONE + 1)]
        for one in submitted:
            one.result(10)
    return CROWDS


def ask() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return cursor.fetchone()[0]


def ask_for(whom) -> int:
    with on_behalf_of(whom):
        try:
            with pool.giving_way():
                return ask()
        finally:
            connection.close()


def assert_waits(asked: Future) -> None:
    with pytest.raises(TimeoutError):
        asked.result(0.2)


@pytest.mark.django_db
def test_before_a_statement_who_has_much_waits_for_what_is_done_for_who_has_little(crowds):
    with ThreadPoolExecutor(1) as threads, pool.lanes.at_work_elsewhere("one"):
        asked = threads.submit(ask_for, crowds[0])
        assert_waits(asked)
        assert ask_for("one") == 1, "who has little waits for nobody"
    assert asked.result(10) == 1


@pytest.mark.django_db
def test_it_waits_for_the_next_step_of_who_has_little_too_where_that_may_be_near(crowds, monkeypatch):
    monkeypatch.setattr(lanes, "LINGER_SECONDS", 30)
    monkeypatch.setattr(lanes, "GIVE_WAY_SECONDS", 1)
    with pool.lanes.at_work_elsewhere("one"):
        pass
    with ThreadPoolExecutor(1) as threads:
        asked = threads.submit(ask_for, crowds[0])
        assert_waits(asked)
    assert asked.result(10) == 1


@pytest.mark.django_db
def test_nobody_waits_for_who_has_much_or_for_themselves(crowds, monkeypatch):
    monkeypatch.setattr(lanes, "LINGER_SECONDS", 30)
    with ThreadPoolExecutor(1) as threads:
        for whom in crowds:
            with pool.lanes.at_work_elsewhere(whom):
                assert threads.submit(ask_for, crowds[0]).result(10) == 1


@pytest.mark.django_db
def test_what_is_done_for_everybody_waits_for_who_has_little_alone(crowds):
    with ThreadPoolExecutor(1) as threads, pool.lanes.at_work_elsewhere(crowds[0]):
        assert threads.submit(ask_for, EVERYBODY).result(10) == 1
        with pool.lanes.at_work_elsewhere("one"):
            asked = threads.submit(ask_for, EVERYBODY)
            assert_waits(asked)
    assert asked.result(10) == 1


@pytest.mark.django_db
def test_who_has_much_gives_way_no_longer_than_it_has_for_that(crowds, monkeypatch):
    monkeypatch.setattr(pool, "GIVEN_SECONDS", 0.02)
    waited, give_way = [], pool.lanes.give_way
    monkeypatch.setattr(pool.lanes, "give_way", lambda whom, most: (waited.append(most), give_way(whom, most)))
    with pool.lanes.at_work_elsewhere("one"), on_behalf_of(crowds[0]), pool.giving_way():
        assert [ask() for _ in range(20)] == [1] * 20
    assert waited == [0.02], "the first statement used up all of it"


def test_however_many_have_much_to_be_recorded_who_has_little_is_recorded_beside_them(stage, crowds):
    stage.agent("worker")
    with stage.bells_lost():
        *held, free = [stage.room(stage.launch()).id for _ in range(len(crowds) + 1)]
    writer, go, begun = Writer(), threading.Event(), threading.Semaphore(0)

    def hold():
        begun.release()
        return go.wait(30)

    def write(whom, room, work):
        with on_behalf_of(whom):
            try:
                return writer.write(ROOMS, room, work)
            finally:
                connection.close()

    with ThreadPoolExecutor(len(crowds)) as threads:
        written = [threads.submit(write, *each, hold) for each in zip(crowds, held, strict=True)]
        for _ in range(WRITERS - 1):
            assert begun.acquire(timeout=30)
        assert write("one", free, lambda: "recorded") == "recorded"
        assert not begun.acquire(blocking=False), "all but one of the writers are all that they have"
        go.set()
        assert [one.result(30) for one in written] == [True] * len(crowds)
    writer.close()
