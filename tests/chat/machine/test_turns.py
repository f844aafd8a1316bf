"""Turns that fail, answers that are none, talk that goes in circles."""

import pytest

from apps.chat.domain.machine.advance import MAX_FAILURES, MAX_LOST
from apps.chat.domain.machine.effects import (
    CreateTasks,
)
from apps.chat.domain.machine.inputs import TurnFailed, Uttered
from apps.chat.domain.protocol import Misspoken
from apps.chat.domain.states import MessageKind, Phase
from apps.chat.domain.utterances import AskPerson, Conclude, FormSubteam, Say, Verdict
from apps.teams.domain.states import ApprovalKind
from tests.chat.machine.room import (
    DUE,
    FAILED,
    LEAD,
    NONE_SAID,
    TWO,
    WAITING,
    WRITER,
    Room,
    room_after,
    words,
)


def test_a_turn_that_fails_is_taken_again_later_and_later():
    room, delays = Room(), []
    for _ in range(MAX_FAILURES - 1):
        room.fail()
        delays.append(room.delay)
    assert delays == [1, 2]
    assert (room.standing.turn, room.standing.liveness) == (1, DUE)


def test_then_it_gives_up_and_fails_with_the_reason():
    room = Room()
    for _ in range(MAX_FAILURES):
        room.fail("The model is away.")
    assert (room.standing.phase, room.end.failure) == (Phase.FAILED, "The model is away.")


def test_a_turn_whose_worker_was_lost_is_taken_again_at_once_and_more_often():
    room = Room()
    for _ in range(MAX_LOST - 1):
        room.fail(lost=True)
        assert room.delay == 0
    assert room.standing.liveness is DUE
    room.fail(lost=True)
    assert room.standing.phase is Phase.FAILED


def test_where_there_are_results_giving_up_concludes_with_them():
    room = room_after(TWO)
    room.settle(1, result="Apples.")
    room.fail(permanent=True)
    assert room.standing.phase is Phase.CONCLUSION
    room.settle(2, FAILED)
    assert (room.end.verdict, room.end.answer) == (Verdict.PARTIAL, "**Task a**\n\nApples.")


def test_giving_up_fails_when_the_awaited_tasks_give_nothing():
    room = room_after(TWO)
    room.person()
    room.fail("The model is away.", permanent=True)
    room.settle(1, FAILED)
    room.settle(2, FAILED)
    assert (room.end.verdict, room.end.failure) == (Verdict.FAILED, "The model is away.")


@pytest.mark.parametrize("late", [Uttered(1, Say(text="Late.")), TurnFailed(1, "Late.")])
def test_what_comes_late_is_ignored(late):
    room = room_after(Say(text="First."))
    room.claim()
    before = room.standing
    assert room.tell(late) == ()
    assert room.standing == before


def test_an_answer_that_is_none_is_repaired_twice_with_the_reason_then_it_is_a_thing_said():
    room = Room()
    broken = Misspoken("tasks: Field required", "I would give work.")
    for _ in range(2):
        room.say(broken)
        assert room.standing.memory.repair == broken.reason
    room.say(broken)
    assert [one.text for one in room.posts(MessageKind.SAY)] == [broken.text]
    assert room.standing.memory.repair == ""


def test_an_accepted_utterance_allows_two_repairs_again():
    room = room_after(NONE_SAID, NONE_SAID, Say(text="Better."), NONE_SAID)
    assert room.standing.memory.repairs == 1


def test_broken_answers_with_the_same_words_are_a_circle_too():
    room = room_after(*[Misspoken("tasks: Field required", "I would give work.")] * 6)
    assert room.standing.memory.loops == 1


CIRCLES = {
    "the same words": [Say(text="Let us begin with it."), Say(text="Let us  BEGIN with it!")],
    "the same speakers": words(12),
    "two speakers in turn": [
        Say(text=one.text, next_speaker=LEAD if place % 2 else WRITER) for place, one in enumerate(words(12))
    ],
}


@pytest.mark.parametrize("circle", CIRCLES)
def test_the_first_circle_is_repaired_the_second_asks_the_owner(circle):
    said = CIRCLES[circle]
    room = room_after(*said)
    assert room.standing.memory.loops == 1
    assert room.standing.memory.repair
    assert room.standing.liveness is DUE
    room.say(said[-1])
    assert room.at == (Phase.PAUSE_TRIGGER, WAITING, LEAD)
    assert room.questions == [(ApprovalKind.LIMIT, None)]
    room.person("Go on")
    assert (room.standing.liveness, room.questions) == (DUE, [])


@pytest.mark.parametrize("work", [TWO, FormSubteam(title="A team", purpose="Do it.", needs=("x",))])
def test_the_same_work_given_twice_is_a_circle(work):
    room = room_after(work)
    for number in room.standing.tasks:
        room.settle(number)
    room.say(work)
    assert room.standing.memory.loops == 1
    assert len([one for one in room.effects if isinstance(one, CreateTasks)]) == 1


@pytest.mark.parametrize(
    "utterance",
    [Conclude(answer="Done."), TWO, AskPerson(question="Which?")],
    ids=["a conclusion", "new work", "a question to a person"],
)
def test_what_gets_out_of_the_circle_is_none(utterance):
    room = room_after(*words(11))
    room.say(utterance)
    assert room.standing.memory.loops == 0


@pytest.mark.parametrize("news", ["a task that settled", "a person's word"])
def test_talk_starts_afresh_after(news):
    room = room_after(TWO)
    room.person()
    room.say(*words(10, next_speaker=LEAD))
    room.settle(1) if news == "a task that settled" else room.person()
    assert room.standing.memory.speakers == ()
