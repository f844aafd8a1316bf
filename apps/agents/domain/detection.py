"""What was found at an address, before anybody is registered. Pure.

All texts here come from a stranger's server; they are cut to size, and no more is true of them than that it said so.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from apps.agents.domain.profile import (
    LONGEST_EXAMPLE,
    LONGEST_MODE,
    LONGEST_TAG,
    MOST_EXAMPLES,
    MOST_MODES,
    MOST_TAGS,
    MOST_TOLD,
    Skill,
    ToldBy,
)
from apps.agents.domain.registration import MOST_SKILLS
from apps.agents.domain.untrusted_json import text_in
from apps.core.names import clean_line
from apps.core.sentences import change_words
from apps.core.texts import one_line, replace_unstorable

MOST_NAME = 120
MOST_DESCRIPTION = 4000
MOST_HANDLE = 60
MOST_LINE = 300
MOST_SECURITY = 10
INTRODUCES = 50
"""The precedence from which a protocol has a question of its own that others answer with a plain “no”."""
_NOT_IN_HANDLE = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class Detected:
    """How an agent can be reached, and what its server says of it.

    `config` is the connector's configuration, with the credentials that were given in the fields where it wants them.
    `tried` says for each other protocol why not. `problem`: why nothing usable was found, "" if something was.
    """

    connector: str
    config: dict[str, object] = field(repr=False)
    name: str
    handle: str
    description: str = ""
    skills: tuple[Skill, ...] = ()
    security: tuple[str, ...] = ()  # plain sentences on what it asks of its callers, or what was chosen for them
    tried: tuple[tuple[str, str], ...] = ()  # (kind, plain sentence)
    problem: str = ""
    concurrency: int | None = None  # calls that it takes at one time; None: it is like others


@dataclass(frozen=True)
class Found:
    """What one protocol's own way of introduction told."""

    connector: str
    config: dict[str, object] = field(repr=False)
    name: str = ""
    description: str = ""
    skills: tuple[Skill, ...] = ()
    security: tuple[str, ...] = ()
    problem: str = ""
    concurrency: int | None = None

    def cleaned(self, default_name: str) -> Self:
        """The same with its texts cut to what a profile takes; nameless ones are called `default_name`."""
        return replace(
            self,
            name=one_line(clean_line(self.name), MOST_NAME) or one_line(default_name, MOST_NAME) or "Agent",
            description=replace_unstorable(self.description).strip()[:MOST_DESCRIPTION],
            skills=_distinct(self.skills),
            security=tuple(map(told_line, self.security[:MOST_SECURITY])),
            problem=told_line(self.problem),
        )


class Unlike(Exception):
    """What answers does not speak this protocol. The message is one plain sentence.

    `refused`: it did not say, since who asked may not. `complaint`: what it said of a failure, as a sentence, or "".
    """

    def __init__(self, why: str, *, refused: bool = False, complaint: str = "") -> None:
        super().__init__(why)
        self.refused = refused
        self.complaint = complaint


def told_line(said: str) -> str:
    """What is told of an address, on one line: a sentence of ours stays one, with the words of others in it cut."""
    told = change_words(said, lambda words: one_line(words, MOST_LINE))
    return told if len(told) <= MOST_LINE else one_line(told, MOST_LINE)


def handle_for(name: str) -> str:
    """Give a handle made of a name's letters and digits; "agent" where it has none."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return _NOT_IN_HANDLE.sub("-", plain)[:MOST_HANDLE].strip("-") or "agent"


def skill_in(said: object) -> Skill | None:
    """Read a skill of a card as far as it can be read; None where not even a name or an id can."""
    if not isinstance(said, Mapping):
        return None
    named = text_in(said, "name", "id")
    identifier = one_line(text_in(said, "id", "name"), 64)
    if not identifier:
        return None
    repeatable = said.get("repeatable")
    return Skill(
        id=identifier,
        name=one_line(named, MOST_NAME),
        description=replace_unstorable(text_in(said, "description")).strip()[:2000],
        tags=texts_in(said.get("tags"), MOST_TAGS, LONGEST_TAG),
        examples=texts_in(said.get("examples"), MOST_EXAMPLES, LONGEST_EXAMPLE),
        repeatable=repeatable if isinstance(repeatable, bool) else None,
        repeatable_from=ToldBy.AGENT,
        **{
            name: modes
            for name in ("inputModes", "outputModes")
            if (modes := texts_in(said.get(name), MOST_MODES, LONGEST_MODE))
        },
    )


def texts_in(said: object, most: int, longest: int) -> tuple[str, ...]:
    """Give the texts of a list, each as a line; none where it is no list."""
    if not isinstance(said, list):
        return ()
    return tuple(one_line(each, longest) for each in said[:most] if isinstance(each, str) and each.strip())


def _distinct(skills: tuple[Skill, ...]) -> tuple[Skill, ...]:
    """The first of each id, as many as an agent may have."""
    kept: dict[str, Skill] = {}
    left = MOST_TOLD
    for skill in skills:
        left -= skill.length
        if left >= 0:
            kept.setdefault(skill.id, skill)
    return tuple(kept.values())[:MOST_SKILLS]
