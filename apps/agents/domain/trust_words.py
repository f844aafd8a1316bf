"""What people read of who may set whom to work. Pure."""

from apps.agents.domain.profile import Askers, Skill, Trust

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
