"""Turns that fail, answers that are none, talk that goes in circles."""

import pytest

from apps.chat.domain.machine.advance import MAX_FAILURES, MAX_LOST
from apps.chat.domain.machine.effects import CreateTasks, OpenApproval
from apps.chat.domain.machine.inputs import TurnFailed, Uttered
from apps.chat.domain.machine.utterance_effects import DECIDE
from apps.chat.domain.protocol import Misspoken
from apps.chat.domain.states import MessageKind, Phase
from apps.chat.domain.utterances import AskPerson, Assign, Conclude, FormSubteam, Say, Verdict
from apps.teams.domain.states import ApprovalKind, TaskState
from tests.chat.machine.room import (
    DUE,
    FAILED,
    LEAD,
    NONE_SAID,
    TWO,
    WAITING,
    WRITER,
    Room,
    draft,
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
def test_at_the_first_circle_the_lead_decides_at_the_second_a_person(circle):
    said = CIRCLES[circle]
    room = room_after(*said)
    assert room.at == (Phase.DISCUSSION, DUE, LEAD)
    assert room.standing.memory.repair.endswith(DECIDE)
    while room.standing.liveness is DUE:
        room.say(said[-1])
    assert room.at == (Phase.PAUSE_TRIGGER, WAITING, LEAD)
    assert room.questions == [(ApprovalKind.LIMIT, None)]
    room.person("Go on")
    assert (room.standing.liveness, room.questions) == (DUE, [])


def test_a_member_that_repeats_others_leaves_the_decision_to_the_lead():
    room = room_after(Say(text="We meet at noon.", next_speaker=WRITER), Say(text="We meet at noon."))
    assert room.at == (Phase.DISCUSSION, DUE, LEAD)
    room.say(TWO)
    assert room.states() == [TaskState.READY] * 2
    assert room.questions == []


def told(room):
    return [one.text for one in room.posts(MessageKind.NOTICE) if one.about == "loop"]


def test_the_room_and_the_lead_hear_which_words_were_repeated_by_whom_and_what_would_be_new():
    room = room_after(Say(text="We meet at noon.", next_speaker=WRITER), Say(text="We  meet at NOON."))
    circle = (
        "@writer says nearly word for word what @lead said: “We meet at NOON.”. New would be: a fact, a source or a "
        "reason that nobody gave; a word from @finder, silent so far; work that was not given yet."
    )
    assert told(room) == [f"Loop breaker: {circle} @lead decides what now."]
    assert room.standing.memory.repair == f"{circle} {DECIDE}"
    room.say(Say(text="We meet at noon!"))
    assert told(room)[1].startswith("Loop breaker: @lead says nearly word for word what it said before: “We meet")
    (card,) = [one for one in room.effects if isinstance(one, OpenApproval)]
    assert "what it said before: “We meet at noon!”." in card.question


def test_they_hear_which_tasks_were_given_again_and_where_results_are():
    work = Assign(tasks=(draft("a"), draft("b").model_copy(update={"owner": WRITER})))
    room = room_after(work)
    room.settle(1)
    room.say(work)
    (said,) = told(room)
    assert "@lead gives the same tasks again: “Task a”, “Task b” (@writer)." in said
    assert "the result of task 2, still awaited; a conclusion from the result of task 1." in said


def test_the_work_that_a_person_wants_once_more_goes_in_no_circle():
    work = Assign(tasks=(draft("a"),))
    room = room_after(work)
    room.settle(1, FAILED)
    room.person("The server is up again: try it once more.")
    room.say(work)
    assert told(room) == []
    assert set(room.standing.tasks) == {1, 2}
    room.settle(2, FAILED)
    room.say(work)
    assert "gives the same tasks again" in told(room)[0], "once is what was wanted"


def test_work_that_is_in_hand_goes_in_a_circle_whatever_a_person_said_meanwhile():
    work = Assign(tasks=(draft("a"),))
    room = room_after(work)
    room.person("Thank you all.")
    room.say(work)
    assert "gives the same tasks again" in told(room)[0]
    assert set(room.standing.tasks) == {1}


def test_they_hear_among_whom_turns_went_round():
    (said,) = told(room_after(*CIRCLES["two speakers in turn"]))
    assert "12 turns went round among @lead, @writer, and nothing was done." in said


def test_of_what_an_older_version_remembered_it_is_not_known_who_said_it():
    room = Room()
    room.standing = room.standing.remembering(texts=("we meet at noon.",))
    room.say(Say(text="We meet at noon."))
    assert "@lead says nearly word for word what somebody said" in told(room)[0]


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
