"""What many goals gave at one moment is recorded in one transaction; who can't share it is recorded alone."""

import asyncio
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial

import pytest
from django.db import connection

from apps.agents.gateway import pool
from apps.agents.gateway.calls import HandedBack
from apps.agents.gateway.lanes import on_behalf_of
from apps.chat.actions import answers, turns
from apps.chat.actions.scene import ROOMS, open_scene
from apps.chat.jobs.writer import Writer
from apps.chat.models import Conversation, Turn
from apps.chat.queries.assignments import assignments_with_changes
from apps.files.models import Hold
from apps.journal import gateway
from apps.journal.models import Event, Stream
from apps.teams.actions.answers import held_answer
from apps.teams.actions.claims import ClaimedSlots, take_ready
from apps.teams.models import FileVersion, Goal, GoalFile
from tests.durability.oracle import assert_sound
from tests.engine.beside import closing, somebody_waits_for_a_lock
from tests.engine.conftest import task

ONE = [{"do": "assign", "tasks": [task("a", "worker")], "answer": "a"}]


class Hands:
    """Threads that leave no connection behind."""

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self._threads = threads

    def submit(self, work):
        return self._threads.submit(closing(work))


@pytest.fixture
def writer():
    made = Writer()
    yield made
    made.close()


@pytest.fixture
def hands():
    """Threads that hand steps to the writer, as those that deliver ends do."""
    with ThreadPoolExecutor(8) as threads:
        yield Hands(threads)


@pytest.fixture
def rooms(stage):
    """Three goals whose first turn is due."""
    stage.agent("worker")
    stage.voices(ONE)
    with stage.bells_lost():
        return [stage.room(stage.launch()).id for _ in range(3)]


class Gathering:
    """A writer that is kept at one step until others have gathered behind it."""

    def __init__(self, writer: Writer, hands, busy_with) -> None:
        self.writer, self.hands, self.go = writer, hands, threading.Event()
        begun, self.go_on_gathering = threading.Event(), False

        def busy():
            begun.set()
            self.go.wait(30)
            return current_transaction()

        self.first = self.hand_in(busy_with, busy)
        assert begun.wait(30)
        self.go_on_gathering = True

    def hand_in(self, room, work, whom="one", **options):
        """A step in a thread of its own; gives what will be what it gives."""

        before = self.waiting()
        future = self.hands.submit(partial(self.write, room, work, whom, **options))
        while self.go_on_gathering and self.waiting() == before:
            time.sleep(0.01)
        return future

    def write(self, room, work, whom, **options):
        with on_behalf_of(whom):
            return self.writer.write(ROOMS, room, work, **options)

    def offer(self, room, work, whom="one"):
        with on_behalf_of(whom):
            return self.writer.offer(ROOMS, room, work)

    def waiting(self) -> int:
        return sum(len(steps) for steps in self.writer._waiting.values())


def transaction_of(room) -> int:
    """Record something in a room, and give the number of the transaction in which that is done."""
    with open_scene(room):
        return current_transaction()


def current_transaction() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_xact_id()::text::bigint")
        return cursor.fetchone()[0]


def plans_of_a_statement_about_goals(room) -> tuple[int, int]:
    """How often a statement about some goals was planned for them alone, and for any, in seven times."""
    with open_scene(room), connection.cursor() as cursor:
        for _ in range(7):
            cursor.execute("SELECT outcome FROM teams_goal WHERE id = ANY(%s)", [[room]])
        cursor.execute(
            "SELECT custom_plans, generic_plans FROM pg_prepared_statements WHERE statement LIKE %s",
            ["SELECT outcome FROM teams_goal%"],
        )
        return cursor.fetchone()


def test_a_writer_has_what_it_asks_of_some_goals_planned_once_for_any_number(stage, writer, hands, rooms):
    asked = hands.submit(lambda: writer.write(ROOMS, rooms[0], partial(plans_of_a_statement_about_goals, rooms[0])))
    custom, generic = asked.result(30)
    assert (custom, generic > 0) == (0, True)


