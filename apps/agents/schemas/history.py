"""What is known of an agent's past and of its ways in, as the REST API shows it."""

from datetime import datetime
from typing import Self
from uuid import UUID

from pydantic import BaseModel, Field

from apps.agents.queries.agent_tokens import AgentTokenView
from apps.agents.queries.checks import CheckView
from apps.agents.queries.versions import VersionView
from apps.journal.domain.texts import Text


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
    last_used_at: datetime | None

    @classmethod
    def of(cls, token: AgentTokenView) -> Self:
        """From what the query gives."""
        return cls(**vars(token))


class AgentTokenIn(BaseModel, extra="forbid"):
    """A token to make."""

    name: Text = Field(min_length=1, max_length=80, description="The machine that the agent runs on, for example.")


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
    """The live tokens of an agent, newest first."""

    items: list[AgentTokenOut]
