"""Who may be named in the audit log, from where they came, and what came of what they tried."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
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


_address: ContextVar[str] = ContextVar("address", default="")


@contextmanager
def from_origin(address: str) -> Iterator[None]:
    """Everything inside comes from this address; threads and coroutines that it starts keep it."""
    before = _address.set(address)
    try:
        yield
    finally:
        _address.reset(before)


def current_origin() -> str:
    """The address that a door named; empty: nobody asked, the hub does it by itself or by its command line."""
    return _address.get()