def test_what_gathers_while_the_writer_is_busy_shares_one_transaction(stage, writer, hands, rooms):
    held, *others = rooms
    gathering = Gathering(writer, hands, held)
    claims = [gathering.hand_in(room, partial(turns.claim, room, "worker 1")) for room in others]
    seen = gathering.hand_in(held, partial(transaction_of, held))
    gathering.go.set()

    assert all(claim.result(30) for claim in claims)
    assert seen.result(30)
    began = Event.objects.filter(kind="turn.started").values_list("stream_id", flat=True)
    assert len(set(began)) == 2
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT xmin::text FROM chat_turn")
        assert len(cursor.fetchall()) == 1, "both turns were written by one transaction"
    assert Turn.objects.filter(outcome="open").count() == 2
    for room in others:
        assert_numbered_without_gap(room)


def test_answers_that_are_owed_at_one_moment_are_written_together(stage, writer, hands, rooms):
    held, *goals = [stage.until_ended(goal) for goal in Goal.objects.order_by("created_at")]
    FileVersion.objects.all().delete()
    GoalFile.objects.all().delete()
    Goal.objects.update(answer_owed=True)

    gathering = Gathering(writer, hands, stage.room(held).id)
    with ExitStack() as kept:
        owed = answers.store_answers([goal.id for goal in goals])
        for one in owed:
            kept.enter_context(held_answer(one.kept))
        ahead = answers.read_delivered_ahead
        told = [gathering.hand_in(one.room_id, partial(answers.deliver, one), ahead=ahead) for one in owed]
        gathering.go.set()
        assert all(one.result(30) for one in told)
        for one in owed:
            one.kept.written = True

    assert list(Goal.objects.filter(answer_owed=True)) == [held]
    assert not Hold.objects.exists()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*), count(DISTINCT xmin::text) FROM teams_artifact")
        assert cursor.fetchone() == (2, 1), "both answers were written by one transaction"
    for room in rooms:
        assert_numbered_without_gap(room)


def assert_numbered_without_gap(room) -> None:
    stream = Conversation.objects.values_list("team__goal_id", flat=True).get(id=room)
    told = list(Event.objects.filter(stream_id=stream).order_by("seq").values_list("seq", flat=True))
    assert told == list(range(1, Stream.objects.get(id=stream).seq + 1))


def test_a_step_that_fails_is_told_to_who_handed_it_in_and_the_others_are_recorded(stage, writer, hands, rooms):
    held, poisoned, sound = rooms
    gathering = Gathering(writer, hands, held)

    def poison():
        with open_scene(poisoned):
            raise ValueError("poison")

    bad = gathering.hand_in(poisoned, poison)
    good = gathering.hand_in(sound, partial(turns.claim, sound, "worker 1"))
    gathering.go.set()

    with pytest.raises(ValueError, match="poison"):
        bad.result(30)
    assert good.result(30).conversation_id == sound
    assert Turn.objects.get().conversation_id == sound
    assert_numbered_without_gap(sound)


def test_a_goal_that_somebody_else_holds_keeps_no_other_waiting(stage, writer, hands, rooms):
    held, busy, free = rooms
    gathering = Gathering(writer, hands, held)
    taken, let_go = threading.Event(), threading.Event()

    def hold():
        with open_scene(busy):
            taken.set()
            let_go.wait(30)

    holding = hands.submit(hold)
    assert taken.wait(30)
    late = gathering.hand_in(busy, partial(turns.claim, busy, "worker 1"))
    soon = gathering.hand_in(free, partial(turns.claim, free, "worker 1"))
    gathering.go.set()

    assert soon.result(30).conversation_id == free
    assert not late.done()
    let_go.set()
    holding.result(30)
    assert late.result(30).conversation_id == busy


def test_what_locks_for_all_of_a_workspace_is_done_last(stage, writer, hands, rooms):
    held, one, other = rooms
    gathering = Gathering(writer, hands, held)
    order = []

    def note(name, room):
        order.append(name)
        return transaction_of(room)

    last = gathering.hand_in(one, partial(note, "last", one), last=True)
    first = gathering.hand_in(other, partial(note, "first", other))
    gathering.go.set()

    assert last.result(30) == first.result(30)
    assert order == ["first", "last"]


