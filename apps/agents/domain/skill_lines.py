"""Skills as people type them: one a line, `name: what it does`. Pure."""

from collections.abc import Iterable, Iterator

from apps.agents.domain.profile import MOST_DESCRIPTION, MOST_NAME, Skill
from apps.core.sentences import sentence

MOST_ID = 64


def as_lines(skills: Iterable[Skill]) -> str:
    """Give the skills as lines that `from_lines` reads."""
    return "\n".join(_line(skill) for skill in skills)


def from_lines(text: str, known: Iterable[Skill] = ()) -> tuple[Skill, ...]:
    """Read skills. One that has the name of a known skill keeps what its line does not say: tags, examples, modes.

    Raises ValueError with a sentence about the line that is wrong.
    """
    named = {" ".join(skill.name.split()): skill for skill in known}
    return tuple(_with_own_ids(_read(line, number, named) for number, line in _lines(text)))


def _line(skill: Skill) -> str:
    name, description = (" ".join(each.split()) for each in (skill.name, skill.description))
    return f"{name.replace(': ', ' - ')}: {description}" if description else name


def _lines(text: str) -> Iterator[tuple[int, str]]:
    return ((number, line.strip()) for number, line in enumerate(text.splitlines(), start=1) if line.strip())


def _read(line: str, number: int, named: dict[str, Skill]) -> Skill:
    name, _, description = (part.strip() for part in line.partition(": "))
    if not name or len(name) > MOST_NAME:
        raise ValueError(
            sentence("Line {number}: a skill's name has 1 to {most} characters.", number=number, most=MOST_NAME)
        )
    if len(description) > MOST_DESCRIPTION:
        raise ValueError(
            sentence(
                "Line {number}: a skill's description has at most {most:,} characters.",
                number=number,
                most=MOST_DESCRIPTION,
            )
        )
    if (skill := named.get(name)) is not None:
        same = " ".join(skill.description.split()) == description
        return skill if same else skill.model_copy(update={"description": description})
    return Skill(name=name, description=description)


def _with_own_ids(skills: Iterable[Skill]) -> Iterator[Skill]:
    """Give each an id of its own."""
    taken: set[str] = set()
    for skill in skills:
        identifier, number = skill.id, 1
        while identifier in taken:
            number += 1
            identifier = f"{skill.id[: MOST_ID - 4]}-{number}"
        taken.add(identifier)
        yield skill if identifier == skill.id else skill.model_copy(update={"id": identifier})
