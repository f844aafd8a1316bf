"""What may be done twice, and how owners write that down, a line for a skill. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from apps.agents.domain.profile import Skill, ToldBy
from apps.core.sentences import sentence

HONOURS_KEYS = "honours_keys"
"""The setting of connectors that send an idempotency key: the agent does the work of one key once."""


@dataclass(frozen=True)
class RepeatJudgement:
    """Whether a skill may be exercised twice, and where that is known from: half a sentence without its full stop."""

    repeatable: bool
    why: str


def judge_skill(
    said: bool | None, harmless: str, config: Mapping[str, object], source: ToldBy = ToldBy.PERSON
) -> RepeatJudgement:
    """Judge a skill by what was `said` of it, by `source`, else by how its agent is reached.

    `harmless`: why doing work twice does no harm over its connection; see Descriptor.
    """
    if said is not None:
        return RepeatJudgement(
            said, "The agent says so" if source is ToldBy.AGENT else "Somebody who registered it said so"
        )
    if harmless:
        return RepeatJudgement(True, harmless)
    if config.get(HONOURS_KEYS) is True:
        return RepeatJudgement(True, "Its settings say that it does the work of one idempotency key once")
    return RepeatJudgement(False, "Nobody said that doing it twice does no harm")


_SAID: dict[str, tuple[bool | None, ToldBy]] = {
    "yes": (True, ToldBy.PERSON),
    "no": (False, ToldBy.PERSON),
    "unsaid": (None, ToldBy.PERSON),
    "agent says yes": (True, ToldBy.AGENT),
    "agent says no": (False, ToldBy.AGENT),
}
_WORDS = {said: words for words, said in _SAID.items()}


def repeat_lines(skills: Iterable[Skill]) -> str:
    """Give the lines that `with_repeat_lines` reads."""
    return "\n".join(_WORDS.get((skill.repeatable, skill.repeatable_from), "unsaid") for skill in skills)


def with_repeat_lines(skills: Sequence[Skill], text: str) -> tuple[Skill, ...]:
    """The skills with what the lines say of each; an empty text says nothing.

    Raises ValueError with a sentence where there is not one line for each skill, and for another word.
    """
    lines = [line.strip().lower() for line in text.splitlines() if line.strip()]
    if not lines:
        return tuple(skills)
    if len(lines) != len(skills):
        raise ValueError(
            sentence(
                "There are {skills} skills, but {lines} lines on whether they are repeatable.",
                skills=len(skills),
                lines=len(lines),
            )
        )
    return tuple(_with_line(skill, line) for skill, line in zip(skills, lines, strict=True))


def _with_line(skill: Skill, line: str) -> Skill:
    if line not in _SAID:
        raise ValueError(sentence("Whether a skill is repeatable is one of: {words}.", words=", ".join(_SAID)))
    repeatable, source = _SAID[line]
    return skill.model_copy(update={"repeatable": repeatable, "repeatable_from": source})
