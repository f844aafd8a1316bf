"""What a profile lacks to be chosen by: nobody finds an agent that says neither what it does nor a skill. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.agents.domain.profile import Skill
from apps.agents.domain.words import stems

FEWEST_WORDS = 2  # of a description; one alone ("Helper") says no work

GENERAL = stems("agent assistant bot ai llm model server service tool helper helpful useful general test hub")
"""What any agent says of itself."""


@dataclass(frozen=True)
class ProfileGap:
    """Something that is missing: a code for programs, and a sentence that says what to do."""

    code: str
    sentence: str


NOTHING_TO_CHOOSE_BY = ProfileGap(
    "nothing_to_choose_by",
    "It names no skill, and its description does not say what it does, so teams have nothing to choose it by. "
    "Say what it does, or list its skills, one a line, like “Translate: turns texts into other languages”.",
)


def gaps_of(name: str, description: str, skills: Sequence[Skill]) -> tuple[ProfileGap, ...]:
    """What an agent's profile lacks; empty where there is something to choose it by."""
    told = told_work(description) - stems(name)
    return () if skills or len(told) >= FEWEST_WORDS else (NOTHING_TO_CHOOSE_BY,)


def told_work(text: str) -> frozenset[str]:
    """The stems of what a text says of the work that is done, and not of agents in general."""
    return stems(text) - GENERAL
