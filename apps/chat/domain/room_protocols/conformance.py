"""What every protocol of a room keeps to, tried on one: for the tests of whoever writes one.

    def test_it_keeps_to_what_the_machine_expects():
        assert shortcomings(MyProtocol()) == []

It plays talks of one to three members in which everybody does whatever can be done: all patterns of three acts,
repeated until the talk is over, with members that leave. No pytest, no database and no hub is needed.
"""

import re
from collections.abc import Iterator
from itertools import product

from apps.chat.domain.room_protocols.talk import MAX_TURNS, Act, Attitude, Contribution, Outcome, RoomProtocol, RoomTalk

LEAD, MEMBERS = "lead", ("ann", "bob", "cat")
NAME = re.compile(r"[a-z][a-z_]{1,23}\Z")
MOST_WORDS = 12_000  # characters of an instruction, a text on the table among them
_ACTS = [
    Contribution(by="", act=Act.SAID, text="Seven."),
    Contribution(by="", act=Act.SAID, text="You, please.", next=MEMBERS[1]),
    Contribution(by="", act=Act.PASSED),
    Contribution(by="", act=Act.AGREED),
    Contribution(by="", act=Act.OBJECTED, text="No."),
    Contribution(by="", act=Act.LOST),
]


def shortcomings(protocol: RoomProtocol) -> list[str]:
    """Give a sentence for each thing that a protocol does not keep to; none: it conforms. Takes about a second."""
    wrong = list(_wrong_description(protocol))
    for talk in _openings(protocol.name):
        for pattern, leaving in product(product(_ACTS, repeat=3), (None, 1)):
            wrong += _played(protocol, talk, pattern, leaving)
        if wrong:
            break
    return list(dict.fromkeys(wrong))


def _wrong_description(protocol: RoomProtocol) -> Iterator[str]:
    if not NAME.match(protocol.name):
        yield "Its name must be of a-z and _, with 2 to 24 characters."
    if not protocol.title.strip() or not protocol.purpose.strip():
        yield "It needs a title, and a purpose that says when to choose it."


def _openings(name: str) -> Iterator[RoomTalk]:
    for count, rounds in product((1, 2, 3), (1, 2)):
        yield RoomTalk(protocol=name, question="How many?", members=MEMBERS[:count], lead=LEAD, rounds=rounds)
    yield RoomTalk(
        protocol=name, question="How many?", members=MEMBERS, lead=MEMBERS[0], rounds=1, sides=("a", "b", "a")
    )


def _played(
    protocol: RoomProtocol, talk: RoomTalk, pattern: tuple[Contribution, ...], leaving: int | None
) -> Iterator[str]:
    """One talk to its end; after `leaving` turns the last member leaves."""
    try:
        yield from _play(protocol, talk, pattern, leaving)
    except Exception as error:  # noqa: BLE001  whatever a stranger's code raises
        yield f"It raised {type(error).__name__}, which no protocol does."


def _play(
    protocol: RoomProtocol, talk: RoomTalk, pattern: tuple[Contribution, ...], leaving: int | None
) -> Iterator[str]:
    bound = protocol.bound(talk)
    if not 1 <= bound <= MAX_TURNS:
        yield f"Its bound must be of 1 to {MAX_TURNS} turns."
        return
    while (speaker := protocol.next_speaker(talk)) is not None:
        yield from _wrong_turn(protocol, talk, speaker)
        if len(talk.turns) >= bound:
            yield "It takes more turns than it says."
            return
        done = pattern[len(talk.turns) % len(pattern)]
        talk = talk.with_turn(done.model_copy(update={"by": speaker}))
        if len(talk.turns) == leaving:
            talk = talk.model_copy(update={"left": talk.members[-1:]})
        if protocol.bound(talk) > bound:
            yield "Its bound grows while it lasts."
            return
        yield from _wrong_outcome(protocol.outcome(talk), talk)
    yield from _wrong_outcome(protocol.outcome(talk), talk)


def _wrong_turn(protocol: RoomProtocol, talk: RoomTalk, speaker: str) -> Iterator[str]:
    if speaker not in (*talk.present, talk.lead) or not speaker:
        yield "It gives the floor to somebody who is no member."
    if protocol.next_speaker(RoomTalk.model_validate(talk.model_dump(mode="json"))) != speaker:
        yield "It does not choose the same speaker again for the same talk, read from the database."
    if not 0 < len(protocol.instruction(talk, speaker)) <= MOST_WORDS:
        yield f"It must tell the speaker what to do, in at most {MOST_WORDS:,} characters."


def _wrong_outcome(outcome: Outcome, talk: RoomTalk) -> Iterator[str]:
    if not outcome.summary.strip():
        yield "Its outcome has no summary."
    if tuple(one.handle for one in outcome.positions) != talk.members:
        yield "Its outcome must have a position for each member, in their order."
    signers = {one.handle for one in outcome.positions if one.stance is Attitude.SIGNED}
    if signers - {one.by for one in talk.turns if one.act in (Act.AGREED, Act.SAID)}:
        yield "It takes somebody to have signed who did not."
    if outcome.agreed and signers != set(talk.members):
        yield "It says that all agreed, and not all have signed."
