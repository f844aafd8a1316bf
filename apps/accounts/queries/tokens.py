"""API tokens: whose they are, and the list that their owner sees."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from apps.accounts.domain.access import Actor
from apps.accounts.domain.roles import Role
from apps.accounts.models import ApiToken, Member
from apps.journal.queries.written import Written


@dataclass(frozen=True)
class TokenView:
    """One row of a person's list of tokens; the token itself is not kept."""

    id: UUID
    name: str
    prefix: str
    created_at: datetime
    last_used_at: datetime | None


@dataclass(frozen=True)
class Bearer:
    """Who presents a token, and when that token was last seen."""

    actor: Actor
    token_id: UUID
    last_used_at: datetime | None


def digest_of(secret: str) -> str:
    """SHA-256 in hexadecimal: what is kept of a token or a link. They are 256 random bits, so no salt is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _with_role(digest: str) -> "QuerySet[Any]":
    role = Member.objects.filter(user=OuterRef("user"), workspace=OuterRef("workspace")).values("role")[:1]
    live = ApiToken.objects.filter(digest=digest, revoked_at=None, user__is_active=True)
    return live.select_related("user").annotate(role=Subquery(role))


_BEARERS = Written(_with_role, place="digest")


def bearer_of(token: str) -> Bearer | None:
    """Who presents this token; None when it is unknown or revoked, or its person may not be in the workspace now."""
    row = next(iter(_BEARERS.of(digest_of(token))), None)
    if row is None or row.role is None:
        return None
    return Bearer(Actor(row.user_id, row.workspace_id, Role(row.role), str(row.user)), row.pk, row.last_used_at)


def actor_for_token(token: str) -> Actor | None:
    """Who presents this token, or None; see `bearer_of`. Doors ask `actions.use_token`, which also notes the use."""
    bearer = bearer_of(token)
    return bearer.actor if bearer else None


def tokens_of(actor: Actor) -> list[TokenView]:
    """The live tokens of one person in one workspace, newest first."""
    return [_token_view(token) for token in _live(actor)]


def tokens_after(actor: Actor, before: UUID | None, limit: int) -> list[TokenView]:
    """The live tokens of one person in one workspace, newest first, those made before one of them."""
    tokens = _live(actor) if before is None else _live(actor).filter(pk__lt=before)
    return [_token_view(token) for token in tokens[:limit]]


def _live(actor: Actor) -> QuerySet[ApiToken]:
    live = ApiToken.objects.filter(workspace_id=actor.workspace_id, user_id=actor.user_id, revoked_at=None)
    return live.order_by("-pk")


def _token_view(token: ApiToken) -> TokenView:
    return TokenView(token.pk, token.name, token.prefix, token.created_at, token.last_used_at)
