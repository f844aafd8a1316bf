"""Who is asking, as every door hands it to queries and actions."""

from dataclasses import dataclass
from uuid import UUID

from apps.accounts.domain import roles
from apps.accounts.domain.roles import Role


@dataclass(frozen=True)
class Actor:
    """A person in a workspace, by session or by token."""

    user_id: UUID
    workspace_id: UUID
    role: Role
    name: str

    def may(self, needed: Role) -> bool:
        """Whether this person may do what takes `needed`."""
        return roles.may(self.role, needed)
