"""What a token may be used for. Its person's role bounds it as well, at the time of use. Pure."""

from collections.abc import Mapping
from enum import StrEnum

from apps.accounts.domain.roles import Role, may


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
