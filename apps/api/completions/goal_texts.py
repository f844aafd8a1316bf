"""A conversation as the text of a goal: what is asked now comes first, then what it rests on."""

from collections.abc import Sequence

from apps.accounts.domain.errors import Refused
from apps.api.completions.schemas import ChatTurn
from apps.chat.actions.goals import MOST_TEXT

INSTRUCTS = frozenset({"system", "developer"})
LEFT_OUT = "(Words before that are left out.)"


def text_from(turns: Sequence[ChatTurn], field: str, instructions: str = "") -> str:
    """The goal; `field`: where the conversation stood. The oldest is left out where all of it would be too long.

    Raises Refused where nobody asks anything at the end.
    """
    spoken = [turn for turn in turns if turn.role not in INSTRUCTS]
    if not spoken or spoken[-1].role != "user" or not spoken[-1].words.strip():
        raise Refused(**{field: "The last message has to be the user's, with text that says what is wanted."})
    told = [instructions, *(turn.words for turn in turns if turn.role in INSTRUCTS)]
    rules = "\n\n".join(text for text in told if text.strip())
    text = spoken[-1].words
    if rules:
        text += f"\n\nInstructions that hold for it:\n\n{rules}"
    return text + _earlier(spoken[:-1], MOST_TEXT - len(text))


def _earlier(turns: Sequence[ChatTurn], room: int) -> str:
    """What was said before, oldest first, in at most `room` characters; empty where there was nothing."""
    head = "\n\nSaid before:"  # no question, as which "What was said before" would be read
    lines = [f"\n\n{turn.role}: {turn.words}" for turn in turns if turn.words.strip()]
    kept: list[str] = []
    room -= len(head) + len(LEFT_OUT) + 2
    for line in reversed(lines):
        room -= len(line)
        if room < 0:
            kept.append(f"\n\n{LEFT_OUT}")
            break
        kept.append(line)
    return head + "".join(reversed(kept)) if lines else ""
