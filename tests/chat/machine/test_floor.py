"""Who has the floor: who is named, who is brought in, and what passing leads to."""

import pytest

from apps.chat.domain.machine.effects import BringIn, FreeTurn
from apps.chat.domain.machine.floor import MUST_ACT
from apps.chat.domain.states import MessageKind, Phase
from apps.chat.domain.utterances import Assign, Pass, Say
from tests.chat.machine.room import DUE, FINDER, GUEST, LEAD, TWO, WAITING, WRITER, Room, draft, has, room_after, words


def passing(*handles):
    """The lead and who is named after it pass, one after the other."""
    return [Pass(next_speaker=handle) for handle in handles]


def test_passing_costs_no_turn_and_hands_the_floor_on():
    room = Room(turns_left=1)
    effects = room.say(Pass(next_speaker=WRITER))
    assert (room.at, room.turns_left) == ((Phase.DISCUSSION, DUE, WRITER), 1)
    assert [type(one) for one in effects].count(FreeTurn) == 1
    assert room.posts(MessageKind.NOTICE)[0].text == "@lead passes."


def test_a_member_that_passes_without_a_name_gives_the_floor_back_to_the_lead():
    room = room_after(Say(text="You?", next_speaker=WRITER), Pass())
    assert room.at == (Phase.DISCUSSION, DUE, LEAD)


def test_after_two_rounds_of_passes_the_lead_has_the_floor_and_must_act():
    room = room_after(*passing(WRITER, FINDER, LEAD, WRITER, FINDER, FINDER))
    assert room.at == (Phase.DISCUSSION, DUE, LEAD)
    room.say(Pass(next_speaker=WRITER))
    assert (room.standing.speaker, room.standing.memory.repair) == (LEAD, MUST_ACT)


def test_a_word_begins_the_count_of_passes_anew():
    room = room_after(*passing(WRITER, FINDER, LEAD), Say(text="Well then.", next_speaker=WRITER), *passing(FINDER))
    assert room.standing.memory.passes == 1


def test_a_lead_that_only_passes_is_asked_twice_to_act_and_then_it_is_over():
    room = room_after(Pass(), Pass(), Pass())
    assert (room.standing.phase, room.ended) == (Phase.FAILED, 1)
    assert MUST_ACT in room.end.failure


def test_the_lead_may_pass_while_work_is_under_way_and_is_silent():
    room = room_after(Assign(tasks=(draft("a"), draft("b"))))
    room.settle(1)
    room.say(Pass())
    assert room.at == (Phase.ASYNC_TASK, WAITING, LEAD)


def test_passing_on_and_on_while_work_is_under_way_ends_in_silence():
    room = room_after(TWO)
    room.person()
    room.say(*passing(WRITER, FINDER, LEAD, WRITER, FINDER, LEAD))
    assert room.standing.liveness is WAITING


def test_a_colleague_that_passes_leaves_a_question_to_the_next_in_line():
    room = room_after(TWO)
    room.ask(1, fitting=FINDER)
    room.say(Pass())
    assert room.at == (Phase.ASYNC_TASK, DUE, LEAD)


def test_passes_are_no_circle():
    room = room_after(*words(9))
    room.say(*passing(WRITER, LEAD, WRITER, LEAD, WRITER))
    assert room.standing.memory.loops == 0


@pytest.mark.parametrize("said", [Say(text="Come in.", next_speaker=GUEST), Pass(next_speaker=GUEST)])
def test_the_lead_brings_an_agent_in_by_giving_it_the_floor(said):
    room = Room()
    assert BringIn(GUEST) in room.say(said)
    assert room.at == (Phase.DISCUSSION, DUE, GUEST)


def test_a_member_brings_nobody_in():
    room = room_after(Say(text="You?", next_speaker=WRITER))
    assert not has(room.say(Say(text="Ask the guest.", next_speaker=GUEST)), BringIn)
    assert (room.standing.speaker, GUEST in room.standing.members) == (LEAD, False)
