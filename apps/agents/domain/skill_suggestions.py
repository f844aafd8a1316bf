"""Skills that a person may take over for an agent that lists none, made of what it says of itself. Pure.

Nothing is invented: a skill's words are the agent's own, or its server's. They are a stranger's texts, so they are cut
to size, and lose their markup and what nobody sees.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from apps.agents.domain.profile import MOST_DESCRIPTION, Skill
from apps.agents.domain.profile_gaps import FEWEST_WORDS, told_work
from apps.agents.domain.words import stems
from apps.core.names import clean_line
from apps.core.texts import one_line

MOST_SUGGESTED = 12
MOST_SENTENCES = 5  # of a description
LONGEST_NAME = 80  # characters
MOST_READ = 10_000  # characters of one text
PLUMBING = stems(
    "agent api chat check completion default document endpoint event health http index invoke list live message "
    "metric model ok openapi ping post prompt query question ready request response root route run session "
    "status stream task thread version webhook"
)
"""What operations are called that say how a server is talked to, and not what for."""

_SCRIPT = re.compile(r"<(?:script|style)\b[^<>]{0,200}>[^<]{0,5000}", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{0,200}>")
_LINK = re.compile(r"\[([^\[\]\n]{1,200})\]\([^()\s]{1,500}\)")
_BULLET = re.compile(r"(?:[-*•+]|[0-9]{1,2}[.)]) ")
_SECTION = re.compile(r"(?:Args|Arguments|Attributes|Examples?|Notes?|Parameters|Raises|Returns?|Usage|Yields):?")
_FIELD = re.compile(r":(?:param|type|returns?|rtype|raises?)\b")
_SENTENCE_END = re.compile(r"(?<=[.!?]) ")
_CLAUSE_END = re.compile(r"[;:,] | [-–—] | \(")
_SUBJECT = re.compile(
    r"(?:(?:this|the) (?:agent|assistant|bot|function|server|service|tool) (?:can )?|(?:i|it|we|you) can )",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class ServerOperation:
    """What a server's OpenAPI document says of one of its operations: what it is called, and what it does."""

    name: str
    told: str = ""


def suggest_skills(listed: Sequence[Skill], description: str, read: Sequence[Skill]) -> tuple[Skill, ...]:
    """Give what could be listed; nothing for an agent that lists skills, or where nothing says what it does.

    `read`: what was read of it elsewhere, which says more than its description.
    """
    if listed:
        return ()
    return tuple(read[:MOST_SUGGESTED]) or _distinct(map(_of_sentence, _sentences(description)), MOST_SENTENCES)


def skills_of_operations(operations: Iterable[ServerOperation]) -> tuple[Skill, ...]:
    """Give the skills that a server's operations are; those that only carry messages or say nothing are none."""
    return _distinct(map(_of_operation, operations), MOST_SUGGESTED)


def _of_operation(operation: ServerOperation) -> Skill | None:
    name, told = _plain(operation.name), " ".join(_sentences(operation.told))
    if not told_work(name) - PLUMBING:
        return _of_sentence(told)
    return _skill(name, told) if len(told_work(f"{name} {told}") - PLUMBING) >= FEWEST_WORDS else None


def _of_sentence(sentence: str) -> Skill | None:
    own = _SUBJECT.sub("", sentence, count=1) if _SUBJECT.match(sentence) else sentence
    if len(told_work(own)) < FEWEST_WORDS:
        return None
    clause = _CLAUSE_END.split(own, maxsplit=1)[0]
    return _skill(clause if len(told_work(clause)) >= FEWEST_WORDS else own, sentence)


def _skill(name: str, told: str) -> Skill:
    short = one_line(name.rstrip(" .!?"), LONGEST_NAME)
    same = told.rstrip(" .!?").casefold() == short.casefold()
    return Skill(name=short[:1].upper() + short[1:], description="" if same else one_line(told, MOST_DESCRIPTION))


def _distinct(skills: Iterable[Skill | None], most: int) -> tuple[Skill, ...]:
    kept: dict[str, Skill] = {}
    for skill in skills:
        if skill is not None:
            kept.setdefault(skill.id, skill)
    return tuple(kept.values())[:most]


def _sentences(text: str) -> list[str]:
    return [sentence for block in _blocks(text[:MOST_READ]) for sentence in _SENTENCE_END.split(block)]


def _blocks(text: str) -> Iterator[str]:
    """The paragraphs and the points of a list, each on one line, up to where a docstring tells of its arguments."""
    block: list[str] = []
    for line in map(str.strip, _unmarked(text).splitlines()):
        if _SECTION.fullmatch(line) or _FIELD.match(line):
            break
        if not line or _BULLET.match(line):
            yield from _whole(block)
            block = []
        block.append(_BULLET.sub("", line, count=1) if _BULLET.match(line) else line)
    yield from _whole(block)


def _whole(lines: Sequence[str]) -> Iterator[str]:
    if block := clean_line(" ".join(lines)):
        yield block


def _plain(text: str) -> str:
    return clean_line(_unmarked(text[:MOST_READ]))


def _unmarked(text: str) -> str:
    """The text without tags of HTML and without the signs of Markdown."""
    worded = _LINK.sub(r"\1", _TAG.sub(" ", _SCRIPT.sub(" ", text)))
    lines = (line.lstrip().removeprefix(">").lstrip("# ") for line in worded.splitlines())
    return "\n".join(lines).replace("**", "").replace("__", "").replace("`", "")
