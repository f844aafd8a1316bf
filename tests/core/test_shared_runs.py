"""What many want done at one moment: who comes meanwhile shares the next run, and each has its own outcome."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from apps.core.shared_runs import SharedRuns

PATIENCE = 30


class Works:
    """Notes each run; the first waits until the test lets it go on. `fails`: which runs raise."""

    def __init__(self, fails=lambda items: False):
        self.runs: list[list[object]] = []
        self.fails = fails
        self.begun, self.may_end = threading.Event(), threading.Event()

    def __call__(self, items):
        self.runs.append(list(items))
        self.begun.set()
        assert self.may_end.wait(PATIENCE)
        if self.fails(items):
            raise RuntimeError("it failed")
        return [ValueError(item) if str(item).startswith("bad") else f"{item} done" for item in items]


def shared_by(works, items, most=16, key_of=lambda item: "all"):
    """What comes of items that are asked for while the first is in hand: outcomes, or what was raised."""
    runs = SharedRuns(works, most)

    def ask(item):
        try:
            return runs.do(key_of(item), item)
        except (RuntimeError, ValueError) as error:
            return error

    with ThreadPoolExecutor(len(items)) as threads:
        first = threads.submit(ask, items[0])
        assert works.begun.wait(PATIENCE)
        others = [threads.submit(ask, item) for item in items[1:]]
        while sum(map(len, runs._waiting.values())) < sum(key_of(item) == key_of(items[0]) for item in items[1:]):
            time.sleep(0.005)
        works.may_end.set()
        found = [one.result(PATIENCE) for one in (first, *others)]
    assert not runs._waiting
    return found


def test_who_is_alone_waits_for_nobody():
    works = Works()
    works.may_end.set()
    assert SharedRuns(works, 16).do("all", "one") == "one done"
    assert works.runs == [["one"]]


def test_only_who_waits_is_in_the_block_for_those_who_wait():
    works, waiting = Works(), []

    @contextmanager
    def noted():
        waiting.append(threading.current_thread().name)
        yield
        waiting.append("over")

    runs = SharedRuns(works, 16, noted)
    with ThreadPoolExecutor(2, thread_name_prefix="asks") as threads:
        first = threads.submit(runs.do, "all", "one")
        assert works.begun.wait(PATIENCE)
        assert waiting == []
        second = threads.submit(runs.do, "all", "two")
        while not waiting:
            time.sleep(0.005)
        works.may_end.set()
        assert [first.result(PATIENCE), second.result(PATIENCE)] == ["one done", "two done"]
    assert waiting == ["asks_1", "over"]


def test_who_comes_meanwhile_shares_the_next_run():
    works = Works()
    assert shared_by(works, ["a", "b", "c", "d"]) == ["a done", "b done", "c done", "d done"]
    assert [sorted(run) for run in works.runs] == [["a"], ["b", "c", "d"]]


def test_a_run_takes_no_more_than_it_may():
    works = Works()
    shared_by(works, list("abcdefg"), most=2)
    assert [len(run) for run in works.runs] == [1, 2, 2, 2]


def test_what_is_refused_is_raised_where_it_was_asked_for():
    found = shared_by(Works(), ["a", "b", "bad c", "d"])
    assert [type(one) for one in found] == [str, str, ValueError, str]


def test_a_run_that_fails_is_done_again_by_each_alone():
    works = Works(fails=lambda items: "poison" in items)
    found = shared_by(works, ["a", "b", "poison", "d"])
    assert [str(one) for one in found] == ["a done", "b done", "it failed", "d done"]
    assert sorted(map(len, works.runs)) == [1, 1, 1, 1, 3]


def test_who_is_alone_in_a_run_that_fails_is_not_tried_twice():
    works = Works(fails=lambda items: True)
    works.may_end.set()
    with pytest.raises(RuntimeError):
        SharedRuns(works, 16).do("all", "one")
    assert works.runs == [["one"]]


def test_runs_of_another_key_are_not_waited_for():
    works = Works()
    runs = SharedRuns(works, 16)
    with ThreadPoolExecutor(2) as threads:
        one = threads.submit(runs.do, "one", "a")
        assert works.begun.wait(PATIENCE)
        works.begun.clear()
        other = threads.submit(runs.do, "other", "b")
        assert works.begun.wait(PATIENCE), "it waited for the first"
        works.may_end.set()
        assert (one.result(PATIENCE), other.result(PATIENCE)) == ("a done", "b done")


def test_what_a_run_wants_done_itself_does_not_wait_for_that_run():
    def work(items):
        return [runs.do("all", item - 1) + 1 if item else 0 for item in items]

    runs = SharedRuns(work, 16)
    assert runs.do("all", 3) == 3
