"""The skills that there are to choose from."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.agents.domain.profile import Availability, Candidate, Skill


@dataclass(frozen=True)
class Offer:
    """A skill that somebody of the shortlist has, and who."""

    skill: Skill
    agents: frozenset[str]  # ids

    @property
    def need(self) -> str:
        """The need in words that leads to it."""
        return self.skill.name.strip()


def offers(shortlist: Sequence[Candidate]) -> tuple[Offer, ...]:
    """The distinct skills of the shortlist, those of agents that answer first. Two of one name are one."""
    holders: dict[str, set[str]] = {}
    skills: dict[str, Skill] = {}
    for candidate in sorted(shortlist, key=lambda one: one.availability is Availability.OFFLINE):
        for skill in candidate.skills:
            name = skill.name.strip().casefold()
            if not name:
                continue
            skills.setdefault(name, skill)
            holders.setdefault(name, set()).add(candidate.agent_id)
    return tuple(Offer(skill, frozenset(holders[name])) for name, skill in skills.items())
