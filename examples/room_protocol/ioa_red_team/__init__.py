"""A red team: the first member answers, the others look for what is wrong with it, and it answers that.

Pure functions of the talk so far, as docs/protocols.md asks for: no clock, no state, the same for the same talk.
"""

from collections.abc import Sequence

from apps.chat.domain.room_protocols.talk import Act, Contribution, Outcome, RoomTalk, names, plain_positions

_SAYS_SOMETHING = (Act.SAID, Act.OBJECTED)


class RedTeam:
    """Who answers speaks first and last; it is over early when nobody finds a fault any more."""

    name = "red_team"
    title = "Red team"
    purpose = "the first member answers, the others look for faults in it, for what must not be wrong"

    def bound(self, talk: RoomTalk) -> int:
        """Each member once a round, and the last word of who answers."""
        return len(talk.members) * talk.rounds + 1

    def next_speaker(self, talk: RoomTalk) -> str | None:
        """Who answers, then each critic once, then who answers again if a fault was found."""
        author = talk.members[0]
        if author not in talk.present:
            return None
        if not talk.turns:
            return author
        since = _since_answer(talk)
        if talk.turns_of(author) <= talk.rounds:
            spoke = {one.by for one in since}
            waiting = [handle for handle in talk.present if handle not in (author, *spoke)]
            if waiting:
                return waiting[0]
            return author if _faults(since) else None
        return None

    def instruction(self, talk: RoomTalk, speaker: str) -> str:
        """To answer, to find a fault, or to answer the faults."""
        author = talk.members[0]
        if speaker != author:
            return (
                f"Look for the worst fault in what @{author} answered last: what is wrong, missing or not shown. Name "
                "the words it stands in and say what would be right. What others said already counts as said. If you "
                "find no fault, answer with the one word PASS."
            )
        if not talk.turns:
            return "Answer the question whole. The others will look for faults in your answer."
        return "Mend each fault that was found, or say why it is none. Give your answer once more, whole."

    def outcome(self, talk: RoomTalk) -> Outcome:
        """How often it was answered, what was found, and whether the last answer stood without a fault."""
        author = talk.members[0]
        found = _faults([one for one in talk.turns if one.by != author])
        left = _faults(_since_answer(talk))
        words = f"Answers of @{author}: {talk.turns_of(author)}; faults that were named: {len(found)}."
        by = names(tuple(dict.fromkeys(one.by for one in left)))
        open_ones = f" Those that {by} named last were not answered." if left else ""
        return Outcome(summary=words + open_ones, positions=plain_positions(talk))


def _since_answer(talk: RoomTalk) -> Sequence[Contribution]:
    """The turns after the last of who answers."""
    places = [place for place, one in enumerate(talk.turns) if one.by == talk.members[0]]
    return talk.turns[places[-1] + 1 :] if places else talk.turns


def _faults(turns: Sequence[Contribution]) -> list[Contribution]:
    return [one for one in turns if one.act in _SAYS_SOMETHING]


RED_TEAM = RedTeam()
