"""Agents' questions: a colleague, the floor, the team above or a person."""

import pytest

from apps.chat.domain.machine.effects import (
    AskParent,
    OpenApproval,
    PassAnswer,
    UnaskParent,
)
from apps.chat.domain.states import Phase
from apps.chat.domain.utterances import AskPerson, Say
from apps.teams.domain.states import ApprovalKind
from tests.chat.machine.room import (
    CANCELLED,
    CHAIN,
    DUE,
    LEAD,
    TWO,
    TWO_SYNC,
    WAITING,
    WRITER,
    has,
    room_after,
)


def test_the_fitting_colleague_is_asked_first_then_the_floor_then_a_person():
    room = room_after(TWO)
    room.ask(1, fitting=WRITER)
    assert room.at[2] == WRITER
    room.say(Say(text="I don't know."))
    assert room.at[1:] == (DUE, LEAD)
    effects = room.say(Say(text="Nor do I."))
    assert [one.question for one in effects if isinstance(one, OpenApproval)] == ["Which year?"]
    assert room.questions == [(ApprovalKind.QUESTION, 1)]
    assert room.standing.liveness is WAITING


def test_who_answers_ends_the_question():
    room = room_after(TWO)
    room.ask(1, fitting=WRITER)
    effects = room.say(Say(text="2020.", answers=1))
    assert PassAnswer(1, "2020.") in effects
    assert room.at == (Phase.ASYNC_TASK, WAITING, LEAD)
    assert room.standing.memory.questions == ()


def test_a_question_that_comes_while_a_turn_is_in_flight_goes_to_the_fitting_colleague_after_it():
    room = room_after(TWO)
    room.settle(1)
    room.claim()
    room.ask(2, fitting=WRITER)
    room.say(Say(text="I see."))
    assert room.at == (Phase.ASYNC_TASK, DUE, WRITER)


def test_the_floor_passes_a_question_on_to_a_person_and_waits_as_before():
    room = room_after(TWO_SYNC)
    room.ask(1)
    room.say(AskPerson(question="Which year, please?", task=1))
    assert room.at == (Phase.SYNC_TASK, WAITING, LEAD)
    assert PassAnswer(1, "2020.") in room.person("2020.", task=1)
    assert room.at == (Phase.SYNC_TASK, WAITING, LEAD)


def test_a_word_without_address_answers_the_only_question_that_is_with_a_person():
    room = room_after(TWO)
    room.ask(1)
    room.say(AskPerson(question="Which year?", task=1))
    assert PassAnswer(1, "2020.") in room.person("2020.")
    assert room.questions == []


def test_an_answer_leaves_the_other_questions_open():
    room = room_after(TWO)
    room.ask(1)
    room.say(AskPerson(question="Which year?", task=1))
    room.ask(2)
    room.say(AskPerson(question="Which month?", task=2))
    room.person("2020.", task=1)
    assert room.questions == [(ApprovalKind.QUESTION, 2)]


def test_a_word_that_could_answer_two_questions_is_for_the_floor():
    room = room_after(TWO)
    room.ask(1)
    room.say(AskPerson(question="Which year?", task=1))
    room.ask(2)
    room.say(AskPerson(question="Which month?", task=2))
    assert not has(room.person("2020."), PassAnswer)
    assert room.standing.liveness is DUE


def test_an_answer_to_a_task_that_asks_no_more_is_for_the_floor():
    room = room_after(TWO)
    room.ask(1)
    room.say(AskPerson(question="Which year?", task=1))
    room.settle(1, CANCELLED)
    room.say(Say(text="It is gone."))
    assert not has(room.person("2020.", task=1), PassAnswer)
    assert room.standing.liveness is DUE


def test_the_floors_own_question_is_answered_to_the_floor():
    room = room_after(AskPerson(question="Which?", next_speaker=WRITER))
    assert room.at == (Phase.PAUSE_TRIGGER, WAITING, WRITER)
    room.person("This.")
    assert (room.at, room.questions) == ((Phase.DISCUSSION, DUE, WRITER), [])


def test_an_answer_that_comes_while_a_colleague_speaks_is_heard():
    room = room_after(TWO)
    room.person()
    room.say(AskPerson(question="Which?"))
    room.ask(1, fitting=WRITER)
    room.claim()
    room.person("This.")
    room.say(Say(text="2020.", answers=1))
    assert room.at[1:] == (DUE, LEAD)
    room.say(Say(text="Thank you."))
    assert room.standing.wait.person is False


