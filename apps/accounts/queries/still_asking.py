"""Whether somebody whose answer goes on for long may still have it."""

from dataclasses import dataclass, field
from typing import Self

from django.http import HttpRequest

from apps.accounts.domain.access import Actor
from apps.accounts.queries.still_in import Seat, Standing, standings
from apps.accounts.queries.tokens import actor_for_token


@dataclass(frozen=True)
class Asked:
    """Who asked, and by what: a token, else a session."""

    actor: Actor
    token: str = field(repr=False)
    session_key: str = field(repr=False)

    @classmethod
    def of(cls, request: HttpRequest, actor: Actor) -> Self:
        """From a request that was let in as `actor`."""
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        return cls(actor, token if scheme else "", request.session.session_key or "")


def still_asks(asked: Asked) -> bool:
    """Whether the token is live, or the session open, and its person still in the workspace; any role may read."""
    if asked.token:
        return actor_for_token(asked.token) is not None
    seat = Seat(asked.actor.user_id, asked.session_key, asked.actor.role)
    standing = standings(asked.actor.workspace_id, [seat])[seat]
    return standing in (Standing.WELCOME, Standing.OTHER_ROLE)
