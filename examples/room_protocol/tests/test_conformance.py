"""It keeps to what the machine expects of every protocol, and does what its purpose says."""

from ioa_red_team import RED_TEAM

from apps.chat.domain.room_protocols.conformance import shortcomings
from apps.chat.domain.room_protocols.talk import Act, Contribution, RoomTalk

TALK = RoomTalk(protocol="red_team", question="How high is the tide?", members=("ann", "bob", "cat"), rounds=2)


def played(*acts):
    """The talk after turns in which whoever is next does this, and who spoke."""
    talk = TALK
    for act in acts:
        talk = talk.with_turn(Contribution(by=RED_TEAM.next_speaker(talk), act=act, text="..."))
    return talk


def test_it_keeps_to_what_the_machine_expects():
    assert shortcomings(RED_TEAM) == []


def test_who_answers_speaks_again_only_where_a_fault_was_found():
    faulty = played(Act.SAID, Act.OBJECTED, Act.PASSED)
    assert [one.by for one in faulty.turns] == ["ann", "bob", "cat"]
    assert RED_TEAM.next_speaker(faulty) == "ann"
    assert RED_TEAM.next_speaker(played(Act.SAID, Act.PASSED, Act.PASSED)) is None


def test_the_last_word_is_of_who_answers():
    talk = played(Act.SAID, Act.OBJECTED, Act.SAID, Act.SAID, Act.OBJECTED, Act.PASSED, Act.SAID)
    assert [one.by for one in talk.turns] == ["ann", "bob", "cat", "ann", "bob", "cat", "ann"]
    assert RED_TEAM.next_speaker(talk) is None
    assert RED_TEAM.outcome(talk).summary == "Answers of @ann: 3; faults that were named: 3."
