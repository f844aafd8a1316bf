"""What a door of the REST API is handed."""

from typing import Protocol

from apps.accounts.domain.access import Actor


class Asking(Protocol):
    """A request whose sender is known."""

    auth: Actor
