"""What a door of the REST API is handed."""

from collections.abc import Mapping
from typing import Protocol

from apps.accounts.domain.access import Actor


class ApiRequest(Protocol):
    """A request whose sender is known."""

    auth: Actor

    @property
    def headers(self) -> Mapping[str, str]:
        """By their names, in any case."""
