"""People, tokens and a workspace's settings, as the REST API shows and takes them. No secret ever comes back."""

from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StrictFloat, StrictInt

from apps.accounts.domain.access import MOST_DAYS, USUAL_DAYS, Actor, Role, Scope
from apps.accounts.domain.approval_policy import AskedFor
from apps.accounts.domain.workspace_settings import Review, WhenSilent
from apps.accounts.queries import InvitationView, MemberView, OwnView, SessionView, TokenView, WorkspaceView
from apps.core.numbers import Figure, Whole
from apps.core.texts import Text


class Body(BaseModel):
    """What comes in: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class MemberOut(BaseModel):
    """Somebody who belongs to the workspace."""

    id: UUID
    username: str
    name: str
    role: Role
    enabled: bool = Field(description="False: an owner switched them off here.")
    new: bool = Field(description="The account was made here and nobody was in it yet: `link` makes its sign-in link.")

    @classmethod
    def of(cls, member: MemberView) -> Self:
        """From what the query gave."""
        about = {name: value for name, value in vars(member).items() if name in cls.model_fields}
        return cls(id=member.user_id, **about)


class MeOut(BaseModel):
    """Who asks."""

    id: UUID
    username: str
    name: str = Field(description="What you are called in this workspace.")
    own_name: str = Field(description="What you chose to be called here; empty: as your account is.")
    language: str = Field(description="Of your pages; empty: as your browser says.")
    role: Role
    scopes: list[Scope] = Field(description="How far the token reaches; all of them for a session.")
    workspace_id: UUID
    workspace: str

    @classmethod
    def of(cls, own: OwnView, actor: Actor) -> Self:
        """From what the query gave."""
        scopes = [scope for scope in Scope if scope in actor.scopes]
        return cls(id=actor.user_id, role=actor.role, scopes=scopes, workspace_id=actor.workspace_id, **vars(own))


class MeIn(Body):
    """What you change about yourself."""

    name: Annotated[Text, Field(max_length=80, description="In this workspace; empty: as your account.")] | None = None
    language: Text | None = Field(default=None, description="Of your pages: en or de; empty: as your browser says.")


class MemberIn(Body):
    """A new person."""

    username: Text = Field(description="2 to 60 small letters, digits, dots, dashes or underscores.")
    name: Annotated[Text, Field(max_length=80)] = ""
    role: Role = Role.OPERATOR


class RoleIn(Body):
    """Another role."""

    role: Role


class LinkOut(BaseModel):
    """A link for somebody else, shown this once: it signs a new person in, or leads to an invitation."""

    path: str


class InvitationOut(BaseModel):
    """An open invitation."""

    id: UUID
    username: str
    workspace: str
    role: Role
    by: str
    made_at: datetime
    expires_at: datetime

    @classmethod
    def of(cls, invitation: InvitationView) -> Self:
        """From what the query gave."""
        return cls(**vars(invitation))


class InvitationIn(Body):
    """Whom to invite, as what."""

    username: Text = Field(description="The user name of an account that exists.")
    role: Role = Role.OPERATOR


class AcceptIn(Body):
    """An invitation that was handed over."""

    secret: Text = Field(repr=False, description="The last part of the invitation's link.")


class JoinedOut(BaseModel):
    """The workspace that was joined."""

    workspace_id: UUID
    role: Role

    @classmethod
    def of(cls, actor: Actor) -> Self:
        """From whom the action let in."""
        return cls(workspace_id=actor.workspace_id, role=actor.role)


class SessionOut(BaseModel):
    """A browser in which you are signed in."""

    id: UUID
    device: str
    address: str
    started_at: datetime
    seen_at: datetime

    @classmethod
    def of(cls, session: SessionView) -> Self:
        """From what the query gave."""
        return cls(**{name: value for name, value in vars(session).items() if name in cls.model_fields})


class TokenOut(BaseModel):
    """An API token of one's own; the token itself is not kept."""

    id: UUID
    name: str
    prefix: str
    scopes: list[Scope]
    old: bool = Field(description="Made before there were scopes: it has all but access.")
    created_at: datetime
    expires_at: datetime | None = Field(description="Null: never.")
    expired: bool
    last_used_at: datetime | None

    @classmethod
    def of(cls, token: TokenView) -> Self:
        """From what the query gave."""
        return cls(**vars(token))


