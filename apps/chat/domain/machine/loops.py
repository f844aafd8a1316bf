"""The loop breaker: tells talk that goes in circles from talk that gets somewhere, and says what would get there."""

import hashlib
import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest

from apps.chat.domain.machine.conversation_state import (
    REMEMBERED_SPEAKERS,
    REMEMBERED_TEXTS,
    ConversationState,
    Memory,
)
from apps.chat.domain.utterances import Assign, Discuss, FormSubteam, Say, TaskDraft, Utterance, WaitFor
from apps.core.sentences import join_sentences, plural_sentence, sentence

CYCLE_TURNS = 12
SAME_TEXT = 0.9
_COMPARED = 600
_QUOTED = 100
_NAMED = 4
"""Members, or tasks, that one sentence names."""


@dataclass(frozen=True)
class Circle:
    """What goes round, and by whom; and what would be new. Each a sentence or two."""

    repeats: str
    new: str

    def __str__(self) -> str:
        return self.words

    @property
    def words(self) -> str:
        """Both."""
        return join_sentences(" ", [self.repeats, self.new])


def fold(text: str) -> str:
    """`text` in lower case with single spaces, cut to what is compared."""
    return re.sub(r"\s+", " ", text).strip().lower()[:_COMPARED]


def digest(work: Assign | FormSubteam) -> str:
    """The same for two utterances that give the same work to the same owners."""
    parts = [f"{draft.owner}|{sorted(draft.needs)}|{fold(draft.brief)}" for draft in _drafts(work)]
    return hashlib.sha256("\n".join(sorted(parts)).encode()).hexdigest()[:16]


def _drafts(work: Assign | FormSubteam) -> tuple[TaskDraft, ...]:
    return (work.as_assign() if isinstance(work, FormSubteam) else work).tasks


def _digest_talk(talk: Discuss) -> str:
    """The same for two talks of the same members under one protocol about the same."""
    words = f"{talk.protocol}|{sorted(talk.members)}|{fold(talk.question)}"
    return hashlib.sha256(words.encode()).hexdigest()[:16]


def circle(standing: ConversationState, utterance: Utterance) -> Circle | None:
    """The circle that this utterance of the speaker's closes, if it does.

    Work goes in a circle when it was given before; talk when it repeats its words or its speakers; a question to a
    person and a conclusion never do.
    """
    repeats = _repeats(standing.memory, standing.speaker or standing.lead, utterance)
    return Circle(repeats, _news(standing)) if repeats else None


def _repeats(memory: Memory, speaker: str, utterance: Utterance) -> str:
    """What is repeated and by whom; empty: nothing is."""
    match utterance:
        case Assign() | FormSubteam():
            return _same_work(memory, speaker, utterance)
        case Discuss():
            held = _digest_talk(utterance) in memory.assigns
            return (
                sentence(
                    "@{speaker} begins a talk that was held: {question}.",
                    speaker=speaker,
                    question=_quote(utterance.question),
                )
                if held
                else ""
            )
        case Say() | WaitFor():
            return _same_words(memory, speaker, utterance.text) or _same_order((*memory.speakers, speaker))
        case _:
            return ""


def _same_work(memory: Memory, speaker: str, work: Assign | FormSubteam) -> str:
    if digest(work) not in memory.assigns:
        return ""
    given = _drafts(work)
    titles = ", ".join(_quote(one.title) + (f" (@{one.owner})" if one.owner else "") for one in given[:_NAMED])
    if len(given) > _NAMED:
        titles = sentence("{listed} and {count} more", listed=titles, count=len(given) - _NAMED)
    return sentence("@{speaker} gives the same tasks again: {titles}.", speaker=speaker, titles=titles)


def _same_words(memory: Memory, speaker: str, words: str) -> str:
    text = fold(words)
    known = zip_longest(reversed(memory.texts), reversed(memory.said_by), fillvalue="")
    before = next((by for said, by in known if text and _same(text, said)), None)
    if before is None:
        return ""
    source = sentence("somebody said")
    if before:
        source = sentence("it said before") if before == speaker else sentence("@{before} said", before=before)
    return sentence(
        "@{speaker} says nearly word for word what {source}: {words}.",
        speaker=speaker,
        source=source,
        words=_quote(words),
    )


def _same_order(speakers: tuple[str, ...]) -> str:
    if not _cycles(speakers):
        return ""
    around = ", ".join(f"@{one}" for one in dict.fromkeys(speakers[-CYCLE_TURNS:]))
    return sentence(
        "{cycle_turns} turns went round among {around}, and nothing was done.", cycle_turns=CYCLE_TURNS, around=around
    )


def _news(standing: ConversationState) -> str:
    """What would be no repetition, as things stand."""
    quiet = sorted(standing.members - {standing.lead, standing.speaker, *standing.memory.speakers})
    done = [task.number for task in standing.done_tasks]
    ways = [
        sentence("a fact, a source or a reason that nobody gave"),
        sentence("a word from {members}, silent so far", members=", ".join(f"@{one}" for one in quiet[:_NAMED]))
        if quiet
        else "",
        sentence("the result of {open_tasks}, still awaited", open_tasks=_tasks(standing.open_tasks))
        if standing.open_tasks
        else "",
        sentence("a conclusion from the result of {done}", done=_tasks(done))
        if done
        else sentence("work that was not given yet"),
    ]
    return sentence("New would be: {ways}.", ways=join_sentences("; ", [way for way in ways if way]))


def _tasks(numbers: tuple[int, ...] | list[int]) -> str:
    listed = ", ".join(map(str, numbers[:_NAMED]))
    return plural_sentence("task {listed}", "tasks {listed}", len(numbers), listed=listed)


def _quote(text: str) -> str:
    words = " ".join(text.split())
    return f"“{words if len(words) <= _QUOTED else words[: _QUOTED - 1] + '…'}”"


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
        changes["said_by"] = (*memory.said_by, speaker)[-REMEMBERED_TEXTS:]
    return memory.model_copy(update=changes)


def with_progress(memory: Memory) -> Memory:
    """The memory after something really happened: a task settled, say."""
    return memory.model_copy(update={"speakers": (), "texts": (), "said_by": (), "passes": 0})


def with_word_of_person(memory: Memory, *, at_work: bool) -> Memory:
    """The memory after a person spoke, who may want the very work once more that was given before. `at_work`: it is in
    hand, so who gives it once more does so by themselves.
    """
    return with_progress(memory).model_copy(update={"loops": 0} | ({} if at_work else {"assigns": ()}))
