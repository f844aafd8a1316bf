"""What is known of an agent's past and of its ways in, as the REST API shows it."""

from datetime import datetime
from typing import Annotated, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from apps.accounts.domain.access import MOST_DAYS, USUAL_DAYS
from apps.agents.queries.agent_tokens import AgentTokenView
from apps.agents.queries.checks import CheckView
from apps.agents.queries.grants import GrantView
from apps.agents.queries.versions import VersionView
from apps.core.numbers import Whole
from apps.core.texts import Text


class VersionOut(BaseModel):
    """One registration of an agent, and what it changed."""

    number: int
    at: datetime
    by: str = Field(description="Who changed it; empty: the product itself.")
    changes: list[str] = Field(description="One sentence for each thing that changed.")

    @classmethod
    def of(cls, version: VersionView) -> Self:
        """From what the query gives."""
        return cls(number=version.number, at=version.at, by=version.by, changes=list(version.changes))


class CheckOut(BaseModel):
    """One look at whether an agent can be reached, or one test message to it."""

    at: datetime
    tested: bool = Field(description="True: a test message was sent; false: its server was asked for a sign of life.")
    reachable: bool
    latency_ms: int
    problem: str = Field(description="What was wrong, as a sentence; empty: nothing.")
    reply: str = Field(description="To the test message; it comes from the agent, so do not trust it.")

    @classmethod
    def of(cls, check: CheckView) -> Self:
        """From what the query gives."""
        return cls(**vars(check))


class AgentTokenOut(BaseModel):
    """A token with which an agent dials in; the token itself is not kept."""

    id: UUID
    name: str
    prefix: str = Field(description="Its first characters, to tell it by.")
    created_at: datetime
    expires_at: datetime | None = Field(description="Null: never.")
    expired: bool
    last_used_at: datetime | None

    @classmethod
    def of(cls, token: AgentTokenView) -> Self:
        """From what the query gives."""
        return cls(**vars(token))


class GrantIn(BaseModel):
    """Who may set the agent to work without a person being asked each time."""

    model_config = ConfigDict(extra="forbid")

    asker: Text = Field(default="", max_length=61, description="A handle; left out or empty: any agent.")


class GrantOut(BaseModel):
    """A grant of an owner."""

    id: UUID
    asker: str = Field(description="The handle of who may ask; empty: any agent of the workspace.")
    given_by: str
    given_at: datetime

    @classmethod
    def of(cls, grant: GrantView) -> Self:
        """From what the query gives."""
        return cls(id=grant.id, asker=grant.asker, given_by=grant.given_by, given_at=grant.given_at)


class Grants(BaseModel):
    """The grants by which an agent may be set to work, oldest first."""

    items: list[GrantOut]


class AgentTokenIn(BaseModel, extra="forbid"):
    """A token to make."""

    name: Text = Field(min_length=1, max_length=80, description="The machine that the agent runs on, for example.")
    expires_in_days: Annotated[Whole, Field(ge=1, le=MOST_DAYS)] | None = Field(
        default=USUAL_DAYS, description="Null: it never expires."
    )


class NewAgentToken(BaseModel):
    """A token that was just made. It is shown only now."""

    token: str
    command: str = Field(description="What to run beside the agent.")


class Versions(BaseModel):
    """The last versions of an agent, newest first."""

    items: list[VersionOut]


class Checks(BaseModel):
    """The last checks of an agent, newest first."""

    items: list[CheckOut]


class AgentTokens(BaseModel):
    """The tokens of an agent that were not revoked, newest first."""

    items: list[AgentTokenOut]
