"""The loop breaker: tells talk that goes in circles from talk that gets somewhere."""

import hashlib
import re
from difflib import SequenceMatcher

from apps.chat.domain.machine.conversation_state import REMEMBERED_SPEAKERS, REMEMBERED_TEXTS, Memory
from apps.chat.domain.utterances import Assign, Discuss, FormSubteam, Say, Utterance, WaitFor

CYCLE_TURNS = 12
SAME_TEXT = 0.9
_COMPARED = 600


def fold(text: str) -> str:
    """`text` in lower case with single spaces, cut to what is compared."""
    return re.sub(r"\s+", " ", text).strip().lower()[:_COMPARED]


def digest(work: Assign | FormSubteam) -> str:
    """The same for two utterances that give the same work to the same owners."""
    assign = work.as_assign() if isinstance(work, FormSubteam) else work
    parts = [f"{draft.owner}|{sorted(draft.needs)}|{fold(draft.brief)}" for draft in assign.tasks]
    return hashlib.sha256("\n".join(sorted(parts)).encode()).hexdigest()[:16]


def _digest_talk(talk: Discuss) -> str:
    """The same for two talks of the same members under one protocol about the same."""
    words = f"{talk.protocol}|{sorted(talk.members)}|{fold(talk.question)}"
    return hashlib.sha256(words.encode()).hexdigest()[:16]


def circle(memory: Memory, speaker: str, utterance: Utterance) -> str:
    """Why this utterance goes in a circle, as a sentence for the speaker; empty when it does not.

    Work goes in a circle when it was given before; talk when it repeats its words or its speakers; a question to a
    person and a conclusion never do.
    """
    if isinstance(utterance, Assign | FormSubteam):
        repeated = digest(utterance) in memory.assigns
        return (
            "The same tasks were already given in this round; use their results, or say what shall differ." * repeated
        )
    if isinstance(utterance, Discuss):
        repeated = _digest_talk(utterance) in memory.assigns
        return "This talk was held before in this round; use what came of it, or ask something else." * repeated
    if not isinstance(utterance, Say | WaitFor):
        return ""
    text = fold(utterance.text)
    if text and any(_same(text, said) for said in memory.texts):
        return "This was said before, nearly word for word; bring something new, give work, or conclude."
    if _cycles((*memory.speakers, speaker)):
        return f"{CYCLE_TURNS} turns went round among the same members with nothing done; give work or conclude."
    return ""


def _same(one: str, other: str) -> bool:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.real_quick_ratio() > SAME_TEXT and matcher.quick_ratio() > SAME_TEXT and matcher.ratio() > SAME_TEXT


def _cycles(speakers: tuple[str, ...]) -> bool:
    """Whether the last turns repeat a pattern of at most half their number."""
    tail = speakers[-CYCLE_TURNS:]
    if len(tail) < CYCLE_TURNS:
        return False
    return any(
        all(tail[place] == tail[place - period] for place in range(period, CYCLE_TURNS))
        for period in range(1, CYCLE_TURNS // 2 + 1)
    )


def remember(memory: Memory, speaker: str, utterance: Utterance) -> Memory:
    """The memory after this utterance was accepted."""
    changes: dict[str, object] = {"passes": 0, "speakers": (*memory.speakers, speaker)[-REMEMBERED_SPEAKERS:]}
    if isinstance(utterance, Assign | FormSubteam):
        changes["assigns"] = (*memory.assigns, digest(utterance))
    elif isinstance(utterance, Discuss):
        changes["assigns"] = (*memory.assigns, _digest_talk(utterance))
    elif isinstance(utterance, Say | WaitFor) and (text := fold(utterance.text)):
        changes["texts"] = (*memory.texts, text)[-REMEMBERED_TEXTS:]
    return memory.model_copy(update=changes)


def with_progress(memory: Memory) -> Memory:
    """The memory after something really happened: a task settled, or a person spoke."""
    return memory.model_copy(update={"speakers": (), "texts": (), "passes": 0})