def test_an_agents_question_goes_to_the_team_above_and_its_answer_comes_back():
    room = room_after(TWO, nested=True)
    room.ask(1)
    assert AskParent("Which year?", 1) in room.say(Say(text="I don't know."))
    assert PassAnswer(1, "2020.") in room.person("2020.")


def test_the_team_above_is_asked_one_thing_at_a_time():
    room = room_after(TWO, nested=True)
    room.ask(1, "Which year?")
    room.say(Say(text="I don't know."))
    room.ask(2, "Which month?")
    assert not has(room.say(Say(text="Nor that.")), AskParent)
    assert AskParent("Which month?", 2) in room.person("2020.")


def test_an_answer_found_below_takes_the_question_above_back():
    room = room_after(TWO, nested=True)
    room.ask(1, "Which year?")
    room.say(Say(text="I don't know."))
    room.ask(2, "Which month?")
    effects = room.say(Say(text="I remember: 2020.", answers=1))
    above = [one for one in effects if isinstance(one, UnaskParent | AskParent)]
    assert above == [UnaskParent(), AskParent("Which month?", 2)]


def test_the_floors_own_question_waits_for_the_one_that_is_above():
    room = room_after(TWO, nested=True)
    room.ask(1, "Which year?")
    room.say(Say(text="I don't know."))
    room.settle(2)
    assert not has(room.say(AskPerson(question="Which colour?")), AskParent)
    room.person("2020, and red.")
    assert room.at[1:] == (DUE, LEAD)
    assert PassAnswer(1, "2020") in room.say(Say(text="2020", answers=1))


def test_a_floor_that_gives_work_instead_of_waiting_does_not_ask_above_twice():
    room = room_after(TWO, nested=True)
    room.ask(1)
    room.say(AskPerson(question="Which colour?"))
    assert not has(room.say(CHAIN), AskParent)
    room.person("Red.")
    assert AskParent("Which year?", 1) in room.say(Say(text="Red it is."))


def test_a_voice_that_fails_for_good_leaves_questions_to_a_person():
    room = room_after(TWO)
    room.ask(1)
    room.fail(permanent=True)
    assert room.questions == [(ApprovalKind.QUESTION, 1)]
    assert room.at[:2] == (Phase.CONCLUSION, WAITING)


def test_the_floor_of_a_subteam_asks_the_team_above():
    room = room_after(AskPerson(question="Which colour?"), nested=True)
    assert room.parent_asked
    room.person("Red.")
    assert room.at == (Phase.DISCUSSION, DUE, LEAD)


LEAVE = {"people_only": True, "options": ("Allow once", "Reject")}


@pytest.mark.parametrize("nested", [False, True])
def test_leave_is_asked_of_a_person_at_once_from_any_depth(nested):
    room = room_after(TWO, nested=nested)
    effects = room.ask(1, "May I?", fitting=WRITER, **LEAVE)
    asked = [one for one in effects if isinstance(one, OpenApproval)]
    assert [(one.question, one.options, one.task) for one in asked] == [("May I?", LEAVE["options"], 1)]
    assert not has(effects, AskParent)
    assert room.standing.liveness is WAITING


def test_what_is_said_in_passing_gives_no_leave():
    room = room_after(TWO)
    room.ask(1, "May I?", **LEAVE)
    assert not has(room.person("Allow once"), PassAnswer)
    assert PassAnswer(1, "Allow once") in room.person("Allow once", task=1)


def test_the_floor_can_not_put_a_request_for_leave_in_other_words():
    room = room_after(TWO)
    room.ask(1, "May I delete all?", **LEAVE)
    room.settle(2)
    assert not has(room.say(AskPerson(question="May it read a file?", task=1)), OpenApproval)


def test_leave_that_is_given_takes_nothing_back_that_the_team_above_was_asked():
    room = room_after(TWO, nested=True)
    room.ask(1, "Which year?")
    room.say(Say(text="I don't know."))
    room.ask(2, "May I?", **LEAVE)
    effects = room.person("Reject", task=2)
    assert PassAnswer(2, "Reject") in effects
    assert not has(effects, UnaskParent)
