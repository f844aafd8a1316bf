"""Protocols of a room: each ends within its bounds, gives the floor to members alone and signs for nobody."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.chat.domain.room_protocols import BUILT_IN, room_protocols
from apps.chat.domain.room_protocols.conformance import shortcomings
from apps.chat.domain.room_protocols.debate import Debate
from apps.chat.domain.room_protocols.disclosure import DisclosureRound
from apps.chat.domain.room_protocols.marks import read_act
from apps.chat.domain.room_protocols.open_floor import OpenFloor
from apps.chat.domain.room_protocols.round_robin import RoundRobin
from apps.chat.domain.room_protocols.talk import Act, Attitude, Contribution, Outcome, RoomTalk

ANN, BOB, CAT, LEAD = "ann", "bob", "cat", "lead"
SAID, PASSED, AGREED, OBJECTED, LOST = Act


def talk_of(protocol, *members, rounds=2, **how):
    return RoomTalk(protocol=protocol.name, question="Which one?", members=members, lead=LEAD, rounds=rounds, **how)


def play(protocol, talk, *acts):
    """The talk after these acts of whoever was next; an act is one, or one and its text, or all of a Contribution."""
    for act in acts:
        kind, text, named = (*(act if isinstance(act, tuple) else (act,)), "", "")[:3]
        speaker = protocol.next_speaker(talk)
        talk = talk.with_turn(Contribution(by=speaker, act=kind, text=text, next=named))
    return talk


def speakers(talk):
    return [one.by for one in talk.turns]


def stances(protocol, talk):
    return {one.handle: one.stance for one in protocol.outcome(talk).positions}


@pytest.mark.parametrize("protocol", BUILT_IN, ids=lambda one: one.name)
def test_it_keeps_to_what_the_machine_expects(protocol):
    assert shortcomings(protocol) == []


@given(data=st.data(), protocol=st.sampled_from(BUILT_IN))
def test_whatever_its_members_do_it_ends_within_its_bound(data, protocol):
    members = data.draw(st.lists(st.sampled_from(["a", "b", "c", "d", LEAD]), min_size=1, unique=True))
    talk = talk_of(protocol, *members, rounds=data.draw(st.integers(1, 4)))
    bound = protocol.bound(talk)
    while (speaker := protocol.next_speaker(talk)) is not None:
        assert speaker in (*talk.present, LEAD)
        assert len(talk.turns) < bound
        act, named = data.draw(st.sampled_from(Act)), data.draw(st.sampled_from(["", "nobody", *members]))
        talk = talk.with_turn(Contribution(by=speaker, act=act, text="Words.", next=named))
        if data.draw(st.integers(0, 5)) == 0:
            talk = talk.model_copy(update={"left": (*talk.left, data.draw(st.sampled_from(members)))})
    signed = {one.handle for one in protocol.outcome(talk).positions if one.stance is Attitude.SIGNED}
    assert signed <= {one.by for one in talk.turns if one.act in (SAID, AGREED)}


def test_what_ships_with_the_product_is_installed():
    assert list(room_protocols())[: len(BUILT_IN)] == ["disclosure", "round", "debate", "open_floor"]


# --- a round ----------------------------------------------------------------------------------------------------------


def test_in_a_round_everybody_speaks_in_order_so_many_times():
    talk = play(RoundRobin(), talk_of(RoundRobin(), ANN, BOB), SAID, SAID, SAID, SAID)
    assert speakers(talk) == [ANN, BOB, ANN, BOB]
    assert RoundRobin().next_speaker(talk) is None


def test_a_round_in_which_all_pass_is_the_last():
    talk = play(RoundRobin(), talk_of(RoundRobin(), ANN, BOB, rounds=5), SAID, PASSED, PASSED)
    assert RoundRobin().next_speaker(talk) is None
    assert stances(RoundRobin(), talk) == {ANN: Attitude.SPOKE, BOB: Attitude.PASSED}


def test_who_leaves_or_says_nothing_is_named_in_the_outcome():
    talk = play(RoundRobin(), talk_of(RoundRobin(), ANN, BOB, CAT, rounds=1, left=(CAT,)), SAID, LOST)
    assert RoundRobin().next_speaker(talk) is None
    assert "No word came from @bob, @cat." in RoundRobin().outcome(talk).summary


# --- disclosure -------------------------------------------------------------------------------------------------------


def test_everybody_discloses_once():
    talk = play(DisclosureRound(), talk_of(DisclosureRound(), ANN, BOB), SAID, PASSED)
    assert DisclosureRound().next_speaker(talk) is None
    assert DisclosureRound().outcome(talk).summary == "On record: the facts of @ann. Nothing to add: @bob."


def test_who_gave_no_answer_is_asked_once_more_after_the_others():
    talk = play(DisclosureRound(), talk_of(DisclosureRound(), ANN, BOB), LOST, SAID, SAID)
    assert speakers(talk) == [ANN, BOB, ANN]
    assert set(stances(DisclosureRound(), talk).values()) == {Attitude.SPOKE}


def test_what_is_not_on_record_is_said():
    talk = play(DisclosureRound(), talk_of(DisclosureRound(), ANN, BOB), LOST, SAID, LOST)
    assert DisclosureRound().next_speaker(talk) is None
    assert "Not on record, since no answer came: the facts of @ann." in DisclosureRound().outcome(talk).summary


# --- debate -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """What was done in turn, who signed at the end, and who dissents."""

    acts: tuple
    signed: frozenset
    dissent: frozenset = frozenset()


CASES = {
    "one text, agreed to": Case((SAID, AGREED), frozenset({ANN, BOB})),
    "another text takes the first signature away": Case((SAID, SAID, AGREED), frozenset({ANN, BOB})),
    "an objection is answered, then agreed to": Case((SAID, OBJECTED, SAID, AGREED), frozenset({ANN, BOB})),
    "both stay where they are": Case((SAID, SAID, SAID, SAID, OBJECTED), frozenset({BOB}), frozenset({ANN})),
    "who agreed to an earlier text has not signed the last": Case((SAID, PASSED, SAID, AGREED), frozenset({ANN, BOB})),
    "what is said after the rounds replaces nothing": Case(
        (SAID, SAID, SAID, SAID, SAID), frozenset({BOB}), frozenset({ANN})
    ),
    "nobody puts a text forward": Case((PASSED, LOST, PASSED, PASSED), frozenset()),
    "who is lost has not signed": Case((SAID, LOST, LOST), frozenset({ANN})),
}


@pytest.mark.parametrize("name", CASES)
def test_a_debate_ends_with_the_names_that_were_given(name):
    case, debate = CASES[name], Debate()
    talk = play(debate, talk_of(debate, ANN, BOB), *case.acts)
    assert debate.next_speaker(talk) is None
    found = stances(debate, talk)
    assert {handle for handle, stance in found.items() if stance is Attitude.SIGNED} == case.signed
    assert {handle for handle, stance in found.items() if stance is Attitude.DISSENTS} == case.dissent
    assert debate.outcome(talk).agreed is (len(case.signed) == 2)


def test_who_never_had_a_turn_after_a_text_is_asked_to_sign_it():
    debate = Debate()
    talk = play(debate, talk_of(debate, ANN, BOB, rounds=1), SAID, SAID)
    assert debate.next_speaker(talk) == ANN
    assert "Sign or dissent now" in debate.instruction(talk, ANN)
    assert debate.outcome(play(debate, talk, AGREED)).agreed


def test_a_dissent_is_in_the_dissenters_own_words():
    debate = Debate()
    talk = play(debate, talk_of(debate, ANN, BOB, rounds=1), (SAID, "Red."), (OBJECTED, "Blue is cheaper."))
    [_, bob] = debate.outcome(talk).positions
    assert (bob.stance, bob.why) == (Attitude.DISSENTS, "Blue is cheaper.")
    assert debate.outcome(talk).text == "Red."


def test_nobody_signs_for_a_member_that_left():
    debate = Debate()
    talk = play(debate, talk_of(debate, ANN, BOB, CAT, left=(CAT,)), SAID, AGREED)
    assert debate.next_speaker(talk) is None
    assert debate.outcome(talk).agreed is False
    assert "The signature is missing of @cat." in debate.outcome(talk).summary


def test_a_side_is_told_what_it_stands_for():
    debate = Debate()
    talk = talk_of(debate, ANN, BOB, sides=("rent", "buy"))
    assert "Your side: rent." in debate.instruction(talk, ANN)
    assert "Your side: buy." in debate.instruction(play(debate, talk, (SAID, "Rent!")), BOB)


# --- open floor -------------------------------------------------------------------------------------------------------


def test_on_the_open_floor_the_speaker_names_the_next_and_else_the_lead_does():
    floor = OpenFloor()
    talk = play(floor, talk_of(floor, ANN, BOB, CAT), (SAID, "", CAT), SAID, (SAID, "", BOB))
    assert speakers(talk) == [ANN, CAT, LEAD]
    assert floor.next_speaker(talk) == BOB


@pytest.mark.parametrize("named", ["", "nobody"])
def test_the_lead_ends_the_open_floor_by_naming_nobody(named):
    floor = OpenFloor()
    talk = play(floor, talk_of(floor, ANN, BOB), SAID, (SAID, "", named))
    assert floor.next_speaker(talk) is None


def test_nobody_keeps_the_open_floor_for_itself():
    floor = OpenFloor()
    assert floor.next_speaker(play(floor, talk_of(floor, ANN, BOB), (SAID, "Me again.", ANN))) == LEAD


# --- what members answer in words -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "act", "words"),
    [
        ("AGREE", AGREED, ""),
        ("**Agree.**\nWith thanks.", AGREED, "With thanks."),
        ("> OBJECT:\n\nToo dear.", OBJECTED, "Too dear."),
        ("pass", PASSED, ""),
        ("Agree, if it is cheaper", SAID, "Agree, if it is cheaper"),
        ("I agree with Ann that it is dear.", SAID, "I agree with Ann that it is dear."),
        ("The pass is closed.\nAGREE", SAID, "The pass is closed.\nAGREE"),
    ],
)
def test_only_a_mark_alone_on_the_first_line_is_one(text, act, words):
    assert read_act(text) == (act, words)


# --- what the conformance test finds ----------------------------------------------------------------------------------


class Endless(RoundRobin):
    def next_speaker(self, talk):
        return talk.members[0]


class Inviting(RoundRobin):
    def next_speaker(self, talk):
        return "stranger" if len(talk.turns) == 1 else super().next_speaker(talk)


class Forging(RoundRobin):
    def outcome(self, talk):
        positions = [one.model_copy(update={"stance": Attitude.SIGNED}) for one in super().outcome(talk).positions]
        return Outcome(summary="All agree.", positions=tuple(positions), agreed=True)


class Silent(RoundRobin):
    def instruction(self, talk, speaker):
        return ""


class Breaking(RoundRobin):
    def outcome(self, talk):
        raise KeyError(talk.turns[0].by)


class Nameless(RoundRobin):
    name, purpose = "Round 2!", " "


@pytest.mark.parametrize(
    ("protocol", "words"),
    [
        (Endless(), "It takes more turns than it says."),
        (Inviting(), "It gives the floor to somebody who is no member."),
        (Forging(), "It takes somebody to have signed who did not."),
        (Silent(), "It must tell the speaker what to do"),
        (Breaking(), "It raised"),
        (Nameless(), "Its name must be of a-z"),
        (Nameless(), "It needs a title, and a purpose"),
    ],
)
def test_each_thing_that_a_protocol_does_not_keep_to_is_named(protocol, words):
    assert any(words in each for each in shortcomings(protocol))
