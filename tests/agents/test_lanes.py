"""Threads that go round those for whom there is work."""

import threading
import time

import pytest

from apps.agents.gateway import lanes
from apps.agents.gateway.lanes import Lanes, on_behalf_of


class Busy:
    """Lanes of one thread that is held up, so that what is submitted meanwhile waits."""

    def __init__(self):
        self.lanes = Lanes(1, "test")
        self.done = []
        self._go, held = threading.Event(), threading.Event()
        self.lanes.submit(lambda: (held.set(), self._go.wait(10)))
        assert held.wait(10)

    def note(self, what, once=""):
        return self.lanes.submit(lambda: self.done.append(what), once)

    def finish(self):
        self._go.set()
        self.lanes.submit(lambda: None).result(10)


@pytest.fixture
def busy():
    busy = Busy()
    yield busy
    busy.finish()
    busy.lanes.close()


def test_who_has_much_waiting_holds_nobody_else_up(busy):
    with on_behalf_of("many"):
        for number in range(5):
            busy.note(f"many {number}")
    with on_behalf_of("one"):
        busy.note("one")
    busy.finish()
    assert busy.done == ["many 0", "one", "many 1", "many 2", "many 3", "many 4"]


def test_who_has_nothing_waiting_is_let_in_beside_others_unless_they_are_too_many(busy, monkeypatch):
    assert not busy.lanes.is_outside("one"), "nobody waits, so there is nobody to be let in beside"
    with on_behalf_of("many"):
        busy.note("many")
    assert busy.lanes.is_outside("one")
    assert not busy.lanes.is_outside("many")
    monkeypatch.setattr(lanes, "MOST_LANES", 1)
    assert not busy.lanes.is_outside("one")


def test_what_waits_for_another_thread_counts_as_what_waits_for_these_until_that_has_taken_it():
    here, taken = Lanes(8, "test", 2), []
    here.on_taken = lambda: taken.append(here.waiting())
    for _ in range(3):
        here.note_queued_elsewhere("many")
    assert (here.waiting(), here.is_outside("many"), here.is_outside("one")) == (3, False, True)
    assert here.has_much("many"), "that is more than the threads it may have"
    here.note_taken_elsewhere("many", 2)
    here.note_taken_elsewhere("many", 1)
    assert taken == [1, 0], "whoever takes up more is told that there is room"
    assert not here.is_outside("one"), "nobody waits, so there is nobody to be let in beside"
    here.close()


def test_what_follows_is_done_for_the_same_one(busy):
    def begin():
        for number in range(2):
            busy.note(f"followed {number}")

    with on_behalf_of("first"):
        busy.lanes.submit(begin)
        busy.note("first")
    with on_behalf_of("second"):
        busy.note("second")
    busy.finish()
    busy.lanes.submit(lambda: None).result(10)
    assert busy.done == ["second", "first", "followed 0", "followed 1"]


def test_what_waits_already_is_not_doubled_and_may_come_again_afterwards(busy):
    busy.note("look", once="look")
    busy.note("look", once="look")
    assert busy.lanes.waiting() == 1
    busy.finish()
    busy.note("look", once="look").result(10)
    assert busy.done == ["look", "look"]


def test_whoever_waits_for_it_gets_what_it_raised(busy):
    def fail():
        raise ValueError("no luck")

    failing = busy.lanes.submit(fail)
    busy.finish()
    with pytest.raises(ValueError, match="no luck"):
        failing.result(10)


def test_what_waits_when_they_close_is_not_begun(busy):
    busy.note("too late")
    busy.lanes.close()
    busy._go.set()
    busy.lanes._threads.shutdown(wait=True)
    assert busy.done == []
    busy.lanes = Lanes(1, "test")


def test_one_has_only_so_many_threads_and_the_others_are_there_for_who_comes():
    held, go = threading.Semaphore(0), threading.Event()
    several = Lanes(3, "test", most_of_one=2)

    def wait():
        held.release()
        return go.wait(10)

    with on_behalf_of("many"):
        waits = [several.submit(wait) for _ in range(5)]
    assert all(held.acquire(timeout=10) for _ in range(2))
    with on_behalf_of("one"):
        assert several.submit(lambda: "one").result(10) == "one"
    assert several.waiting() == 3, "the third thread took nothing of theirs"
    go.set()
    assert [one.result(10) for one in waits] == [True] * 5
    several.close()


def test_everything_is_done_however_many_wait_and_for_whomever():
    several = Lanes(4, "test", most_of_one=1)
    found = []
    for number in range(200):
        with on_behalf_of(number % 3):
            found.append(several.submit(lambda number=number: number))
    assert [one.result(10) for one in found] == list(range(200))
    several.close()


def test_a_thread_that_only_waits_lends_its_place_and_gets_one_back_before_it_goes_on():
    here, go = Lanes(1, "test", most_parked=1), threading.Event()
    done = []

    def wait():
        with here.lend_place():
            go.wait(10)
        done.append("back")

    def use_place():
        go.set()
        done.append("in between")

    waits = here.submit(wait)
    here.submit(use_place).result(10)
    waits.result(10)
    here.close()
    assert done == ["in between", "back"]


def test_who_lends_its_place_wakes_no_thread_where_nothing_waits():
    quiet = Lanes(2, "quiet", most_parked=2)

    def lend():
        with quiet.lend_place():
            return [one.name for one in threading.enumerate() if one.name.startswith("quiet")]

    assert quiet.submit(lend).result(10) == ["quiet_0"]
    quiet.close()


