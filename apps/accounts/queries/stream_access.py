"""Whether somebody whose answer goes on for long may still have it."""

from dataclasses import dataclass, field
from typing import Self

from django.http import HttpRequest

from apps.accounts.domain.access import Actor
from apps.accounts.domain.scopes import Scope
from apps.accounts.queries.page_access import PageAccess, PageSeat, page_accesses
from apps.accounts.queries.permissions import has_permission


@dataclass(frozen=True)
class StreamReader:
    """Who asked, and by what: a token, else a session."""

    actor: Actor
    session_key: str = field(repr=False)

    @classmethod
    def of(cls, request: HttpRequest, actor: Actor) -> Self:
        """From a request that was let in as `actor`."""
        return cls(actor, "" if actor.token_id else request.session.session_key or "")


def may_still_read(asked: StreamReader) -> bool:
    """Whether the token counts, or the session is open, and its person is still in the workspace; any role reads."""
    actor = asked.actor
    if actor.token_id is not None:
        return has_permission(actor.user_id, actor.workspace_id, Scope.READ, actor.token_id)
    seat = PageSeat(actor.user_id, asked.session_key, actor.role)
    standing = page_accesses(actor.workspace_id, [seat])[seat]
    return standing in (PageAccess.WELCOME, PageAccess.OTHER_ROLE)
