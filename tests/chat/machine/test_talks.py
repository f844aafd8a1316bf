"""A talk in the machine: whose turn it is, what a turn in it does, what goes before it, and what comes of it."""

import pytest

from apps.chat.domain.machine import talks
from apps.chat.domain.machine.effects import BringIn, CreateTasks, FreeTurn, Post
from apps.chat.domain.machine.inputs import TalkAsked, Uttered
from apps.chat.domain.protocol import Misspoken
from apps.chat.domain.room_protocols.talk import Attitude
from apps.chat.domain.states import MessageKind, Phase
from apps.chat.domain.utterances import AskPerson, Assign, Conclude, Discuss, Pass, Say, Stance, WaitFor
from tests.chat.machine.room import DUE, ENDED, FINDER, FROZEN, GUEST, LEAD, TWO, WRITER, Room, draft, has, room_after

DEBATE = Discuss(protocol="debate", question="Rent or buy?", members=(WRITER, FINDER))
DISCLOSURE = Discuss(protocol="disclosure", question="What do you know?", members=(WRITER, FINDER))
AGREE, OBJECT = Say(text="AGREE"), Say(text="OBJECT\nToo dear.")


def say(text, **how):
    return Say(text=text, **how)


def speaker_of(room):
    return room.standing.speaker


def outcome_of(room):
    """What came of the newest talk."""
    return [one for one in room.effects if isinstance(one, Post) and one.outcome is not None][-1].outcome


def stances(room):
    return {one.handle: one.stance for one in outcome_of(room).positions}


def test_the_lead_begins_a_talk_and_its_first_member_speaks():
    room = room_after(DEBATE)
    assert room.at == (Phase.DISCUSSION, DUE, WRITER)
    assert "Debate of @writer, @finder, at most 2 rounds: Rent or buy?" in room.posts(MessageKind.NOTICE)[-1].text


def test_after_its_end_the_floor_is_the_leads_with_what_came_of_it():
    room = room_after(DEBATE, say("Rent."), AGREE)
    assert room.at == (Phase.DISCUSSION, DUE, LEAD)
    assert room.standing.memory.talk is None
    assert outcome_of(room).agreed
    assert "All signed: @writer, @finder." in room.posts(MessageKind.NOTICE)[-1].text


UNABLE = Pass(text="It does tasks and does not talk.", unable=True)


def test_of_who_cannot_speak_the_room_and_the_outcome_say_so_and_not_that_it_had_nothing_to_add():
    room = room_after(DISCLOSURE, UNABLE, say("Rents fell."), UNABLE)
    told = [one.text for one in room.posts(MessageKind.NOTICE)]
    assert f"@{WRITER} can't speak: It does tasks and does not talk." in told
    assert stances(room) == {WRITER: Attitude.SILENT, FINDER: Attitude.SPOKE}
    assert outcome_of(room).positions[0].why == "It does tasks and does not talk."
    assert outcome_of(room).summary == (
        f"On record: the facts of @{FINDER}. Not on record, since no answer came: the facts of @{WRITER} (It does "
        "tasks and does not talk)."
    )


def test_a_debate_says_whose_signature_is_missing_since_it_cannot_speak():
    room = room_after(DEBATE, say("Rent."), UNABLE, UNABLE, UNABLE)
    assert f"@{FINDER} gave no answer (It does tasks and does not talk)" in room.standing.memory.signatures
    assert f"The signature is missing of @{FINDER} (It does tasks and does not talk)." in outcome_of(room).summary


@pytest.mark.parametrize("protocol", ["round", "open_floor"])
def test_other_talks_say_too_who_could_not_speak_and_why(protocol):
    talk = DEBATE.model_copy(update={"protocol": protocol, "rounds": 1})
    room = room_after(talk, say("Rent.", next_speaker=FINDER), UNABLE)
    while room.standing.memory.talk is not None:
        room.say(Pass())
    assert outcome_of(room).summary.endswith(f"No word came from @{FINDER} (It does tasks and does not talk).")


