"""A disclosure round: each member first puts on record what it alone holds.

Groups talk about what all of them know: published, groups that shared little solved 30% of what one with all facts
solved to 81%. Nobody is asked for an opinion before everybody's facts are there.
"""

from apps.chat.domain.room_protocols.talk import (
    Act,
    Attitude,
    Outcome,
    RoomTalk,
    names,
    plain_positions,
    silent_words,
    with_stance,
)
from apps.core.sentences import join_sentences, sentence

TRIES = 2
"""Who gave nothing that could be used is asked once more, after all others."""


class DisclosureRound:
    """Everybody once; those who gave no answer twice."""

    name = "disclosure"
    title = "Disclosure round"
    purpose = "each member first tells what it alone knows, where the facts are spread over members or their sources"

    def bound(self, talk: RoomTalk) -> int:
        """Each member once, and once more."""
        return TRIES * len(talk.members)

    def next_speaker(self, talk: RoomTalk) -> str | None:
        """Who has not been asked; then who gave no answer."""
        owing = [handle for handle in talk.present if not _disclosed(talk, handle) and talk.turns_of(handle) < TRIES]
        return min(owing, key=talk.turns_of, default=None)

    def instruction(self, talk: RoomTalk, speaker: str) -> str:
        """To tell facts, all of them, and nothing else."""
        again = " You gave no answer before: this is the last time you are asked." if talk.turns_of(speaker) else ""
        return (
            "Disclosure round: before anybody decides, each member puts on record what it holds. List every fact, "
            "figure, file, source and limit that bears on the question and that others may not have, with where it "
            "comes from and how sure it is. No opinion and no conclusion yet; leave nothing out because it seems small "
            f"or speaks against something. If you hold nothing of the kind, answer with the one word PASS.{again}"
        )

    def outcome(self, talk: RoomTalk) -> Outcome:
        """Whose facts are on record, and whose are not."""
        positions = plain_positions(talk)
        told, none = with_stance(positions, Attitude.SPOKE), with_stance(positions, Attitude.PASSED)
        missing = silent_words(positions)
        parts = [
            sentence("On record: the facts of {told}.", told=names(told)) if told else sentence("Nothing is on record.")
        ]
        parts += [sentence("Nothing to add: {none}.", none=names(none))] if none else []
        parts += (
            [sentence("Not on record, since no answer came: the facts of {missing}.", missing=missing)]
            if missing
            else []
        )
        return Outcome(summary=join_sentences(" ", parts), positions=positions)


def _disclosed(talk: RoomTalk, handle: str) -> bool:
    return any(one.by == handle and one.act is not Act.LOST for one in talk.turns)
