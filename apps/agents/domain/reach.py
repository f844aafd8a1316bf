"""How far a piece of work may reach: whether it only reads, is words alone, or may change something somewhere. Pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from apps.agents.domain.profile import Askers, Skill, Trust

Skills = Sequence[Mapping[str, Any]]
"""Skills as they are stored; see profile.Skill."""


class Reach(StrEnum):
    """What a call of an agent may bring about, as far as the hub knows."""

    READS = "reads"  # somebody whose word counts says that it changes nothing
    WORDS = "words"  # nobody said, but its protocol carries a text there and a text back, and nothing else
    ACTS = "acts"  # anything: it says so, or nobody knows


def reach_of(implied: Reach, trust: Trust, skills: Skills) -> Reach:
    """Give what a call for these skills (as they are stored) may bring about: what the furthest of them may.

    `implied`: what follows from how the agent is reached, where nobody said anything.

    Unknown is not read-only. An owner's word counts before all else; that its own server says that a tool only reads
    counts where the agent is trusted, since a hostile one would say the same; that it does more always counts.
    """
    said = [_word(skill, trust) for skill in skills]
    if any(word is False for word in said):
        return Reach.ACTS
    return Reach.READS if said and all(said) else implied


def _word(skill: Mapping[str, Any], trust: Trust) -> bool | None:
    known: bool | None = skill.get("read_only")
    if known is not None:
        return known
    hint: bool | None = skill.get("read_only_hint")
    return hint if trust is Trust.TRUSTED or hint is False else None


def skills_asked_for(tools: bool, tool: object, skills: Skills, named: Collection[str]) -> Skills:
    """Give the skills that a call may exercise: all of them, since an agent does what it likes with a task's words.

    A server of `tools` does not: there it is the `tool` that its settings fix, else those that the task names, else
    any. What is not among its skills leaves nothing known.
    """
    if not tools:
        return skills
    wanted = {str(tool)} if tool else set(named)
    found = [skill for skill in skills if not wanted or skill["id"] in wanted]
    return found if len(found) >= len(wanted) else []


def merge_told_skills(said: Iterable[Skill], known: Skills) -> tuple[Skill, ...]:
    """Give what an agent says of its own skills, with the owner's words on them kept; its own are hints at most."""
    words = {skill["id"]: skill.get("read_only") for skill in known}
    return tuple(_with_word(skill, words.get(skill.id)) for skill in said)


def _with_word(skill: Skill, word: bool | None) -> Skill:
    hint = skill.read_only_hint if skill.read_only is None else skill.read_only
    return skill.model_copy(update={"read_only": word, "read_only_hint": hint})


TRUST: dict[Trust, str] = {
    Trust.UNTRUSTED: "Not trusted: whatever it asks of others waits for a person",
    Trust.ORDINARY: "Ordinary: it may ask others for what only reads",
    Trust.TRUSTED: "Trusted: what its server says of its tools counts too",
}
"""What is chosen for how far an agent is believed."""

ASKERS: dict[Askers, str] = {
    Askers.EVERYBODY: "Each agent of the workspace, for what only reads",
    Askers.PEOPLE: "No agent: only people and their teams",
    Askers.NAMED: "Only agents that a grant names",
}
"""What is chosen for which agents may set an agent to work by themselves. People and their teams always may."""

READS: dict[str, bool | None] = {"": None, "yes": True, "no": False}
"""What is chosen for a skill -> an owner's word on whether it only reads."""

READS_WORDS: dict[str, str] = {"": "Nobody said", "yes": "Only reads", "no": "May change something"}


def trust_hint(skill: Skill) -> str:
    """What the agent's own server says of a skill; empty: nothing."""
    if skill.read_only_hint is None:
        return ""
    return (
        "Its server says that it only reads" if skill.read_only_hint else "Its server says that it may change something"
    )
