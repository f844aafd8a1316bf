"""API tokens: whose they are, and the list that their owner sees."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Now
from django.utils import timezone

from apps.accounts.domain.access import OLD, Actor, Role, Scope, Scopes
from apps.accounts.models import ApiToken, Member
from apps.accounts.queries.names import shown_name
from apps.journal.queries.compiled import CompiledQuery


@dataclass(frozen=True)
class TokenView:
    """One row of a person's list of tokens; the token itself is not kept."""

    id: UUID
    name: str
    prefix: str
    scopes: list[Scope]
    old: bool  # made before there were scopes
    created_at: datetime
    expires_at: datetime | None  # None: never
    expired: bool
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
    members = Member.objects.filter(user=OuterRef("user"), workspace=OuterRef("workspace"), switched_off_at=None)
    role = members.values("role")[:1]
    live = usable_tokens(ApiToken.objects.filter(digest=digest, user__is_active=True))
    return live.annotate(role=Subquery(role), called=shown_name("user", "workspace"))


def usable_tokens(tokens: QuerySet[ApiToken]) -> QuerySet[ApiToken]:
    """Those that were not revoked and have not expired; whose person may be in the workspace is asked elsewhere."""
    return tokens.filter(Q(expires_at=None) | Q(expires_at__gt=Now()), revoked_at=None)


def is_usable(token: ApiToken) -> bool:
    """Whether a token may be used at all; the same as `usable_tokens`, for a row."""
    return token.revoked_at is None and (token.expires_at is None or token.expires_at > timezone.now())


def scopes_of(token: ApiToken) -> Scopes:
    """How far a token reaches."""
    return OLD if token.scopes is None else frozenset(Scope(name) for name in token.scopes)


_BEARERS = CompiledQuery(_with_role, str)


def bearer_of(token: str) -> Bearer | None:
    """Who presents this token; None when it is unknown, ended, or its person may not be in the workspace now."""
    row = next(iter(_BEARERS.of(digest_of(token))), None)
    if row is None or row.role is None:
        return None
    reach = scopes_of(row)
    actor = Actor(row.user_id, row.workspace_id, Role(row.role), row.called, token_id=row.pk, scopes=reach)
    return Bearer(actor, row.pk, row.last_used_at)


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
    return TokenView(
        id=token.pk,
        name=token.name,
        prefix=token.prefix,
        scopes=[scope for scope in Scope if scope in scopes_of(token)],
        old=token.scopes is None,
        created_at=token.created_at,
        expires_at=token.expires_at,
        expired=not is_usable(token),
        last_used_at=token.last_used_at,
    )
