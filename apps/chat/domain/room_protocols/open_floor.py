"""An open floor: who speaks names who is next; where nobody is named, the lead chooses, or ends it."""

from apps.chat.domain.room_protocols.talk import (
    Attitude,
    Outcome,
    RoomTalk,
    names,
    plain_positions,
    silent_words,
    with_stance,
)
from apps.core.sentences import join_sentences, sentence


class OpenFloor:
    """As people talk, with an end."""

    name = "open_floor"
    title = "Open floor"
    purpose = "a free talk in which each speaker names the next, for finding out what the question is"

    def bound(self, talk: RoomTalk) -> int:
        """Each member once a round, and the lead as often in between."""
        return 2 * len(talk.members) * talk.rounds

    def next_speaker(self, talk: RoomTalk) -> str | None:
        """Whom the last speaker named; else the lead, whose silence ends it."""
        last = talk.last
        if not talk.present or len(talk.turns) >= self.bound(talk):
            return None
        if last is None:
            return talk.present[0]
        if last.next in talk.present and last.next != last.by:
            return last.next
        return None if last.by == talk.lead else talk.lead or None

    def instruction(self, talk: RoomTalk, speaker: str) -> str:
        """To speak and to name the next."""
        left = self.bound(talk) - len(talk.turns)
        others = names(tuple(handle for handle in talk.present if handle != speaker))
        choose = f"Name who should speak next, one of {others}." if others else ""
        if speaker == talk.lead:
            return f"Open floor, at most {left} turns left. {choose} To end it, name nobody."
        return (
            f"Open floor, at most {left} turns left. Say what brings the question further. {choose} If you name "
            "nobody, the lead chooses. If you have nothing to add, answer with the one word PASS."
        )

    def outcome(self, talk: RoomTalk) -> Outcome:
        """Who spoke."""
        positions = plain_positions(talk)
        spoke = with_stance(positions, Attitude.SPOKE)
        words = (
            sentence("{spoke} spoke, in {count} turns.", spoke=names(spoke), count=len(talk.turns))
            if spoke
            else sentence("Nobody said anything.")
        )
        missing = silent_words(positions)
        absent = [sentence("No word came from {missing}.", missing=missing)] if missing else []
        return Outcome(summary=join_sentences(" ", [words, *absent]), positions=positions)
