"""Who may be named in the audit log, and what came of what they tried."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol
from uuid import UUID


class Who(Protocol):
    """A person in a workspace, as far as the journal has to know them."""

    @property
    def user_id(self) -> UUID:
        """Their key."""

    @property
    def workspace_id(self) -> UUID | None:
        """Where they act; None: in no workspace, as who signs in."""

    @property
    def name(self) -> str:
        """What they are called."""


@dataclass(frozen=True)
class Person:
    """Somebody who acts in no workspace: who signs in or out, or runs the installation."""

    user_id: UUID
    name: str
    workspace_id: UUID | None = None


class AuditOutcome(StrEnum):
    """What came of it."""

    DONE = "done"  # it was done
    REFUSED = "refused"  # it was tried, and not let happen
