"""People, tokens and a workspace's settings, as the REST API shows and takes them. No secret ever comes back."""

from datetime import datetime
from typing import Annotated, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StrictFloat, StrictInt

from apps.accounts.domain.roles import Role
from apps.accounts.queries import MemberView, TokenView, WorkspaceView
from apps.journal.domain.texts import Text


class Body(BaseModel):
    """What comes in: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class MemberOut(BaseModel):
    """Somebody who belongs to the workspace."""

    id: UUID
    username: str
    name: str
    role: Role

    @classmethod
    def of(cls, member: MemberView) -> Self:
        """From what the query gave."""
        return cls(id=member.user_id, username=member.username, name=member.name, role=member.role)


class MemberIn(Body):
    """A new person."""

    username: Text = Field(description="2 to 60 small letters, digits, dots, dashes or underscores.")
    name: Annotated[Text, Field(max_length=80)] = ""
    role: Role = Role.OPERATOR


class RoleIn(Body):
    """Another role."""

    role: Role


class LinkOut(BaseModel):
    """A link that signs somebody in once, within a day."""

    path: str


class TokenOut(BaseModel):
    """An API token of one's own; the token itself is not kept."""

    id: UUID
    name: str
    prefix: str
    created_at: datetime
    last_used_at: datetime | None

    @classmethod
    def of(cls, token: TokenView) -> Self:
        """From what the query gave."""
        return cls(**vars(token))


class TokenIn(Body):
    """A new token."""

    name: Text


class NewToken(BaseModel):
    """A token, shown this once."""

    token: str


class ModelIn(Body):
    """The model that speaks. An empty key keeps the stored one while the server stays the same."""

    base_url: Text
    model: Text
    api_key: Text = Field(default="", repr=False)
    prompt_price: float | None = Field(default=None, description="US dollars per million tokens.")
    completion_price: float | None = Field(default=None, description="US dollars per million tokens.")


class ModelTestOut(BaseModel):
    """How it went to ask the model for one word."""

    answered: bool
    sentence: str = Field(description="What happened, in plain words.")


class HookIn(Body):
    """The observation hook."""

    url: Text = Field(description="Asked with `POST` and a goal's observation before each turn; empty: nothing is.")


Number = StrictInt | StrictFloat | None


class DefaultLimits(Body):
    """Limits of goals that name none; those left out or null take the product's default."""

    turns: Number = None
    tokens: Number = None
    money: Number = None
    minutes: Number = None
    depth: Number = None
    teams: Number = None


class WorkspaceOut(BaseModel):
    """The workspace and its settings."""

    id: UUID
    name: str
    default_limits: dict[str, float | None]
    model_base_url: str
    model_name: str
    model_prices: dict[str, float]
    has_model_key: bool
    observation_url: str

    @classmethod
    def of(cls, workspace: WorkspaceView) -> Self:
        """From what the query gave."""
        return cls(**vars(workspace))