def test_a_turn_of_who_cannot_speak_costs_none():
    room = room_after(DISCLOSURE)
    assert has(room.say(UNABLE), FreeTurn)


def test_members_who_are_not_there_yet_are_brought_in():
    room = Room()
    effects = room.say(Discuss(protocol="round", question="Why?", members=(WRITER, f"@{GUEST}")))
    assert BringIn(GUEST) in effects
    assert room.standing.memory.talk.members == (WRITER, GUEST)


def test_without_names_everybody_but_the_lead_takes_part():
    room = room_after(Discuss(protocol="round", question="Why?"))
    assert room.standing.memory.talk.members == (FINDER, WRITER)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"protocol": "duel"}, "there is no 'duel'; choose one of disclosure, round, debate, open_floor"),
        ({"members": ("nobody", WRITER)}, "@nobody is no member"),
        ({"members": (WRITER,)}, "name 2 to 8 members"),
        ({"sides": ("rent",)}, "give one for each of `members`"),
    ],
)
def test_a_talk_that_cannot_be_is_asked_for_again(changes, reason):
    room = room_after(DEBATE.model_copy(update=changes))
    assert reason in room.standing.memory.repair
    assert room.at == (Phase.DISCUSSION, DUE, LEAD)


def test_only_the_lead_begins_a_talk():
    room = room_after(Say(text="You?", next_speaker=WRITER), DEBATE)
    assert room.standing.memory.talk is None
    assert (room.standing.speaker, room.posts(MessageKind.SAY)[-1].about) == (LEAD, "propose")


@pytest.mark.parametrize(
    "utterance", [TWO, Conclude(answer="All agree: rent."), Misspoken("do: no such", text="Rent."), WaitFor(tasks=(1,))]
)
def test_in_a_talk_words_count_and_nothing_else(utterance):
    room = room_after(DEBATE)
    effects = room.say(utterance)
    assert speaker_of(room) == FINDER
    assert not has(effects, CreateTasks)
    assert room.ended == 0


def test_nobody_signs_for_another():
    room = room_after(DEBATE, say("Rent. AGREE also in the name of @finder."), OBJECT, AGREE, OBJECT)
    assert stances(room) == {WRITER: Attitude.SIGNED, FINDER: Attitude.DISSENTS}
    assert "Dissent of @finder:\n\n> Too dear." in room.posts(MessageKind.NOTICE)[-1].text


def test_the_answer_carries_each_signature_and_each_dissent():
    room = room_after(DEBATE, say("Rent."), OBJECT, AGREE, OBJECT, Conclude(answer="All of us say: rent."))
    assert room.end.answer == "All of us say: rent.\n\nDebate: @writer signed.\n\nDissent of @finder:\n\n> Too dear."


def test_an_answer_that_nobody_signed_shows_what_was_signed():
    room = room_after(DEBATE, say("Rent.\n\nBuy later."), OBJECT, AGREE, OBJECT, Conclude(answer="Do neither."))
    shown = "Do neither.\n\nThe text that was to be signed:\n\n> Rent.\n> \n> Buy later.\n\nDebate: @writer signed."
    assert room.end.answer.startswith(shown)


def test_below_an_answer_in_other_words_a_long_text_is_not_said_again():
    text = "Rent for a year. " * 30
    room = room_after(DEBATE, say(text), OBJECT, AGREE, OBJECT, Conclude(answer="Do neither."))
    told = "What was to be signed stands in the room; this answer is in other words."
    assert room.end.answer.startswith(f"Do neither.\n\n{told}\n\nDebate: @writer signed.")


def test_an_answer_after_a_round_without_signatures_is_as_it_was_written():
    room = room_after(DISCLOSURE, say("It leaks."), say("It is old."), Conclude(answer="Replace it."))
    assert room.end.answer == "Replace it."


def test_passing_costs_no_turn_and_no_answer_is_told():
    room = room_after(DISCLOSURE)
    assert has(room.say(Pass()), FreeTurn)
    room.say(Misspoken("The answer was empty."))
    assert room.posts(MessageKind.NOTICE)[-1].text == "@finder gave no answer that can be used."
    assert speaker_of(room) == FINDER, "who gave none is asked once more"


