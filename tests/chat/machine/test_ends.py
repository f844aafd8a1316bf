"""Silence and what ends it; the end and what comes before and after it."""

import pytest

from apps.chat.domain.machine.conversation_state import ConversationState
from apps.chat.domain.machine.effects import (
    CancelTasks,
    EndTeam,
    Reopen,
)
from apps.chat.domain.states import MessageKind, Phase, TurnState, WaitMode
from apps.chat.domain.utterances import AskPerson, Assign, Conclude, Say, Verdict, WaitFor
from apps.teams.domain.states import TaskState
from tests.chat.machine.room import (
    CANCELLED,
    CHAIN,
    DONE,
    DUE,
    ENDED,
    FAILED,
    LEAD,
    NONE_SAID,
    TWO,
    WAITING,
    WRITER,
    Room,
    draft,
    has,
    room_after,
)


def test_waiting_for_what_has_settled_wakes_at_once():
    room = room_after(TWO)
    room.settle(1)
    room.say(WaitFor(tasks=(1,), text="I wait."))
    assert room.at == (Phase.ASYNC_TASK, DUE, LEAD)


@pytest.mark.parametrize("state", [DONE, FAILED, TaskState.SKIPPED, CANCELLED])
def test_any_end_of_a_task_fires_the_trigger(state):
    room = room_after(TWO)
    room.person()
    room.say(WaitFor(tasks=(1, 2), mode=WaitMode.ANY))
    room.settle(2, state)
    assert room.at[1:] == (DUE, LEAD)


def test_the_trigger_on_all_waits_for_all_though_one_failed():
    room = room_after(TWO)
    room.person()
    room.say(WaitFor(tasks=(1, 2)))
    room.settle(1, FAILED)
    assert room.at == (Phase.PAUSE_TRIGGER, WAITING, LEAD)


def test_a_person_wakes_it():
    room = room_after(TWO)
    room.person()
    room.say(WaitFor(tasks=(1, 2)))
    room.person()
    assert room.at[1:] == (DUE, LEAD)


def test_a_second_wait_replaces_the_first():
    room = room_after(TWO)
    room.person()
    room.say(WaitFor(tasks=(1, 2)))
    room.person()
    room.say(WaitFor(tasks=(2,)))
    room.settle(2)
    assert room.at[1:] == (DUE, LEAD)


def test_waiting_for_unknown_tasks_is_repaired_at_most_twice():
    room = room_after(*[WaitFor(tasks=(7,))] * 3)
    assert room.at[:2] == (Phase.FAILED, ENDED)
    assert len(room.posts(MessageKind.NOTICE)) == 2


def test_a_conclusion_awaits_open_tasks():
    room = room_after(TWO)
    room.person()
    room.say(Conclude(answer="Done."))
    assert room.at == (Phase.CONCLUSION, WAITING, LEAD)
    room.settle(1)
    room.settle(2, FAILED)
    assert (room.at[:2], room.end.answer) == ((Phase.CONCLUDED, ENDED), "Done.")


def test_a_conclusion_abandons_the_open_tasks_it_names():
    room = room_after(TWO)
    room.settle(1)
    effects = room.say(Conclude(answer="Done.", abandon=(1, 2, 3)))
    assert CancelTasks((2,), "Abandoned by the conclusion.") in effects
    assert room.at[:2] == (Phase.CONCLUDED, ENDED)


def test_a_conclusion_briefed_before_a_persons_word_is_a_thing_said_and_one_more_turn_is_due():
    room = Room()
    room.claim()
    room.person("And in euros?")
    room.say(Conclude(answer="Done."))
    assert room.at == (Phase.DISCUSSION, DUE, LEAD)
    assert [one.text for one in room.posts(MessageKind.SAY)] == ["Done."]
    room.say(Conclude(answer="Done, in euros."))
    assert room.end.answer == "Done, in euros."


def test_a_person_takes_a_conclusion_back():
    room = room_after(CHAIN)
    room.person()
    room.say(Conclude(answer="Done."))
    room.person("Wait.")
    assert room.at == (Phase.ASYNC_TASK, DUE, LEAD)
    assert room.standing.memory.pending is None


