"""Agents as they are registered: what pages and programs show of one, never a secret."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from apps.accounts.domain.errors import NotFound
from apps.agents.domain.profile import Askers, Availability, Skill, Trust, skills_from_rows
from apps.agents.domain.profile_gaps import ProfileGap, gaps_of
from apps.agents.domain.registration import QUOTA
from apps.agents.domain.repeatability import judge_skill
from apps.agents.domain.skill_suggestions import suggest_skills
from apps.agents.models import Connection
from apps.agents.queries.agents import agent_by_handle, agents_in
from apps.agents.queries.connectors import descriptor_of_kind
from apps.agents.queries.credentials import ShownConfig, shown_config
from apps.agents.queries.directory import Wanted, narrow_agents
from apps.agents.queries.provenance import ProvenanceView, provenance_in
from apps.core.read_models import fill_from_row

if TYPE_CHECKING:
    from apps.agents.queries.agents import AgentNow


class RegisteredSkill(Skill):
    """A skill, whether it may be exercised twice, and where that is known from (half a sentence)."""

    may_repeat: bool
    may_repeat_because: str


@dataclass(frozen=True)
class RegisteredAgent:
    """An agent and the workspace's connection to it: `running`, its calls now, the rest as stored, without secrets."""

    id: uuid.UUID
    handle: str
    name: str
    description: str
    skills: tuple[RegisteredSkill, ...]
    read_skills: tuple[Skill, ...]
    connector: str
    config: ShownConfig
    enabled: bool
    availability: Availability
    last_seen_at: datetime | None
    problem: str
    out_since: datetime | None
    concurrency: int
    calls_per_minute: int
    timeout_seconds: int
    test_seconds: int
    trust: Trust
    askers: Askers
    running: int
    goals_completed: int
    tasks_done: int
    tasks_failed: int
    provenance: ProvenanceView | None

    @property
    def connector_config(self) -> dict[str, object]:
        """The plain settings of its connection."""
        return self.config.values

    @property
    def secrets(self) -> tuple[str, ...]:
        """The names of the secrets that are set."""
        return self.config.secrets

    @property
    def warnings(self) -> tuple[ProfileGap, ...]:
        """What its profile lacks to be chosen by."""
        return gaps_of(self.name, self.description, self.skills)

    @property
    def suggested_skills(self) -> tuple[Skill, ...]:
        """What could be listed for one that lists nothing, of what it says of itself."""
        return suggest_skills(self.skills, self.description, self.read_skills)


REACHED = ("connector", "last_seen_at", "problem", "out_since", *QUOTA)
"""What the row of the workspace's connection has as it is shown."""
_READ = ("connection", "provenance")


def registered_agent(workspace_id: uuid.UUID, handle: str) -> RegisteredAgent:
    """Give one agent by its handle, with or without @, in any case. Raises NotFound."""
    return _registered_view(agent_by_handle(workspace_id, handle))


def registered_agent_by_id(workspace_id: uuid.UUID, agent_id: uuid.UUID) -> RegisteredAgent:
    """Give one agent. Raises NotFound."""
    for agent in agents_in(workspace_id).select_related(*_READ).filter(pk=agent_id):
        return _registered_view(agent)
    raise NotFound("There is no such agent here.")


def registered_agents_after(workspace_id: uuid.UUID, handle: str, limit: int, wanted: Wanted) -> list[RegisteredAgent]:
    """Give the workspace's agents by handle, those after the given one.

    Only those that are wanted; a wanted text is left out here, since a search has an order of its own.
    """
    agents = (
        narrow_agents(agents_in(workspace_id).select_related(*_READ), wanted)
        .filter(handle__gt=handle)
        .order_by("handle")
    )
    return [_registered_view(agent) for agent in agents[:limit]]


def handles_reached_at(workspace_id: uuid.UUID, connector: str, config: Mapping[str, object]) -> list[str]:
    """Give the handles of up to three agents that the workspace reaches in the same way at the same address.

    Of several models behind one address only the same one counts.
    """
    place = {name: config[name] for name in ("url", "model") if config.get(name)}
    if "url" not in place:
        return []
    same = agents_in(workspace_id).filter(connection__connector=connector, connection__connector_config__contains=place)
    return list(same.order_by("handle").values_list("handle", flat=True)[:3])


def _registered_view(agent: "AgentNow") -> RegisteredAgent:
    line = agent.connection
    reached = {name: getattr(line, name) for name in REACHED}
    return fill_from_row(
        RegisteredAgent,
        agent,
        skills=tuple(_skill(line, skill) for skill in skills_from_rows(agent.skills)),
        read_skills=skills_from_rows(agent.read_skills),
        config=shown_config(line.connector_config),
        availability=Availability(line.availability),
        provenance=provenance_in(agent),
        **reached,
    )


def _skill(line: Connection, skill: Skill) -> RegisteredSkill:
    repeat = judge_skill(
        skill.repeatable, descriptor_of_kind(line.connector).harmless, line.connector_config, skill.repeatable_from
    )
    return RegisteredSkill(**skill.model_dump(), may_repeat=repeat.repeatable, may_repeat_because=repeat.why)
