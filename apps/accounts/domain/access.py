"""Who is asking, as every door hands it to queries and actions."""

from dataclasses import dataclass, field
from uuid import UUID

from apps.accounts.domain import roles
from apps.accounts.domain.roles import Role
from apps.accounts.domain.scopes import ALL, Scopes


@dataclass(frozen=True)
class Actor:
    """A person in a workspace, by session or by token."""

    user_id: UUID
    workspace_id: UUID
    role: Role
    name: str
    token_id: UUID | None = field(default=None, compare=False)  # by which the person asks; None: by a session
    scopes: Scopes = field(default=ALL, compare=False)  # how far the token reaches

    def may(self, needed: Role) -> bool:
        """Whether this person may do what takes `needed`."""
        return roles.may(self.role, needed)
