"""Who may be named in the audit log."""

from typing import Protocol
from uuid import UUID


class Who(Protocol):
    """A person in a workspace, as far as the journal has to know them."""

    @property
    def user_id(self) -> UUID:
        """Their key."""

    @property
    def workspace_id(self) -> UUID:
        """Where they act."""

    @property
    def name(self) -> str:
        """What they are called."""
