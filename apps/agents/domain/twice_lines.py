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


def as_twice(skills: Iterable[Skill]) -> str:
    """Give the lines that `with_twice` reads."""
    return "\n".join(_WORDS.get((skill.repeatable, skill.repeatable_from), "unsaid") for skill in skills)


def with_twice(skills: Sequence[Skill], text: str) -> tuple[Skill, ...]:
    """The skills with what the lines say of each; an empty text says nothing.

    Raises ValueError with a sentence where there is not one line for each skill, and for another word.
    """
    lines = [line.strip().lower() for line in text.splitlines() if line.strip()]
    if not lines:
        return tuple(skills)
    if len(lines) != len(skills):
        raise ValueError(f"There are {len(skills)} skills, but {len(lines)} lines on whether they are repeatable.")
    return tuple(_said(skill, line) for skill, line in zip(skills, lines, strict=True))


def _said(skill: Skill, line: str) -> Skill:
    if line not in _SAID:
        raise ValueError(f"Whether a skill is repeatable is one of: {', '.join(_SAID)}.")
    repeatable, source = _SAID[line]
    return skill.model_copy(update={"repeatable": repeatable, "repeatable_from": source})
