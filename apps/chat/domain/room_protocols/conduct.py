"""Conducts a talk: asks its protocol, keeps it within bounds, and outlives whatever a stranger's code does.

A plug-in that raises, or that is not installed any more, ends its talk and nothing else: the room goes on.
"""

from collections.abc import Callable
from typing import TypeVar

from apps.chat.domain.room_protocols import room_protocols
from apps.chat.domain.room_protocols.talk import MAX_TURNS, Attitude, Outcome, Position, RoomTalk, plain_positions
from apps.core.sentences import join_sentences, sentence

MOST_WORDS = 12_000
_SHOWN = 300
"""Characters of a text that was to be signed, below an answer that is another; the room has a longer one."""
GONE = sentence("It could not go on: its protocol is not installed, or broke down.")
_WORDS = {
    Attitude.SIGNED: sentence("signed"),
    Attitude.PASSED: sentence("passed"),
    Attitude.SILENT: sentence("gave no answer"),
    Attitude.LEFT: sentence("left"),
}

Answer = TypeVar("Answer")


def next_speaker(talk: RoomTalk) -> str | None:
    """Give who speaks next; None: the talk is over."""
    protocol = room_protocols().get(talk.protocol)
    if protocol is None or len(talk.turns) >= min(_ask(protocol.bound, talk) or 0, MAX_TURNS):
        return None
    return _ask(protocol.next_speaker, talk)


def instruction(talk: RoomTalk, speaker: str) -> str:
    """Give what the speaker is told to do with its turn: the question, who takes part, and the protocol's own words."""
    protocol = room_protocols().get(talk.protocol)
    own = _ask(lambda talk: protocol.instruction(talk, speaker), talk) if protocol else None
    between = ", ".join(_with_side(talk, handle) for handle in talk.present)
    head = f"{title(talk)} on: “{talk.question}” Taking part: {between}."
    return f"{head}\n{own[:MOST_WORDS]}" if own else head


def in_between(talk: RoomTalk) -> str:
    """Give what somebody is told who speaks between two turns of the talk."""
    return (
        f"{title(talk)} on: “{talk.question}” is going on, {len(talk.turns)} turns so far. It goes on after say, pass "
        "or ask_person; anything else breaks it off."
    )


def outcome(talk: RoomTalk) -> Outcome:
    """Give what came of it, so far or at its end."""
    protocol = room_protocols().get(talk.protocol)
    found = _ask(protocol.outcome, talk) if protocol else None
    if found is None or tuple(one.handle for one in found.positions) != talk.members:
        return Outcome(summary=GONE, positions=plain_positions(talk))
    return found


def title(talk: RoomTalk) -> str:
    """Give what the talk is called for people."""
    protocol = room_protocols().get(talk.protocol)
    return sentence(protocol.title) if protocol else talk.protocol


def opening_words(talk: RoomTalk) -> str:
    """Give how the room is told that it begins."""
    between = join_sentences(", ", [_with_side(talk, handle) for handle in talk.members])
    rounds = sentence(", at most {rounds} rounds", rounds=talk.rounds) if talk.rounds > 1 else ""
    return sentence(
        "{talk} of {between}{rounds}: {question}",
        talk=title(talk),
        between=between,
        rounds=rounds,
        question=talk.question,
    )


def closing_words(talk: RoomTalk, found: Outcome, *, broken_off: bool = False) -> str:
    """Give how the room is told what came of it, in Markdown: the text that was to be signed, and each dissent."""
    end = sentence("broken off") if broken_off else sentence("over")
    parts: list[str] = [
        sentence(
            "{talk} {end} after {count} turns. {summary}",
            talk=title(talk),
            end=end,
            count=len(talk.turns),
            summary=found.summary,
        )
    ]
    parts += [_quoted(found.text)] if found.text else []
    return join_sentences("\n\n", [*parts, *dissents(found)])


def signatures(talk_title: str, found: Outcome) -> str:
    """Give what stands below an answer: who signed, and who did not, each in its own words."""
    stances = [_stance_words(one) for one in found.positions if one.stance in _WORDS]
    line = (
        sentence("{talk_title}: {stances}.", talk_title=talk_title, stances=join_sentences("; ", stances))
        if stances
        else sentence("{talk_title}: nobody signed.", talk_title=talk_title)
    )
    return join_sentences("\n\n", [line, *dissents(found)])


def sign(answer: str, text: str, signatures: str) -> str:
    """Give an answer with the signatures below it, and, where it is not what they are about, that text before them, or
    where it stands.
    """
    if not signatures:
        return answer
    if _folded(text) in _folded(answer):
        return join_sentences("\n\n", [answer, signatures])
    about = sentence("What was to be signed stands in the room; this answer is in other words.")
    if len(text) <= _SHOWN:
        about = sentence("The text that was to be signed:\n\n{text}", text=_quoted(text))
    return join_sentences("\n\n", [answer, about, signatures])


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _stance_words(one: Position) -> str:
    said = sentence("@{handle} {stance}", handle=one.handle, stance=_WORDS[one.stance])
    if not one.why or one.stance is not Attitude.SILENT:
        return said
    return sentence("{said} ({why:bare})", said=said, why=one.why)


def dissents(found: Outcome) -> list[str]:
    """Give a paragraph for each member that did not sign."""
    against = (one for one in found.positions if one.stance is Attitude.DISSENTS)
    return [sentence("Dissent of @{handle}:\n\n{why}", handle=one.handle, why=_quoted(one.why)) for one in against]


def _quoted(text: str) -> str:
    """A quotation in Markdown, out of which no line of the text can break."""
    return "\n".join(f"> {line}" for line in text.splitlines())


def _with_side(talk: RoomTalk, handle: str) -> str:
    side = talk.side_of(handle)
    return sentence("@{handle} (side: {side})", handle=handle, side=side) if side else f"@{handle}"


def _ask(answer: Callable[[RoomTalk], Answer], talk: RoomTalk) -> Answer | None:
    try:
        return answer(talk)
    except Exception:  # noqa: BLE001  whatever a stranger's code raises
        return None
