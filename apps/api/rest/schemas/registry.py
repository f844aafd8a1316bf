"""The registry as a whole, as the REST API takes and shows it."""

from typing import Self
from uuid import UUID

from pydantic import BaseModel, Field

from apps.agents.actions.registry_import import Brought
from apps.agents.domain.profile import Askers, Trust
from apps.api.rest.schemas.agents import ToldSkillOut
from apps.core.texts import Text


class ConnectorOut(BaseModel):
    """One way of reaching agents."""

    kind: str
    name: str
    help: str
    config: dict[str, object] = Field(description="The JSON schema of `connector_config`; format password: a secret.")


class Connectors(BaseModel):
    """The ways of reaching agents that are installed."""

    items: list[ConnectorOut]


class Exported(BaseModel):
    """An agent as it is registered, without its secrets; `POST /registry` takes it."""

    handle: str
    name: str
    description: str
    skills: list[ToldSkillOut]
    connector: str
    connector_config: dict[str, object]
    secrets: list[str] = Field(description="Names of the secrets that have to be entered anew elsewhere.")
    concurrency: int
    calls_per_minute: int
    timeout_seconds: int
    test_seconds: int
    trust: Trust
    askers: Askers
    enabled: bool


class RegistryOut(BaseModel):
    """All agents of the workspace, by handle."""

    agents: list[Exported]


class ImportIn(BaseModel, extra="forbid"):
    """Agents to bring in."""

    text: Text = Field(
        max_length=2_000_000,
        description="JSON as `GET /registry` gives it, CSV as `GET /registry/csv`, an A2A card, an MCP server.json.",
    )


class BroughtOut(BaseModel):
    """What became of one entry."""

    label: str = Field(description="Which one it was.")
    handle: str = Field(description="Of the agent that was registered; empty: it was refused.")
    problems: list[str] = Field(description="Why it was refused, one sentence for each thing.")

    @classmethod
    def of(cls, brought: Brought) -> Self:
        """From what the action gives."""
        return cls(label=brought.label, handle=brought.handle, problems=list(brought.problems))


class ImportOut(BaseModel):
    """What became of each entry; of a card, the trial in which it is looked at."""

    items: list[BroughtOut]
    trial: UUID | None