def test_another_workspace_waits_for_none_and_has_one_transaction_at_a_time(stage, writer, hands, rooms):
    held, one, other = rooms
    gathering = Gathering(writer, hands, held)
    begun, let_go = threading.Event(), threading.Event()

    def at_once():
        begun.set()
        let_go.wait(30)
        return transaction_of(one)

    beside = hands.submit(partial(gathering.write, one, at_once, "two"))
    assert begun.wait(30)
    of_the_goal, of_another = (gathering.hand_in(room, partial(transaction_of, room), "two") for room in (one, other))
    let_go.set()

    assert of_the_goal.result(30) == beside.result(30) != of_another.result(30)
    assert not gathering.first.done()
    gathering.go.set()


def test_who_handed_a_step_in_goes_on_after_the_commit_and_before_the_news_are_told(
    stage, writer, hands, rooms, monkeypatch
):
    room, told, gone_on = rooms[0], [], threading.Event()

    def publish(numbers, topics=()):
        assert gone_on.wait(30)
        told.extend(numbers)

    monkeypatch.setattr(gateway, "publish", publish)
    claimed = hands.submit(partial(writer.write, ROOMS, room, partial(turns.claim, room, "worker 1"))).result(20)

    assert Turn.objects.filter(conversation=room, fence=claimed.fence).exists()
    assert told == []
    gone_on.set()
    writer.close()
    assert told == [claimed.goal_id]


def test_a_slot_that_was_taken_in_a_try_that_was_undone_is_given_back(stage):
    stage.agent("worker")
    stage.voices(ONE)
    free = [2]

    def change(by: int) -> bool:
        free[0] += by
        return True

    slots = ClaimedSlots(
        "worker 1", lambda: True, lambda: change(1), assignments_with_changes, lambda *_: None, lambda: None
    )
    slots.taken.add(stage.workspace.id)  # in a try that was undone
    with stage.bells_lost():
        stage.launch()
        claimed = stage.claim()
    with open_scene(claimed.conversation_id) as scene:
        take_ready(scene.log, slots)

    assert (free, slots.taken) == ([3], set())


def test_what_is_offered_is_recorded_though_no_thread_waits_for_it_and_counts_as_waiting_until_then(
    stage, writer, hands, rooms
):
    held, offered, _ = rooms
    waited = pool.lanes.waiting()
    gathering = Gathering(writer, hands, held)
    done = gathering.offer(offered, partial(turns.claim, offered, "worker 1"))
    assert not done.cancel(), "who gives up waiting for it undoes nothing"
    assert pool.lanes.waiting() == waited + 1
    gathering.go.set()

    assert done.result(20).conversation_id == offered
    assert pool.lanes.waiting() == waited


def test_what_was_offered_and_can_t_share_a_transaction_is_handed_back(stage, writer, rooms):
    def fail():
        raise ValueError("not this one")

    assert isinstance(writer.offer(ROOMS, rooms[0], fail).exception(20), HandedBack)
    writer.close()
    assert isinstance(writer.offer(ROOMS, rooms[0], fail).exception(20), HandedBack)


def test_what_fails_when_a_writer_takes_what_was_offered_ends_no_writer(writer, rooms, monkeypatch):
    def fail():
        raise ValueError("no look for work")

    monkeypatch.setattr(pool.lanes, "on_taken", fail)
    for room in rooms:
        assert isinstance(writer.offer(ROOMS, room, int).exception(20), HandedBack)
    monkeypatch.setattr(pool.lanes, "on_taken", None)
    claimed = writer.offer(ROOMS, rooms[0], partial(turns.claim, rooms[0], "worker 1")).result(20)
    assert claimed.conversation_id == rooms[0]


def test_a_writer_that_closes_records_what_was_offered_since_nobody_else_would(stage, hands, rooms):
    writer = Writer()
    held, *offered = rooms
    waited = pool.lanes.waiting()
    gathering = Gathering(writer, hands, held)
    done = [gathering.offer(room, partial(turns.claim, room, "worker 1")) for room in offered]
    ending = hands.submit(writer.close)
    gathering.go.set()
    ending.result(30)

    assert [one.result(0).conversation_id for one in done] == offered
    assert pool.lanes.waiting() == waited


