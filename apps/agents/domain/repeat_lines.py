"""Whether skills may be exercised twice, as people type it: one a line, in the order of the skills. Pure."""

from collections.abc import Iterable, Sequence

from apps.agents.domain.profile import Skill, ToldBy

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
        raise ValueError(f"There are {len(skills)} skills, but {len(lines)} lines on whether they are repeatable.")
    return tuple(_with_line(skill, line) for skill, line in zip(skills, lines, strict=True))


def _with_line(skill: Skill, line: str) -> Skill:
    if line not in _SAID:
        raise ValueError(f"Whether a skill is repeatable is one of: {', '.join(_SAID)}.")
    repeatable, source = _SAID[line]
    return skill.model_copy(update={"repeatable": repeatable, "repeatable_from": source})
