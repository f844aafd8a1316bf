"""Pause, limits, stop."""

import pytest

from apps.chat.domain.machine.effects import (
    ApprovalScope,
    CancelTasks,
    FreezeBelow,
    LapseApprovals,
    OpenApproval,
    ThawBelow,
)
from apps.chat.domain.machine.inputs import DeadlinePassed, LimitReached
from apps.chat.domain.machine.samples import STANDINGS
from apps.chat.domain.states import Phase
from apps.chat.domain.utterances import Conclude, Verdict
from apps.teams.domain.limits import Limit
from tests.chat.machine.room import (
    CANCELLED,
    DONE,
    DUE,
    ENDED,
    FROZEN,
    LEAD,
    TWO,
    Room,
    has,
    room_after,
)

LIVE = {name: one for name, one in STANDINGS.items() if not one.ended and not one.frozen}


@pytest.mark.parametrize("name", LIVE)
def test_a_pause_freezes_and_thaws_into_the_same(name):
    room = Room()
    room.standing = LIVE[name]
    assert has(room.pause(), FreezeBelow)
    assert room.standing.liveness is FROZEN
    assert room.pause() == ()
    assert has(room.resume(), ThawBelow)
    assert room.standing == LIVE[name]
    assert room.resume() == ()


def test_a_result_that_comes_while_it_is_paused_makes_a_turn_due_that_nobody_takes_yet():
    room = room_after(TWO)
    room.pause()
    room.settle(1)
    assert room.standing.liveness is FROZEN
    room.resume()
    assert room.at[1:] == (DUE, LEAD)


@pytest.mark.parametrize("how", ["by its answer", "without any"])
def test_nothing_ends_while_it_is_paused(how):
    room = Room()
    room.claim()
    room.pause()
    room.say(Conclude(answer="Done.")) if how == "by its answer" else room.fail(permanent=True)
    assert room.standing.liveness is FROZEN
    room.resume()
    assert room.standing.liveness is ENDED


def test_a_limit_freezes_and_asks_and_more_of_it_thaws():
    room = Room(turns_left=0)
    assert not room.claim()
    assert room.standing.liveness is FROZEN
    assert room.limit_asked
    assert room.tell(LimitReached(Limit.TURNS)) == ()
    effects = room.more_turns(5)
    assert LapseApprovals(ApprovalScope.LIMIT) in effects
    assert not room.limit_asked
    assert room.at == (Phase.DISCUSSION, DUE, LEAD)


def test_time_that_runs_out_is_a_limit_too():
    room = room_after(TWO)
    assert has(room.tell(DeadlinePassed()), OpenApproval)
    assert room.standing.memory.limit is Limit.MINUTES


def test_more_of_a_limit_that_was_not_reached_changes_nothing():
    room = room_after(TWO)
    room.pause()
    assert room.more_turns(5) == ()


def test_a_persons_pause_holds_though_the_limit_is_raised():
    room = Room(turns_left=0)
    room.claim()
    room.pause()
    assert not room.limit_asked
    room.more_turns(5)
    assert room.standing.liveness is FROZEN
    room.resume()
    assert room.standing.liveness is DUE


def test_a_stop_ends_it_at_any_time_and_takes_open_tasks_back():
    room = room_after(TWO)
    room.settle(1)
    effects = room.stop()
    assert room.at[:2] == (Phase.STOPPED, ENDED)
    assert CancelTasks((2,), "The team ended without it.") in effects
    assert room.states() == [DONE, CANCELLED]
    assert room.end.verdict is None


def test_a_person_may_end_it_with_what_there_is():
    room = room_after(TWO)
    room.settle(1, result="Apples.")
    room.pause()
    room.conclude_now()
    assert (room.at[:2], room.end.verdict) == ((Phase.CONCLUDED, ENDED), Verdict.PARTIAL)
    assert "Apples." in room.end.answer
    assert room.states() == [DONE, CANCELLED]


def test_where_nothing_is_done_that_is_a_failure():
    room = room_after(TWO)
    room.conclude_now()
    assert room.standing.phase is Phase.FAILED


def test_an_answer_that_is_known_is_the_one_it_ends_with():
    room = room_after(TWO)
    room.person()
    room.say(Conclude(answer="Known."))
    room.conclude_now()
    assert (room.end.answer, room.end.verdict) == ("Known.", Verdict.DONE)
