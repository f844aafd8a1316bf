"""The agent card that the hub shows of an agent. Pure.

Source: the A2A specification 1.0, "AgentCard". It is for discovery: the hub serves no A2A, so no interface is named.
"""

from collections.abc import Iterable, Sequence

from apps.agents.domain.profile import Skill

TEXT = "text/plain"
AS_A2A = {"id", "name", "description", "tags", "examples", "input_modes", "output_modes"}  # `repeatable` is ours


def own_card(name: str, description: str, skills: Sequence[Skill], version: int) -> dict[str, object]:
    """Give the card as JSON data. Its modes are those of all skills; how the agent is reached stays out of it."""
    return {
        "name": name,
        "description": description,
        "version": str(version),
        "supportedInterfaces": [],
        "capabilities": {},
        "defaultInputModes": _modes(skill.input_modes for skill in skills),
        "defaultOutputModes": _modes(skill.output_modes for skill in skills),
        "skills": [skill.model_dump(mode="json", by_alias=True, include=AS_A2A) for skill in skills],
    }


def _modes(modes: Iterable[tuple[str, ...]]) -> list[str]:
    return list(dict.fromkeys(each for some in modes for each in some)) or [TEXT]