class TokenIn(Body):
    """A new token."""

    name: Text
    scopes: list[Scope] | None = Field(
        default=None, max_length=len(Scope), description="Null: read, and run where your role may."
    )
    expires_in_days: Annotated[Whole, Field(ge=1, le=MOST_DAYS)] | None = Field(
        default=USUAL_DAYS, description="Null: it never expires."
    )


class NewToken(BaseModel):
    """A token, shown this once."""

    token: str


class ModelIn(Body):
    """The model that speaks. An empty key keeps the stored one while the server stays the same."""

    base_url: Text
    model: Text
    api_key: Text = Field(default="", repr=False)
    prompt_price: Figure | None = Field(default=None, description="US dollars per million tokens.")
    completion_price: Figure | None = Field(default=None, description="US dollars per million tokens.")


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


class ModelUse(Body):
    """How the model is used; what is left out or null is as the installation has it."""

    prompt_tokens: Number = Field(default=None, description="Of a prompt at most.")
    answer_tokens: Number = Field(default=None, description="Of an answer at most.")
    temperature: Number = Field(default=None, description="From 0 to 2.")
    timeout_seconds: Number = Field(default=None, description="For one turn, retries included.")
    concurrency: Number = Field(default=None, description="Calls at one time of each worker process.")
    other_model: Text = Field(
        default="", max_length=120, description="Of the same server; asked where the first gives no answer."
    )
    when_silent: WhenSilent | None = Field(
        default=None, description="What becomes of a goal whose model gives no answer; null: ask."
    )


class WorkspaceIn(Body):
    """What the workspace is called."""

    name: Annotated[Text, Field(max_length=80)]


class DefaultReview(Body):
    """Whether the answers of goals that don't say are reviewed."""

    review: Review


class DefaultPlan(Body):
    """Whether goals that don't say show their plan before it begins."""

    shown: bool


class ApprovalPolicyIn(Body):
    """What takes a person's leave beyond what always does, who gives it, and for how long it is waited for."""

    asks_for: list[AskedFor] = Field(
        default_factory=list,
        description="acts: each task of an agent that may change something. leaves: each task that goes to an agent "
        "outside this hub. What agents want of each other takes leave anyway, where the rules of the hub say so.",
    )
    deciders: Literal[Role.OPERATOR, Role.OWNER] = Field(
        default=Role.OPERATOR, description="The least role that gives leave."
    )
    hours: float | None = Field(
        default=None,
        strict=True,
        description="After so many hours, 8,760 at most, without a decision it is not permitted. 0: it waits for as "
        "long as its goal; null: as the installation says.",
    )


class ApprovalPolicyOut(BaseModel):
    """The same as it is set."""

    model_config = ConfigDict(from_attributes=True)

    asks_for: list[AskedFor]
    deciders: Role
    hours: float | None


class WorkspaceOut(BaseModel):
    """The workspace and its settings."""

    id: UUID
    name: str
    default_limits: dict[str, float | None]
    default_review: Review = Field(description="Of goals that don't say whether their answer is reviewed.")
    default_shows_plan: bool = Field(description="Of goals that don't say whether their plan waits for a person.")
    approval_policy: ApprovalPolicyOut
    model_base_url: str
    model_name: str
    model_prices: dict[str, float]
    model_use: dict[str, float | str]
    has_model_key: bool
    observation_url: str

    @classmethod
    def of(cls, workspace: WorkspaceView) -> Self:
        """From what the query gave."""
        return cls(**vars(workspace))
