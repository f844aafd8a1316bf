"""An agent's profile as formation and discovery see it.

The skill's shape is A2A's AgentSkill (id, name, description, tags, examples, inputModes, outputModes), with fields of
ours: `repeatable` says whether doing the work twice does no harm, so that it may be done again when nobody knows what
came of it; None: nobody said, and it follows from how the agent is reached. `repeatable_from` says who said so.
"""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field, model_validator

MOST_NAME, MOST_DESCRIPTION = 120, 2000  # characters of a skill's
WHOLE = "whole"  # id of the skill that an agent's name and description make
MOST_TAGS, LONGEST_TAG = 200, 100  # the table analyst that comes along has 55
MOST_EXAMPLES, LONGEST_EXAMPLE = 20, 2000
MOST_MODES, LONGEST_MODE = 20, 100
MOST_TOLD = 200_000
"""Characters of all skills of an agent together: what teams are formed by is read anew for each goal."""

_NOT_IN_ID = re.compile(r"[^a-z0-9]+")
_LISTS = {  # field of a skill, what is in it, how many at most, of how many characters at most
    "tags": ("tags", MOST_TAGS, LONGEST_TAG),
    "examples": ("examples", MOST_EXAMPLES, LONGEST_EXAMPLE),
    "input_modes": ("input modes", MOST_MODES, LONGEST_MODE),
    "output_modes": ("output modes", MOST_MODES, LONGEST_MODE),
}


class Availability(StrEnum):
    """Whether an agent can be reached."""

    ONLINE = "online"  # answered when it was last asked
    UNSTABLE = "unstable"  # answers, but failed lately
    OFFLINE = "offline"  # did not answer; left out of formation


class ToldBy(StrEnum):
    """Who said something of an agent."""

    PERSON = "person"  # somebody who registered it
    AGENT = "agent"  # it told so itself, or its server did


class Trust(StrEnum):
    """How far an agent is believed, and what it asks for is heeded. Decided by people, outside any model."""

    UNTRUSTED = "untrusted"  # whatever its words set to work waits for a person, but for grants that name it
    ORDINARY = "ordinary"  # nothing it says of itself counts; it may set to work what only reads
    TRUSTED = "trusted"  # what its server says of its tools counts too


class Askers(StrEnum):
    """Which agents may set an agent to work by themselves; people and their teams always may."""

    EVERYBODY = "everybody"  # each agent of the workspace, for what only reads; more by a grant
    PEOPLE = "people"  # none, but by a grant: only people and their teams
    NAMED = "named"  # those that a grant names, for what only reads too


class Skill(BaseModel):
    """One thing an agent says it can do (A2A AgentSkill)."""

    model_config = ConfigDict(frozen=True, populate_by_name=True)

    id: str = Field(default="", min_length=1, max_length=64, description="Left out: made of the name.")
    name: str = Field(min_length=1, max_length=MOST_NAME)
    description: str = Field(default="", max_length=MOST_DESCRIPTION)
    tags: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    input_modes: tuple[str, ...] = Field(default=("text/plain",), alias="inputModes")
    output_modes: tuple[str, ...] = Field(default=("text/plain",), alias="outputModes")
    repeatable: bool | None = Field(
        default=None, description="Whether doing it twice does no harm; null: it follows from how the agent is reached."
    )
    repeatable_from: ToldBy = Field(default=ToldBy.PERSON, description="Who said whether it is repeatable.")
    read_only: bool | None = Field(
        default=None, description="An owner's word on whether it changes nothing anywhere; null: nobody said."
    )
    read_only_hint: bool | None = Field(
        default=None, description="The same as its own server says it; counts where the agent is trusted."
    )

    @model_validator(mode="before")
    @classmethod
    def _with_an_id(cls, said: object) -> object:
        if isinstance(said, dict) and said.get("id") is None and isinstance(said.get("name"), str):
            return {**said, "id": _id_of(said["name"])}
        return said

    @property
    def length(self) -> int:
        """Characters of all its texts."""
        listed = sum(len(each) for field in _LISTS for each in getattr(self, field))
        return len(self.id) + len(self.name) + len(self.description) + listed


def _id_of(name: str) -> str:
    return _NOT_IN_ID.sub("-", name.lower()).strip("-")[:64] or "skill"


def check_bounds(skills: tuple[Skill, ...]) -> tuple[Skill, ...]:
    """Give the skills back. Raises ValueError with a sentence for what is more than an agent may say of itself."""
    for skill in skills:
        for called, most, longest in _too_much(skill):
            raise ValueError(f"the skill “{skill.id}” takes at most {most} {called} of {longest:,} characters each")
    if sum(skill.length for skill in skills) > MOST_TOLD:
        raise ValueError(f"all skills together take at most {MOST_TOLD:,} characters")
    return skills


def skills_from_rows(rows: Iterable[Mapping[str, object]]) -> tuple[Skill, ...]:
    """Read skills from a row; what was stored before there were bounds is cut to them."""
    return tuple(_cut(Skill.model_validate(row)) for row in rows)


def skills_as_rows(skills: Iterable[Skill]) -> list[dict[str, object]]:
    """Give skills as they are stored."""
    return [skill.model_dump(mode="json", by_alias=True) for skill in skills]


def _too_much(skill: Skill) -> list[tuple[str, int, int]]:
    """The bounds that a skill does not keep: what of it, how many, of how many characters."""
    return [
        (called, most, longest)
        for field, (called, most, longest) in _LISTS.items()
        if len(listed := getattr(skill, field)) > most or any(len(each) > longest for each in listed)
    ]


def _cut(skill: Skill) -> Skill:
    if not _too_much(skill):
        return skill
    kept = {
        field: tuple(each[:longest] for each in getattr(skill, field)[:most])
        for field, (_, most, longest) in _LISTS.items()
    }
    return skill.model_copy(update=kept)


BUILTIN = "builtin"  # the connector of the agents that come along with the product


class Candidate(BaseModel):
    """An agent as a search found it. `score` is a cosine similarity, -1 to 1."""

    model_config = ConfigDict(frozen=True)

    agent_id: str
    handle: str
    name: str
    description: str
    skills: tuple[Skill, ...]
    score: float
    availability: Availability = Availability.ONLINE
    free_slots: int = 1
    goals_completed: int = 0
    tasks_done: int = 0
    tasks_failed: int = 0
    connector: str = ""  # how it is reached
    prices: tuple[float, float] | None = None  # US dollars per million tokens of prompts and of answers, where known

    @property
    def came_along(self) -> bool:
        """Whether it is one of the built-in agents, and not one that joined."""
        return self.connector == BUILTIN

    @property
    def all_skills(self) -> tuple[Skill, ...]:
        """What it lists, and as a skill of its own what its name and description say: some agents list nothing."""
        name = self.name.strip()[:MOST_NAME] or self.handle
        told = Skill(id=WHOLE, name=name, description=self.description.strip()[:MOST_DESCRIPTION])
        return (*self.skills, told)