def test_a_closed_writer_leaves_what_waits_to_who_handed_it_in(stage, hands, rooms):
    writer = Writer()
    held, waiting, _ = rooms
    gathering = Gathering(writer, hands, held)
    left = gathering.hand_in(waiting, partial(turns.claim, waiting, "worker 1"))
    ending = hands.submit(writer.close)
    gathering.go.set()
    ending.result(30)

    assert left.result(30).conversation_id == waiting
    assert writer.write(ROOMS, held, lambda: "at once") == "at once"


def test_goals_that_are_recorded_together_end_as_any(stage, writer, hands):
    stage.agent("worker")
    stage.voices(ONE)
    with stage.bells_lost():
        goals = [stage.launch() for _ in range(4)]
        rooms = [stage.room(goal).id for goal in goals]
        claims = [hands.submit(partial(writer.write, ROOMS, room, partial(turns.claim, room, "one"))) for room in rooms]
        spoken = [partial(stage.speak, claim.result(30), ONE[0]) for claim in claims]
        said = [hands.submit(partial(writer.write, ROOMS, *one)) for one in zip(rooms, spoken, strict=True)]
        assert [one.result(30) for one in said] == [None] * 4
    for goal in goals:
        assert stage.until_ended(goal).outcome == "done"
        assert_sound(goal)


def test_what_comes_for_a_goal_while_it_is_recorded_joins_the_transaction_and_others_come_after(
    stage, writer, hands, rooms
):
    held, other, _ = rooms
    order = []

    def note(name, room):
        order.append(name)
        return transaction_of(room)

    gathering = Gathering(writer, hands, held)
    elsewhere = gathering.hand_in(other, partial(note, "elsewhere", other))
    late = gathering.hand_in(held, partial(note, "late", held))
    gathering.go.set()

    assert late.result(30) == gathering.first.result(30) != elsewhere.result(30)
    assert order == ["late", "elsewhere"]


def test_a_workspace_that_becomes_a_crowd_between_two_looks_costs_no_thread(writer, monkeypatch):
    looked, go = [], threading.Event()

    def has_much(whom):
        if whom != "little":
            return True
        looked.append(whom)
        return len(looked) == 2  # not when the thread is woken; right after that

    def record(whom, steps):
        if whom != "little":
            go.wait(20)
        for step in steps:
            step.done.set_result(whom)

    monkeypatch.setattr(pool.lanes, "has_much", has_much)
    monkeypatch.setattr(writer, "_record", record)

    def write(whom):
        with on_behalf_of(whom):
            return writer.write(ROOMS, uuid.uuid4(), int)

    with ThreadPoolExecutor(3) as threads:
        crowds = [threads.submit(write, whom) for whom in ("crowd 1", "crowd 2")]
        while writer._served != {"crowd 1", "crowd 2"}:
            time.sleep(0.01)
        little = threads.submit(write, "little")
        try:
            assert little.result(10) == "little"
        finally:
            go.set()
        assert [one.result(10) for one in crowds] == ["crowd 1", "crowd 2"]


def test_a_step_that_breaks_off_with_no_ordinary_error_costs_no_writer(rooms, writer, hands):
    """As a cancelled coroutine does, or a panic in a library that is no Python: three of them had been all writers."""

    def broken_off():
        raise asyncio.CancelledError

    for room in rooms:
        with pytest.raises(asyncio.CancelledError):
            hands.submit(partial(writer.write, ROOMS, room, broken_off)).result(10)
    assert hands.submit(partial(writer.write, ROOMS, rooms[0], lambda: "written")).result(10) == "written"


def test_what_comes_while_it_closes_waits_for_the_open_transaction_and_not_the_other_way_round(rooms, writer, hands):
    """It was done with the lock in hand that the open transaction asks for, whose goal it waited for."""
    open_one = Gathering(writer, hands, rooms[0])
    closing_down = hands.submit(writer.close)
    while not writer._closed:
        time.sleep(0.01)
    late = hands.submit(partial(writer.write, ROOMS, rooms[0], partial(transaction_of, rooms[0])))
    while not somebody_waits_for_a_lock():
        time.sleep(0.01)
    open_one.go.set()
    assert late.result(20) != open_one.first.result(20)
    closing_down.result(20)
