"""A model that gives no answer: asked again as its server says, then a person's choice, rules, or the end."""

import pytest

from apps.accounts.domain.workspace_settings import WhenSilent
from apps.chat.domain.machine.advance import MAX_FAILURES
from apps.chat.domain.machine.effects import LapseApprovals, OpenApproval
from apps.chat.domain.machine.inputs import RulesChosen
from apps.chat.domain.machine.silence import ASK_AGAIN, BY_RULES, LONGEST_DELAY
from apps.chat.domain.machine.utterance_effects import CONCLUDE, STOP
from apps.chat.domain.states import MessageKind, Phase
from tests.chat.machine.room import DONE, DUE, LEAD, TWO, WAITING, Room, has, room_after


def silent(room, when=WhenSilent.ASK, **how):
    return room.fail("The key is wrong.", permanent=True, when_silent=when, **how)


@pytest.mark.parametrize(("asked", "waits"), [(None, 1), (0.5, 1), (60, 60), (10**9, LONGEST_DELAY)])
def test_a_turn_waits_as_its_server_says_within_bounds(asked, waits):
    room = Room()
    room.fail("It is asked too often (429).", retry_after=asked)
    assert room.delay == waits
    told = [post.text for post in room.posts(MessageKind.NOTICE)]
    assert told == ([] if waits < 10 else told)
    assert all(text.startswith("It is asked too often (429). It is asked again in ") for text in told)


def test_a_person_is_asked_and_nothing_is_lost_meanwhile():
    room = room_after(TWO)
    room.person("Hurry.")
    silent(room)
    (card,) = [effect for effect in room.effects if isinstance(effect, OpenApproval)]
    assert card.options == (ASK_AGAIN, BY_RULES, CONCLUDE, STOP)
    assert card.question.startswith("The key is wrong. ")
    room.settle(1)
    assert (room.standing.liveness, room.task(1).state) == (WAITING, DONE)


def test_a_persons_word_has_the_model_asked_again():
    room = Room()
    silent(room)
    room.person(ASK_AGAIN)
    assert (room.standing.liveness, room.standing.speaker, room.standing.memory.by_rules) == (DUE, LEAD, False)


def test_the_rules_go_on_where_a_person_says_so():
    room = Room()
    silent(room)
    room.tell(RulesChosen())
    assert (room.standing.liveness, room.standing.memory.by_rules) == (DUE, True)
    assert has(room.effects, LapseApprovals)


def test_the_rules_go_on_by_themselves_where_the_settings_say_so_and_the_room_is_told():
    room = Room()
    silent(room, WhenSilent.RULES)
    assert (room.standing.liveness, room.standing.memory.by_rules) == (DUE, True)
    (notice,) = room.posts(MessageKind.NOTICE)
    assert notice.text == "The key is wrong. The built-in rules go on, as the settings say."


@pytest.mark.parametrize("when", list(WhenSilent))
def test_rules_that_fail_have_nobody_to_take_their_place(when):
    room = Room()
    silent(room, WhenSilent.RULES)
    silent(room, when)
    assert room.standing.phase is Phase.FAILED


def test_what_fails_for_a_while_is_asked_three_times_before_a_person_is():
    room = Room()
    for _ in range(MAX_FAILURES):
        assert not has(room.effects, OpenApproval)
        room.fail("No answer.", when_silent=WhenSilent.ASK)
    assert has(room.effects, OpenApproval)


def test_the_next_round_asks_the_model_again():
    room = Room()
    silent(room, WhenSilent.RULES)
    silent(room)
    room.person("Once more.")
    assert room.standing.memory.by_rules is False