def test_a_member_that_cannot_be_reached_does_not_end_the_round():
    room = room_after(DISCLOSURE)
    room.fail("Its server is away.", permanent=True)
    assert (speaker_of(room), room.ended) == (FINDER, 0)
    room.say(say("It is old."))
    room.fail("Its server is away.", permanent=True)
    assert stances(room) == {WRITER: Attitude.SILENT, FINDER: Attitude.SPOKE}
    assert speaker_of(room) == LEAD


def test_a_persons_word_goes_to_the_lead_and_then_the_talk_goes_on():
    room = room_after(DISCLOSURE)
    room.person("22 people, not 12.")
    room.say(say("It leaks."))
    assert speaker_of(room) == LEAD
    room.say(say("Noted: 22."))
    assert speaker_of(room) == FINDER
    assert len(room.standing.memory.talk.turns) == 1


def test_the_lead_may_ask_a_person_in_between():
    room = room_after(DISCLOSURE)
    room.claim()
    room.person("Wait.")
    room.say(say("It leaks."), AskPerson(question="How many?"))
    assert room.standing.awaits_person
    room.person("22.")
    room.say(say("22 it is."))
    assert speaker_of(room) == FINDER


def test_work_that_the_lead_gives_in_between_breaks_the_talk_off_and_says_what_came_of_it():
    room = room_after(DEBATE)
    room.person("No talk, please.")
    room.say(say("Rent."), TWO)
    assert room.standing.memory.talk is None
    assert "Debate broken off after 1 turns." in "".join(one.text for one in room.posts(MessageKind.NOTICE))
    assert stances(room) == {WRITER: Attitude.SIGNED, FINDER: Attitude.SILENT}


def test_an_answer_that_is_refused_does_not_break_it_off():
    room = room_after(DEBATE)
    room.person("And?")
    room.say(say("Rent."), WaitFor(tasks=(7,)))
    assert room.standing.memory.talk is not None
    assert speaker_of(room) == LEAD


def test_an_agents_question_goes_before_the_next_in_the_talk():
    room = room_after(Assign(tasks=(draft("a"),)))
    room.start(1)
    room.tell(TalkAsked(DISCLOSURE))
    room.ask(1, fitting=FINDER)
    room.say(say("It leaks."))
    assert speaker_of(room) == FINDER
    assert len(room.standing.memory.talk.turns) == 1
    room.say(say("2020.", answers=1))
    assert (speaker_of(room), len(room.standing.memory.talk.turns)) == (FINDER, 1)


def test_results_that_come_meanwhile_wait_for_its_end():
    room = room_after(Assign(tasks=(draft("a"), draft("b")), answer="b"))
    room.start(1), room.start(2)
    room.tell(TalkAsked(DISCLOSURE))
    room.settle(1), room.settle(2)
    assert (speaker_of(room), room.ended) == (WRITER, 0)
    room.say(say("It leaks."), say("It is old."))
    assert speaker_of(room) == LEAD
    room.say(say("Then that is it."))
    assert room.standing.liveness is ENDED


def test_a_pause_holds_it_and_an_end_ends_it():
    room = room_after(DEBATE)
    room.pause()
    assert room.standing.liveness is FROZEN
    room.resume()
    assert room.at == (Phase.DISCUSSION, DUE, WRITER)
    room.stop()
    assert room.standing.memory.talk is None
    assert room.standing.liveness is ENDED


def test_whoever_ends_it_now_is_told_what_came_of_it_so_far():
    room = room_after(TWO)
    room.start(1), room.settle(1, result="Rents fell.")
    room.say(DEBATE, say("Rent."))
    room.conclude_now()
    signed = "The text that was to be signed:\n\n> Rent.\n\nDebate: @writer signed; @finder gave no answer."
    assert room.end.answer == f"**Task a**\n\nRents fell.\n\n{signed}"


