"""Whom a person's words reach is said before they are sent, and is what the machine then does."""

from dataclasses import replace

import pytest

from apps.chat.domain.hearing import (
    ANSWERED,
    BELOW,
    NOBODY,
    OPENS,
    OVER,
    PAUSED,
    SPEAKS,
    SPEAKS_AFTER,
    Hearer,
    Wakes,
    Worker,
    hearing_at_work,
    hearing_of,
    named_at_work,
)
from apps.chat.domain.machine.advance import advance
from apps.chat.domain.machine.inputs import PersonSpoke, Stopped
from apps.chat.domain.states import TurnState
from tests.chat.machine.room import FINDER, LEAD, TWO, WRITER, room_after, words

OWNERS = {1: WRITER, 2: FINDER}
AT_WORK = [Worker(WRITER, 1), Worker(FINDER, 2)]


def heard(room, text, workers=()):
    return hearing_of(room.standing, PersonSpoke(text), workers, OWNERS)


def silent_room():
    """Two tasks are being done, and the lead waits for them."""
    return room_after(TWO)


def test_the_lead_speaks_next_and_agents_at_work_have_it_with_their_work():
    found = heard(silent_room(), "In euros.", AT_WORK)
    assert found == Wakes(
        (
            Hearer(LEAD, SPEAKS),
            Hearer(WRITER, "is at work on task 1"),
            Hearer(FINDER, "is at work on task 2"),
        )
    )


def test_what_begins_with_a_name_at_work_reaches_that_agent_alone():
    assert heard(silent_room(), f"@{FINDER} in euros.", AT_WORK) == Wakes((Hearer(FINDER, "is told now, at task 2"),))


def test_what_is_for_work_that_goes_on_reaches_those_at_work_alone_and_of_them_those_named():
    below = Worker("deep", 7, here=False)
    told = [Hearer(WRITER, "is told now, at task 1"), Hearer(FINDER, "is told now, at task 2")]
    assert hearing_at_work("In euros.", [*AT_WORK, below]) == Wakes(tuple(told))
    assert hearing_at_work(f"In euros, @{FINDER}.", AT_WORK) == Wakes((told[1],))
    assert hearing_at_work("In euros.", [below]) == Wakes(note=NOBODY)


def test_a_name_further_on_or_of_somebody_below_does_not_narrow_it():
    assert heard(silent_room(), f"Ask @{FINDER} too.", AT_WORK).hearers[0] == Hearer(LEAD, SPEAKS)
    below = [Worker("deep", 7, here=False)]
    assert heard(silent_room(), "@deep in euros.", below) == Wakes((Hearer(LEAD, SPEAKS), Hearer("deep", BELOW)))


def test_while_a_turn_goes_on_the_lead_speaks_after_it():
    room = silent_room()
    room.standing = replace(room.standing, turn_state=TurnState.IN_FLIGHT, speaker=WRITER)
    assert heard(room, "In euros.").hearers == (Hearer(LEAD, SPEAKS_AFTER),)


def test_the_only_question_is_answered_by_it_and_nobody_else_is_woken():
    room = silent_room()
    room.ask(1, "Which year?")
    while room.standing.turn_state is not TurnState.NONE:
        room.say(words(1)[0])
    assert heard(room, "2020.", AT_WORK[1:]) == Wakes((Hearer(WRITER, ANSWERED),))


def test_a_paused_team_says_when_it_is_heard():
    room = silent_room()
    room.standing = replace(room.standing, frozen=True)
    assert heard(room, "In euros.").note == PAUSED


@pytest.mark.parametrize(("nested", "found"), [(False, Wakes((Hearer(LEAD, OPENS),))), (True, Wakes(note=OVER))])
def test_after_the_end_the_lead_opens_a_round_and_a_sub_team_none(nested, found):
    room = room_after(TWO, nested=nested)
    room.tell(Stopped("Enough."))
    assert heard(room, "And in euros?", AT_WORK) == found


def test_what_is_said_is_what_the_machine_does():
    room = silent_room()
    first = heard(room, "In euros.", AT_WORK).hearers[0]
    after = advance(room.standing, PersonSpoke("In euros.")).standing
    assert (after.turn_state, after.speaker) == (TurnState.DUE, first.handle)


@pytest.mark.parametrize(
    ("text", "meant", "idle"),
    [
        ("In euros.", {WRITER, FINDER}, ()),
        (f"@{WRITER} in euros.", {WRITER}, ()),
        (f"@{WRITER} and @{LEAD}", {WRITER, LEAD}, (LEAD,)),
        ("@nobody here", {WRITER, FINDER}, ()),
    ],
)
def test_words_into_work_are_for_who_is_named_or_for_all(text, meant, idle):
    assert named_at_work(text, [WRITER, FINDER], {LEAD, WRITER, FINDER}) == (meant, idle)