@pytest.fixture
def beside_one():
    """Three threads, of which `one` has the first at work until `go`; what "many" did is noted, and when one ended."""
    several, go, done, begun = Lanes(3, "test", most_of_one=1), threading.Event(), [], threading.Event()

    def at_work():
        begun.set()
        go.wait(10)
        done.append("one")

    with on_behalf_of("one"):
        several.submit(at_work)
    assert begun.wait(10)
    yield several, go, done
    go.set()
    several.close()


def many(several, done):
    """Three at one moment, each of which gives way first."""

    def work():
        several.give_way("many")
        done.append("many")

    return at_one_moment(several, "many", 3, work)


def test_who_has_much_gives_way_to_who_has_little(beside_one, monkeypatch):
    monkeypatch.setattr(lanes, "GIVE_WAY_SECONDS", 10)
    several, go, done = beside_one
    given = many(several, done)
    until_only(several, 2)
    go.set()
    assert [each.result(10) for each in given] == [None] * 3
    assert done == ["one", "many", "many", "many"]


def test_who_has_much_goes_on_however_long_others_are_at_work(beside_one, monkeypatch):
    monkeypatch.setattr(lanes, "GIVE_WAY_SECONDS", 0.01)
    several, _, done = beside_one
    assert [each.result(10) for each in many(several, done)] == [None] * 3
    assert done == ["many", "many", "many"]


def test_who_has_little_gives_no_way(beside_one, monkeypatch):
    monkeypatch.setattr(lanes, "GIVE_WAY_SECONDS", 10)
    several, _, done = beside_one
    with on_behalf_of("two"):
        several.submit(lambda: (several.give_way("two"), done.append("two"))).result(5)
    assert done == ["two"]


def test_who_has_much_gives_way_to_what_another_thread_does_for_who_has_little(monkeypatch):
    monkeypatch.setattr(lanes, "GIVE_WAY_SECONDS", 10)
    several, done = Lanes(3, "test", most_of_one=1), []
    with several.at_work_elsewhere("one"):
        given = many(several, done)
        until_only(several, 2)
        done.append("one")
    assert [each.result(10) for each in given] == [None] * 3
    several.close()
    assert done == ["one", "many", "many", "many"]


def test_who_had_much_a_moment_ago_has_much_until_a_moment_has_passed(monkeypatch):
    several = Lanes(3, "test", most_of_one=1)
    for whom, seconds in {"many": 60, "others": 0}.items():
        monkeypatch.setattr(lanes, "MUCH_SECONDS", seconds)
        assert not several.has_much(whom)
        assert [one.result(10) for one in at_one_moment(several, whom, 3, lambda: True)] == [True] * 3
    assert several.has_much("many")
    assert not several.has_much("others")
    several.close()


def at_one_moment(several, whom, number, work):
    """So much is there before any thread takes the first."""
    with several._lock, on_behalf_of(whom):
        return [several.submit(work) for _ in range(number)]


def parked(several, go):
    """What waits for `go`, and lends its place meanwhile."""

    def wait():
        with several.lend_place():
            return go.wait(10)

    return wait


def until_only(several, waiting):
    """Wait until no more than this has no thread."""
    while several.waiting() > waiting:
        time.sleep(0.01)


@pytest.fixture
def lasting(monkeypatch):
    """Who once has much has much from then on."""
    monkeypatch.setattr(lanes, "MUCH_SECONDS", 60)


@pytest.mark.usefixtures("lasting")
def test_threads_are_kept_for_who_has_little_however_many_have_much():
    several, go = Lanes(4, "test", most_of_one=1), threading.Event()
    held = [one for whom in range(5) for one in at_one_moment(several, whom, 3, lambda: go.wait(10))]
    until_only(several, 12)
    with on_behalf_of("one"):
        assert several.submit(lambda: "one").result(10) == "one"
    assert several.waiting() == 12, "of fifteen three are at work"
    go.set()
    assert [one.result(10) for one in held] == [True] * 15
    several.close()


@pytest.mark.usefixtures("lasting")
def test_however_many_wait_for_something_else_there_are_threads_for_who_has_little():
    several, go = Lanes(2, "test", most_of_one=1, most_parked=8, most_parked_of_one=4), threading.Event()
    held = [one for whom in range(4) for one in at_one_moment(several, whom, 5, parked(several, go))]
    until_only(several, 11)
    with on_behalf_of("one"):
        assert several.submit(lambda: "one").result(10) == "one"
    assert several.waiting() == 11, "of twenty nine wait for something else, all but one of the threads"
    go.set()
    assert [one.result(10) for one in held] == [True] * 20
    several.close()


def test_of_threads_that_wait_one_has_only_so_many_and_the_others_are_there_for_who_comes():
    several, go = Lanes(1, "test", most_of_one=1, most_parked=6, most_parked_of_one=2), threading.Event()
    with on_behalf_of("many"):
        waits = [several.submit(parked(several, go)) for _ in range(5)]
    until_only(several, 2)
    with on_behalf_of("one"):
        assert several.submit(lambda: "one").result(10) == "one"
    assert several.waiting() == 2, "no thread took more of theirs"
    go.set()
    assert [one.result(10) for one in waits] == [True] * 5
    several.close()


def test_a_thread_that_waits_after_the_end_lends_its_place_to_nobody():
    several, begun, closed, came_back = Lanes(2, "test", 2, 4), threading.Event(), threading.Event(), []

    def work():
        begun.set()
        closed.wait(5)
        with several.lend_place():
            came_back.append(True)

    done = several.submit(work)
    begun.wait(5)
    several.close()
    closed.set()
    done.result(5)

    assert came_back == [True]