def test_who_leaves_is_not_waited_for():
    room = room_after(DISCLOSURE)
    room.lose_member(WRITER)
    room.say(say("The lead speaks for it."))
    assert speaker_of(room) == FINDER
    room.say(say("It is old."))
    assert stances(room) == {WRITER: Attitude.LEFT, FINDER: Attitude.SPOKE}


def test_a_person_begins_one_in_the_place_of_the_turn_that_is_due():
    room = Room()
    room.tell(TalkAsked(DEBATE))
    assert room.at == (Phase.DISCUSSION, DUE, WRITER)
    assert room.standing.memory.talk.by_person


def test_work_that_was_in_flight_when_a_person_wanted_a_talk_runs_beside_it():
    room = Room()
    room.claim()
    room.tell(TalkAsked(DISCLOSURE))
    room.say(TWO)
    assert (speaker_of(room), room.standing.open_tasks) == (WRITER, (1, 2))


def test_long_talks_are_no_circle():
    room = room_after(Discuss(protocol="round", question="Why?", members=(WRITER, FINDER), rounds=6))
    room.say(*[say("The same again.") for _ in range(12)])
    assert room.standing.memory.loops == 0
    assert speaker_of(room) == LEAD


def test_the_same_talk_twice_is_one():
    room = room_after(DISCLOSURE, say("It leaks."), say("It is old."), DISCLOSURE)
    assert room.standing.memory.talk is None
    assert "@lead begins a talk that was held: “What do you know?”." in room.standing.memory.repair


def test_a_protocol_that_is_not_installed_any_more_ends_its_talk_alone():
    room = room_after(DISCLOSURE)
    talk = room.standing.memory.talk.model_copy(update={"protocol": "gone"})
    room.standing = room.standing.remembering(talk=talk)
    room.say(say("It leaks."))
    assert room.at == (Phase.DISCUSSION, DUE, LEAD)
    assert "its protocol is not installed" in room.posts(MessageKind.NOTICE)[-1].text


def wanting(protocol="disclosure"):
    room = Room()
    room.standing = room.standing.remembering(wanted=protocol)
    return room


@pytest.mark.parametrize("utterance", [TWO, Conclude(answer="Rent.")])
def test_a_talk_that_a_person_wants_comes_before_work_and_before_an_end(utterance):
    room = wanting()
    room.say(utterance)
    assert "a person wants a talk first: answer with discuss, protocol disclosure" in room.standing.memory.repair
    room.say(DISCLOSURE, say("It leaks."), say("It is old."), TWO)
    assert room.standing.open_tasks == (1, 2)


def test_a_member_is_not_asked_for_the_talk_that_the_lead_shall_begin():
    room = wanting()
    room.say(Say(text="You?", next_speaker=WRITER), Conclude(answer="Rent."))
    assert "wants a talk first" not in room.standing.memory.repair


def test_a_lead_that_will_not_have_the_talk_goes_on_and_the_room_says_so():
    room = wanting()
    room.say(TWO, TWO, TWO)
    assert room.standing.open_tasks == (1, 2)
    told = [one.text for one in room.posts(MessageKind.NOTICE)]
    assert "The talk that was wanted first (disclosure) did not take place." in told


def test_where_nobody_can_talk_work_does_not_wait_for_it():
    room = wanting()
    room.lose_member(WRITER), room.lose_member(FINDER)
    room.claim()
    room.tell(Uttered(room.standing.turn, Conclude(answer="Alone.")))
    assert room.end.answer == "Alone."


def test_refusals_are_for_persons_too():
    assert "no member" in talks.refusal(Room().standing, DEBATE.model_copy(update={"members": ("x", "y")}))


@pytest.mark.parametrize(("stance", "words"), [(Stance.AGREE, "Agrees. Well."), (Stance.OBJECT, "Objects. Well.")])
def test_a_stance_in_the_form_of_an_utterance_counts_as_its_mark_does(stance, words):
    room = room_after(DEBATE, say("Rent."), say("Buy."), say("Well.", stance=stance))
    assert room.posts(MessageKind.SAY)[-1].text == words
