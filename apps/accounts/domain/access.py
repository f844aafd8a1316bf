"""Who acts, with which role, and what a role and the scopes of a token let them do. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol
from uuid import UUID

from apps.core.sentences import sentence

YOU = "You"
"""What whom the first start makes is called until they say otherwise; to others it is no name."""


class Role(StrEnum):
    """What somebody is in a workspace."""

    VIEWER = "viewer"  # reads everything
    OPERATOR = "operator"  # also gives goals, speaks, pauses, stops, decides
    OWNER = "owner"  # also changes settings, members, tokens, agents


RANK = {Role.VIEWER: 0, Role.OPERATOR: 1, Role.OWNER: 2}


def may(role: Role, needed: Role) -> bool:
    """Whether somebody with `role` may do what takes `needed`."""
    return RANK[role] >= RANK[needed]


class Scope(StrEnum):
    """A part of what may be done in a workspace; each stands for itself, none holds another."""

    READ = "read"  # what its person sees
    RUN = "run"  # goals: give, speak, pause, stop, decide; ask agents; documents
    AGENTS = "agents"  # register, change and remove agents, and the tokens with which they dial in
    ADMINISTER = "administer"  # the model, limits, people and their roles
    ACCESS = "access"  # what lets somebody in: tokens, sessions, sign-in links, invitations


Scopes = frozenset[Scope]
ALL = frozenset(Scope)
OLD = ALL - {Scope.ACCESS}  # of a token that was made before there were scopes

TAKES: Mapping[Scope, Role] = {
    Scope.READ: Role.VIEWER,
    Scope.RUN: Role.OPERATOR,
    Scope.AGENTS: Role.OWNER,
    Scope.ADMINISTER: Role.OWNER,
    Scope.ACCESS: Role.VIEWER,  # one's own tokens and sessions; links and invitations take the role besides
}
DOES: Mapping[Scope, str] = {
    Scope.READ: "Read: everything that you see",
    Scope.RUN: "Run goals: give, speak, pause, stop, decide; ask agents, documents",
    Scope.AGENTS: "Register agents: and change, remove, let dial in",
    Scope.ADMINISTER: "Administer: the model, limits, people and roles",
    Scope.ACCESS: "Let in: make and end tokens, sessions, sign-in links, invitations",
}


def open_to(role: Role) -> Scopes:
    """What somebody with this role may give a token of theirs."""
    return frozenset(scope for scope, needed in TAKES.items() if may(role, needed))


def usual(role: Role) -> Scopes:
    """What a door proposes for a new token."""
    return frozenset({Scope.READ, Scope.RUN}) & open_to(role)


@dataclass(frozen=True)
class Actor:
    """A person in a workspace, by session or by token."""

    user_id: UUID
    workspace_id: UUID
    role: Role
    name: str
    token_id: UUID | None = field(default=None, compare=False)  # by which the person asks; None: by a session
    scopes: Scopes = field(default=ALL, compare=False)  # how far the token reaches
    until: datetime | None = field(default=None, compare=False)  # when what was presented ends; None: as its row says

    def may(self, needed: Role) -> bool:
        """Whether this person may do what takes `needed`."""
        return may(self.role, needed)


USUAL_DAYS, MOST_DAYS = 90, 3650  # unless it never expires

CHOICES = [  # of a form; days in words
    ("7", "A week"),
    ("30", "30 days"),
    (str(USUAL_DAYS), sentence("{days} days", days=USUAL_DAYS)),
    ("365", "A year"),
    ("", "For ever"),
]


def expiry_after(days: int | None, now: datetime) -> datetime | None:
    """When a token of so many days expires; None: never."""
    return None if days is None else now + timedelta(days=days)


class ApiRequest(Protocol):
    """A request whose sender is known."""

    auth: Actor

    @property
    def headers(self) -> Mapping[str, str]:
        """By their names, in any case."""


def bearer_in(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The bearer token among the headers of an ASGI scope; empty: there is none."""
    scheme, _, token = dict(headers).get(b"authorization", b"").decode("latin-1").partition(" ")
    return token.strip()[:200] if scheme.lower() == "bearer" else ""
