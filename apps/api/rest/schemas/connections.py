"""Connections to agents, as the REST API shows and takes them."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from apps.agents.actions.connections import ConnectionChange
from apps.agents.domain.profile import Availability
from apps.agents.domain.registration import QUOTA, CallQuota
from apps.core.numbers import Whole


class ConnectionOut(BaseModel):
    """One way to an agent."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    owner: str = Field(description="The user name of whose it is; empty: the workspace's, for everybody's work.")
    mine: bool = Field(description="Whether it is the caller's own.")
    connector: str
    connector_config: dict[str, object] | None = Field(
        description="Its settings, without secrets; null: another person's."
    )
    secrets: list[str] | None = Field(description="Names of the secrets that it holds; null: another person's.")
    enabled: bool = Field(description="False: nothing goes over it.")
    availability: Availability
    last_seen_at: datetime | None
    problem: str = Field(description="What its last check found wrong; empty: nothing, or another person's.")
    concurrency: int
    calls_per_minute: int
    timeout_seconds: int
    test_seconds: int
    created_at: datetime


class Connections(BaseModel):
    """The connections to an agent."""

    items: list[ConnectionOut]


class ConnectIn(CallQuota):
    """A connection of one's own."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    connector: str = Field(min_length=1, max_length=24, description="How the agent is reached: a connector's kind.")
    connector_config: dict[str, object] = Field(
        default_factory=dict, repr=False, description="Its settings; what they are is told by /connectors."
    )

    def quota(self) -> CallQuota:
        """What it takes on."""
        return CallQuota(**{name: getattr(self, name) for name in QUOTA})


class ConnectionPatch(BaseModel):
    """What of a connection becomes another."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    connector_config: dict[str, object] | None = Field(
        default=None, repr=False, description="All its settings; secrets that are left out stay."
    )
    enabled: bool | None = None
    concurrency: Whole | None = None
    calls_per_minute: Whole | None = None
    timeout_seconds: Whole | None = None
    test_seconds: Whole | None = None

    def told(self) -> ConnectionChange:
        """What was given of it."""
        quota = {name: value for name in QUOTA if (value := getattr(self, name)) is not None}
        return ConnectionChange(self.connector_config, self.enabled, quota)