@pytest.mark.parametrize(
    "utterance",
    [WaitFor(tasks=(1,)), AskPerson(question="Which?"), Assign(tasks=(draft("z"),))],
    ids=["waiting for tasks", "asking a person", "giving work"],
)
def test_the_floor_takes_its_conclusion_back_by(utterance):
    room = room_after(TWO)
    room.person()
    room.say(Conclude(answer="Done."))
    room.ask(1)
    room.say(utterance)
    assert room.standing.phase is not Phase.CONCLUSION
    assert room.standing.memory.pending is None


def test_a_conclusion_goes_through_though_a_colleague_speaks_meanwhile_and_the_hub_says_it():
    room = room_after(TWO)
    room.person()
    room.say(Conclude(answer="Done.", abandon=(2,)))
    room.ask(1, fitting=WRITER)
    room.claim()
    room.settle(1, FAILED)
    room.say(Say(text="Too late?"))
    assert room.at[:2] == (Phase.CONCLUDED, ENDED)
    assert not room.posts(MessageKind.CONCLUSION)[0].by_speaker


def test_a_result_that_came_before_the_conclusion_was_said_does_not_take_it_back():
    room = room_after(Assign(tasks=(draft("a"), draft("b"), draft("c"))))
    room.settle(1)
    room.claim()
    room.settle(2)
    room.say(Conclude(answer="Done."))
    assert room.at == (Phase.CONCLUSION, WAITING, LEAD)


def test_a_conclusion_that_says_it_failed_ends_as_failed():
    room = room_after(Conclude(answer="It can't be done.", verdict=Verdict.FAILED))
    assert room.standing.phase is Phase.FAILED
    assert room.end.failure == "It can't be done."


ENDINGS = {
    "a conclusion": lambda room: room.say(Conclude(answer="Done.")),
    "the answer task": lambda room: (room.settle(1), room.settle(2), room.say(Say(text="I see."))),
    "a voice that fails for good": lambda room: room.fail(permanent=True),
    "a need that nobody covers": lambda room: (
        room.say(Assign(tasks=(draft("z"),)), z=("flying",)),
        room.say(Assign(tasks=(draft("z"),)), z=("flying",)),
    ),
    "answers that can't be used": lambda room: room.say(NONE_SAID, NONE_SAID, NONE_SAID),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_persons_word_is_read_before_the_end_by(ending):
    room = room_after(CHAIN)
    room.person("First.")
    room.claim()
    room.person("Second.")
    ENDINGS[ending](room)
    assert room.unread == 0 or room.standing.liveness is DUE


def test_a_persons_word_after_the_end_opens_a_new_round_that_numbers_on():
    room = room_after(CHAIN)
    room.settle(1)
    room.settle(2)
    assert has(room.person("And 2021?"), Reopen)
    assert (room.at, room.standing.round) == ((Phase.DISCUSSION, DUE, LEAD), 2)
    room.say(CHAIN)
    assert sorted(room.standing.tasks) == [1, 2, 3, 4]
    room.settle(3)
    room.settle(4, result="43 apples.")
    assert (room.end.answer, room.ended) == ("43 apples.", 2)


@pytest.mark.parametrize(("given_to", "kept"), [("ada", ("ada", True)), ("", ("", False))])
def test_whose_goal_it_is_outlasts_a_round(given_to, kept):
    room = room_after(CHAIN)
    room.standing = room.standing.remembering(given_to=given_to, by_rules=True)
    room.settle(1)
    room.settle(2)
    room.person("And 2021?")
    assert (room.standing.round, room.standing.memory.given_to, room.standing.memory.by_rules) == (2, *kept)


def test_what_there_is_means_what_this_round_gave():
    room = room_after(CHAIN)
    room.settle(1)
    room.settle(2)
    room.person("And 2021?")
    room.fail(permanent=True)
    assert room.end.verdict is Verdict.FAILED


def test_a_note_after_the_end_changes_nothing():
    room = room_after(Conclude(answer="Done."))
    assert room.person(note=True) == ()
    assert room.standing.liveness is ENDED


def test_a_standing_that_waits_for_nothing_is_refused():
    with pytest.raises(ValueError, match="stuck"):
        _ = ConversationState(turn_state=TurnState.NONE).liveness


def test_an_end_is_told_once():
    room = room_after(Conclude(answer="Done."))
    room.stop()
    room.conclude_now()
    assert len([one for one in room.effects if isinstance(one, EndTeam)]) == 1
