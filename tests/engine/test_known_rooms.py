"""A transaction over goals begins with what the last one of this process knew of their rooms, where it still stands."""

from contextlib import suppress
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result
from apps.chat.actions import notifications, turns
from apps.chat.actions.scene import ROOMS, open_scene, read_rooms_ahead
from apps.chat.models import Conversation
from apps.core import unit_of_work
from apps.core.known_streams import KnownStreams
from apps.journal.actions import clock, recording_many, share_log
from apps.teams.actions import postponement, suspension
from apps.teams.actions.attempts import ATTEMPTS, claim_attempt, lock_attempt
from apps.teams.models import Attempt, Goal, Task
from apps.teams.queries.conversation_tasks import TeamWork
from tests.engine.conftest import task

ROOM, TASKS = 'FROM "chat_conversation"', 'SELECT "teams_task"."made_of"'
TWO = [{"do": "assign", "tasks": [task("a", "one"), task("b", "two", after=("a",))], "answer": "b"}]


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch):
    monkeypatch.setattr(unit_of_work, "_known", KnownStreams())


@pytest.fixture
def room(stage) -> Conversation:
    stage.agent("one")
    stage.agent("two")
    stage.voices(TWO)
    with stage.bells_lost():
        return stage.room(stage.launch())


def together(by, key, step, ahead=read_rooms_ahead):
    """Do a step as a writer does; gives what it gives, and what was asked of the database."""
    given = []

    def record() -> None:
        with recording_many({key: by}) as logs:
            ahead({key: logs[key].stream_id})
            with share_log(logs[key]):
                given.append(step(key))

    statements = asked(record)
    return given[0], statements


def asked(work, *arguments) -> list[str]:
    """What some work asks of the database."""
    with CaptureQueriesContext(connection) as seen:
        work(*arguments)
    return [query["sql"] for query in seen.captured_queries]


def look(room):
    """What a step finds of a room, which it leaves as it is."""

    def found(key):
        with open_scene(key) as scene:
            return scene.conversation.turn_state, scene.team.spent_turns, [one.state for one in scene.tasks]

    return together(ROOMS, room.id, found)


def reads(statements, what) -> int:
    return sum(one.startswith("SELECT") and what in one for one in statements)


def test_what_was_read_once_is_not_read_again(stage, room):
    first, statements = look(room)
    again, fewer = look(room)
    assert first == again
    assert [reads(statements, what) for what in (ROOM, TASKS)] == [1, 1]
    assert [reads(fewer, what) for what in (ROOM, TASKS)] == [0, 0]


def test_what_a_step_changed_is_known_to_the_next_as_it_was_written(stage, room):
    look(room)
    claimed, _ = together(ROOMS, room.id, partial(turns.claim, worker="one"))
    with stage.bells_lost():
        together(ROOMS, room.id, lambda _: stage.speak(claimed, TWO[0]), ahead=turns.read_answered_ahead)
    known, statements = look(room)
    assert reads(statements, ROOM) == 0

    unit_of_work._known = KnownStreams()
    assert look(room)[0] == known


def test_what_somebody_else_changed_is_read(stage, room):
    look(room)
    stage.claim()  # recorded by itself, as in another process
    (turn_state, *_), statements = look(room)
    assert turn_state == "in_flight"
    assert reads(statements, ROOM) == 1


def test_what_was_undone_is_not_known(stage, room):
    look(room)

    def failing(key):
        with open_scene(key) as scene:
            scene.conversation.turn_state = "none"
            raise RuntimeError

    with suppress(RuntimeError):
        together(ROOMS, room.id, failing)
    (turn_state, *_), statements = look(room)
    assert turn_state == Conversation.objects.get().turn_state == "due"
    assert reads(statements, ROOM) == 1


def test_the_second_end_of_a_goals_calls_finds_its_room_and_tasks_read(stage, room):
    with stage.bells_lost():
        stage.speak(stage.claim(), {**TWO[0], "tasks": [task("a", "one"), task("b", "two")]})
        running = [stage.begin(number) for number in (1, 2)]
        with recording_many({one.id: ATTEMPTS for one in running}) as logs:
            first, second = (asked(finish_in, logs, one) for one in running)
    assert [reads(first, what) for what in (ROOM, TASKS)] == [1, 1]
    assert [reads(second, what) for what in (ROOM, TASKS)] == [0, 0]
    assert Goal.objects.get().outcome == "done"
    assert set(Task.objects.values_list("result", flat=True)) == {"Done."}


def test_two_ends_that_come_at_one_moment_ask_for_nothing_between_them(stage, room):
    with stage.bells_lost():
        stage.speak(stage.claim(), {**TWO[0], "tasks": [task("a", "one"), task("b", "two")]})
        running = [stage.begin(number) for number in (1, 2)]
        with recording_many({one.id: ATTEMPTS for one in running}) as logs:
            read_before(logs, running)
            first, second = (asked(finish, logs, one) for one in running)
    assert reads(second, "") == 0, second
    assert not [one for one in (*first, *second) if one.startswith(("INSERT", "UPDATE"))]
    assert set(Task.objects.exclude(heeded_at=None).values_list("number", "result")) == {(1, "Done."), (2, "Done.")}
    assert Goal.objects.get().outcome == "done"


def read_before(logs, attempts) -> None:
    notifications.read_ended_ahead({one.id: logs[one.id].stream_id for one in attempts})


def finish_in(logs, attempt) -> None:
    read_before(logs, [attempt])
    finish(logs, attempt)


def finish(logs, attempt) -> None:
    with share_log(logs[attempt.id]):
        notifications.finish_attempt(attempt.id, attempt.started_at, CallOutcome(Result("Done.")))


@pytest.mark.parametrize(
    ("state", "heeded_at", "is_left"), [("working", None, True), ("done", None, False), ("done", clock, True)]
)
def test_tasks_of_which_a_conversation_has_to_take_note_are_read(stage, state, heeded_at, is_left):
    """That it has, no event tells."""
    row = Task(state=state, heeded_at=heeded_at and heeded_at())
    assert (TeamWork([row], {}).left() is not None) is is_left


def test_each_transaction_has_rows_of_its_own(stage, room):
    def row(key):
        with open_scene(key) as scene:
            return scene.conversation

    first, second = (together(ROOMS, room.id, row)[0] for _ in range(2))
    assert first == second
    assert first is not second
    assert first.team is not second.team


def spent(room):
    """What a step finds of the tokens of its team."""
    with open_scene(room) as scene:
        return scene.team.spent_tokens


def test_what_a_call_may_take_that_goes_on_while_its_task_asks_is_known_to_the_next(stage, room):
    with stage.bells_lost():
        stage.speak(stage.claim(), TWO[0])
        attempt = stage.begin(1)
        with lock_attempt(attempt.id) as (log, asking):
            suspension.ask(log, asking, "Which?", in_call=True)
            postponement.put_back(log, asking)  # its worker ended: the attempt is ready, and the task goes on asking
        usual = {"number": 9, "state": "done", "prompt_tokens": 500, "not_before": clock(), "ended_at": clock()}
        Attempt.objects.create(task=asking.task, agent=asking.agent, connection=asking.connection, **usual)
        known, _ = together(ROOMS, room.id, spent)

        assert claim_attempt(attempt.id, "worker 2")
        now, _ = together(ROOMS, room.id, spent)
        kept = stage.root(Goal.objects.get()).spent_tokens
        Attempt.objects.filter(number=9).delete()

    assert now == known + 500 == kept
