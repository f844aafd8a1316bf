"""A round: everybody speaks in a fixed order, so many times. It ends early when a whole round brings nothing."""

from apps.chat.domain.room_protocols.talk import (
    Act,
    Attitude,
    Outcome,
    RoomTalk,
    plain_positions,
    silent_words,
    with_stance,
)
from apps.core.sentences import join_sentences, sentence


class RoundRobin:
    """Fixed order, without a centre: published as 14% better than one who speaks with each."""

    name = "round"
    title = "Round"
    purpose = "everybody speaks in turn, for questions that several skills must look at"

    def bound(self, talk: RoomTalk) -> int:
        """Each member once a round."""
        return len(talk.members) * talk.rounds

    def next_speaker(self, talk: RoomTalk) -> str | None:
        """Who comes after the last speaker and has a turn left in its round."""
        due = [handle for handle in talk.members if handle in talk.present and talk.turns_of(handle) < talk.rounds]
        if not due or _brought_nothing(talk):
            return None
        fewest = min(talk.turns_of(handle) for handle in due)
        return next(handle for handle in due if talk.turns_of(handle) == fewest)

    def instruction(self, talk: RoomTalk, speaker: str) -> str:
        """To add what is new."""
        return (
            f"Round {talk.turns_of(speaker) + 1} of {talk.rounds}: each member speaks in turn. Say what you know or "
            "think about the question from your own part, and answer what others said where you know better. "
            "Repeat nothing. If you have nothing to add, answer with the one word PASS."
        )

    def outcome(self, talk: RoomTalk) -> Outcome:
        """Who spoke and who had nothing to say."""
        positions = plain_positions(talk)
        spoke, others = with_stance(positions, Attitude.SPOKE), len(talk.members)
        missing = silent_words(positions)
        words = sentence(
            "{count} of {others} members spoke, in {turns} turns.",
            count=len(spoke),
            others=others,
            turns=len(talk.turns),
        )
        absent = [sentence("No word came from {missing}.", missing=missing)] if missing else []
        return Outcome(summary=join_sentences(" ", [words, *absent]), positions=positions)


def _brought_nothing(talk: RoomTalk) -> bool:
    """Whether everybody who is there passed, one after the other."""
    last = talk.turns[-len(talk.present) :]
    passed = {one.by for one in last if one.act in (Act.PASSED, Act.LOST)}
    return len(last) >= len(talk.present) and passed >= set(talk.present)
