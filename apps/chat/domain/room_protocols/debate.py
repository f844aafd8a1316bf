"""A debate: members put texts forward until all have signed one, or their rounds are used up.

What was said last is on the table. Who says it has signed it; others sign it with their own turn and no other way, and
a signature is for that text alone: another text on the table has none of the earlier ones. After the last round each
who has not signed is asked once more, for a signature or the reason why not; nothing new comes on the table then.
"""

from apps.chat.domain.room_protocols.talk import (
    Act,
    Attitude,
    Contribution,
    Outcome,
    Position,
    RoomTalk,
    lost_words,
    names,
    plain_positions,
    silent_words,
    with_stance,
)
from apps.core.sentences import join_sentences, sentence

_ANSWERS = (Act.SAID, Act.AGREED, Act.OBJECTED)


class Debate:
    """Sides that sign, or say why they do not."""

    name = "debate"
    title = "Debate"
    purpose = "members with different views argue until all sign one text, or each says why it does not"

    def bound(self, talk: RoomTalk) -> int:
        """Each member once a round, and once more to sign."""
        return len(talk.members) * (talk.rounds + 1)

    def next_speaker(self, talk: RoomTalk) -> str | None:
        """Who has not signed what is on the table: with a turn left to say something else, else to sign or not."""
        place = _on_table(talk)
        signed = _signed(talk, place)
        unsigned = [handle for handle in talk.after_last() if handle not in signed]
        if not unsigned:
            return None
        speaking = [one for one in talk.after_last() if one in unsigned or _is_contradicted(talk, one)]
        speaking = [one for one in speaking if talk.turns_of(one) < talk.rounds]
        if speaking:
            return min(speaking, key=talk.turns_of)
        return next((one for one in unsigned if place is not None and _may_still_sign(talk, one, place)), None)

    def instruction(self, talk: RoomTalk, speaker: str) -> str:
        """What is on the table, and the three things that one can do about it."""
        place, side = _on_table(talk), talk.side_of(speaker)
        stands = f"Your side: {side}. " if side else ""
        if place is None:
            return (
                f"Debate, round 1 of {talk.rounds}. {stands}Give your position on the question with its reasons. It "
                "is then on the table, and you have signed it."
            )
        table = f"On the table is what @{talk.turns[place].by} said: “{talk.turns[place].text}”. "
        sign = (
            "To sign it as it stands, begin with a line that holds only the word AGREE; to refuse, with the line "
            "OBJECT and then your reason. Agree to nothing that you would not put your name to; with a condition it "
            "is no agreement."
        )
        if talk.turns_of(speaker) >= talk.rounds:
            return f"The rounds of the debate are over. {stands}{table}Sign or dissent now. {sign}"
        return (
            f"Debate, round {talk.turns_of(speaker) + 1} of {talk.rounds}. {stands}{table}{sign} Anything else you say "
            "takes its place on the table, signed by you alone: answer the reasons given and word it so that the "
            "others can sign it too, as far as you can stand for it."
        )

    def outcome(self, talk: RoomTalk) -> Outcome:
        """The text with its signatures, and each dissent."""
        place = _on_table(talk)
        if place is None:
            return Outcome(
                summary=sentence("Nobody put a text forward."),
                positions=plain_positions(talk),
                agreed=False,
            )
        signed = _signed(talk, place)
        positions = tuple(_position(talk, handle, place, signed) for handle in talk.members)
        agreed = all(one.stance is Attitude.SIGNED for one in positions)
        return Outcome(
            summary=_summary(positions, agreed), positions=positions, agreed=agreed, text=talk.turns[place].text
        )


def _on_table(talk: RoomTalk) -> int | None:
    """The place among the turns of the text that is to be signed: the last one said while there were rounds."""
    counts: dict[str, int] = {}
    found = None
    for place, one in enumerate(talk.turns):
        counts[one.by] = counts.get(one.by, 0) + 1
        if one.act is Act.SAID and counts[one.by] <= talk.rounds:
            found = place
    return found


def _signed(talk: RoomTalk, place: int | None) -> frozenset[str]:
    """Who put their own name to the text: its author, and those who agreed since and did not object after that."""
    if place is None:
        return frozenset()
    latest = {talk.turns[place].by: Act.AGREED}
    latest |= {one.by: one.act for one in talk.turns[place + 1 :] if one.act in _ANSWERS}
    return frozenset(handle for handle, act in latest.items() if act is Act.AGREED)


def _is_contradicted(talk: RoomTalk, handle: str) -> bool:
    """Whether somebody objected since a member's last turn: who has signed may answer."""
    last = max(place for place, one in enumerate(talk.turns) if one.by == handle)
    return any(one.act is Act.OBJECTED for one in talk.turns[last + 1 :])


def _may_still_sign(talk: RoomTalk, handle: str, place: int) -> bool:
    """Whether a member has had no turn since the text came on the table, and so was not asked to sign it."""
    return talk.turns_of(handle) <= talk.rounds and all(one.by != handle for one in talk.turns[place + 1 :])


def _position(talk: RoomTalk, handle: str, place: int, signed: frozenset[str]) -> Position:
    side = talk.side_of(handle)
    if handle in signed:
        return Position(handle=handle, stance=Attitude.SIGNED, side=side)
    since = [one for one in talk.turns[place:] if one.by == handle and one.act in _ANSWERS]
    words = since or [one for one in talk.turns if one.by == handle and one.act in _ANSWERS]
    if words:
        return Position(handle=handle, stance=Attitude.DISSENTS, side=side, why=_why(words[-1]))
    asked = [one.act for one in talk.turns if one.by == handle]
    if handle in talk.left:
        return Position(handle=handle, stance=Attitude.LEFT, side=side)
    if Act.PASSED in asked:
        return Position(handle=handle, stance=Attitude.PASSED, side=side)
    return Position(handle=handle, stance=Attitude.SILENT, side=side, why=lost_words(talk, handle))


def _why(words: Contribution) -> str:
    if words.act is Act.AGREED:
        return sentence("It agreed before this text was put forward, and has not signed it.")
    return words.text or sentence("It gave no reason.")


def _summary(positions: tuple[Position, ...], agreed: bool) -> str:
    signed = names(with_stance(positions, Attitude.SIGNED))
    if agreed:
        return sentence("All signed: {signed}.", signed=signed)
    parts = [
        sentence("No agreement. Signed by {signed}.", signed=signed)
        if signed
        else sentence("No agreement. Nobody signed.")
    ]
    against = with_stance(positions, Attitude.DISSENTS)
    passed, missing = with_stance(positions, Attitude.PASSED), silent_words(positions)
    parts += [sentence("Dissent of {against}.", against=names(against))] if against else []
    parts += [sentence("No word for or against it from {passed}.", passed=names(passed))] if passed else []
    parts += [sentence("The signature is missing of {missing}.", missing=missing)] if missing else []
    return join_sentences(" ", parts)
