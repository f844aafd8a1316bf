"""A talk under a protocol: who takes part, what each did with its turns, and what a protocol has to say about it.

Pure data. It is stored with the machine's memory, so names of fields and values never change.
"""

from enum import StrEnum
from typing import Annotated, Protocol

from pydantic import BaseModel, BeforeValidator, ConfigDict

from apps.core.sentences import Words, join_sentences, sentence

MAX_MEMBERS = 8
MAX_ROUNDS = 6
MAX_TURNS = 2 * MAX_MEMBERS * (MAX_ROUNDS + 1)
"""No protocol takes more, whatever it says of itself."""
KEPT_TEXT = 4000
"""Characters of each thing said that the talk keeps; the room has all of it."""


class Act(StrEnum):
    """What a member did with its turn."""

    SAID = "said"
    PASSED = "passed"  # had nothing to add
    AGREED = "agreed"  # puts its name to what is on the table
    OBJECTED = "objected"  # does not, and says why
    LOST = "lost"  # gave no answer that could be used; `text` says why, where that is known


class Contribution(BaseModel):
    """One turn of a talk. `next`: the member whom the speaker named, if any."""

    model_config = ConfigDict(frozen=True)

    by: str
    act: Act = Act.SAID
    text: Annotated[Words, BeforeValidator(lambda text: text[:KEPT_TEXT])] = ""
    next: str = ""


class RoomTalk(BaseModel):
    """Where a talk stands. Members go by their handles, in the order in which they speak.

    `sides`: what each member stands for, in the members' order; those with the same words are one side. `turn`: number
    of the conversation's turn that is the talk's own, others are in between. `left`: members that are gone.
    """

    model_config = ConfigDict(frozen=True)

    protocol: str
    question: str
    members: tuple[str, ...]
    lead: str = ""
    sides: tuple[str, ...] = ()
    rounds: int = 1
    turns: tuple[Contribution, ...] = ()
    left: tuple[str, ...] = ()
    turn: int = 0
    by_person: bool = False

    @property
    def present(self) -> tuple[str, ...]:
        """The members that are still there, in order."""
        return tuple(handle for handle in self.members if handle not in self.left)

    @property
    def last(self) -> Contribution | None:
        """The newest turn."""
        return self.turns[-1] if self.turns else None

    @property
    def round(self) -> int:
        """The number of the round that is on, from 1: it ends when every member has had its turn in it."""
        fewest = min((self.turns_of(handle) for handle in self.present), default=self.rounds)
        return min(fewest + 1, self.rounds)

    def turns_of(self, handle: str) -> int:
        """How many turns a member has had."""
        return sum(one.by == handle for one in self.turns)

    def side_of(self, handle: str) -> str:
        """What a member stands for; empty: for itself."""
        place = self.members.index(handle) if handle in self.members else len(self.sides)
        return self.sides[place] if place < len(self.sides) else ""

    def after_last(self) -> tuple[str, ...]:
        """Those present in the order of speaking, beginning after who spoke last."""
        spoke = [one.by for one in self.turns if one.by in self.members]
        place = self.members.index(spoke[-1]) + 1 if spoke else 0
        around = self.members[place:] + self.members[:place]
        return tuple(handle for handle in around if handle not in self.left)

    def with_turn(self, contribution: Contribution) -> "RoomTalk":
        """The talk after one more turn."""
        return self.model_copy(update={"turns": (*self.turns, contribution)})


class Attitude(StrEnum):
    """How a member stands to a talk when it is over."""

    SIGNED = "signed"  # put its own name to the text
    DISSENTS = "dissents"  # was asked to and did not; `why` are its own words
    SPOKE = "spoke"
    PASSED = "passed"  # had nothing to add
    SILENT = "silent"  # gave no answer; `why`, where that is known
    LEFT = "left"  # is no member any more


class Position(BaseModel):
    """One member at the end of a talk."""

    model_config = ConfigDict(frozen=True)

    handle: str
    stance: Attitude
    side: str = ""
    why: Words = ""


class Outcome(BaseModel):
    """What a talk came to. `agreed`: whether all signed; None: nothing was to be signed. `text`: what they signed."""

    model_config = ConfigDict(frozen=True)

    summary: Words
    positions: tuple[Position, ...] = ()
    agreed: bool | None = None
    text: str = ""


class RoomProtocol(Protocol):
    """Who speaks next, until when, and what came of it: pure functions of the talk so far."""

    name: str
    title: str
    purpose: str
    """When to choose it, in a line for people and models."""

    def bound(self, talk: RoomTalk) -> int:
        """Give the most turns that the talk may take; the same from its beginning to its end."""

    def next_speaker(self, talk: RoomTalk) -> str | None:
        """Give the handle of a member that is present, or of the lead; None: the talk is over."""

    def instruction(self, talk: RoomTalk, speaker: str) -> str:
        """Give what the speaker is told to do with its turn."""

    def outcome(self, talk: RoomTalk) -> Outcome:
        """Give what it came to, so far or at its end."""


def plain_stance(talk: RoomTalk, handle: str) -> Position:
    """How a member stands where nothing is signed: the best that it did."""
    acts = {one.act for one in talk.turns if one.by == handle}
    if acts & {Act.SAID, Act.AGREED, Act.OBJECTED}:
        stance = Attitude.SPOKE
    elif Act.PASSED in acts:
        stance = Attitude.PASSED
    else:
        stance = Attitude.LEFT if handle in talk.left else Attitude.SILENT
    why = lost_words(talk, handle) if stance is Attitude.SILENT else ""
    return Position(handle=handle, stance=stance, side=talk.side_of(handle), why=why)


def lost_words(talk: RoomTalk, handle: str) -> str:
    """Why the last turn of a member brought nothing, where that is known: it can't speak, its call failed."""
    return next((one.text for one in reversed(talk.turns) if one.by == handle and one.act is Act.LOST), "")


def plain_positions(talk: RoomTalk) -> tuple[Position, ...]:
    """How all members stand where nothing is signed."""
    return tuple(plain_stance(talk, handle) for handle in talk.members)


def names(handles: tuple[str, ...]) -> str:
    """Members in a sentence."""
    return ", ".join(f"@{handle}" for handle in handles)


def silent_words(positions: tuple[Position, ...]) -> str:
    """Members that gave nothing, each with why where that is known: it has no voice, say."""
    missing = (one for one in positions if one.stance in (Attitude.SILENT, Attitude.LEFT))
    return join_sentences(", ", [_with_why(one) for one in missing])


def _with_why(one: Position) -> str:
    return sentence("@{handle} ({why:bare})", handle=one.handle, why=one.why) if one.why else f"@{one.handle}"


def with_stance(positions: tuple[Position, ...], *stances: Attitude) -> tuple[str, ...]:
    """The members that stand so."""
    return tuple(one.handle for one in positions if one.stance in stances)
