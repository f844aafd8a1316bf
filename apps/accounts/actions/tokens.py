"""API tokens: shown once when they are made, kept as a digest."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from apps.accounts.bells import AccountsBell
from apps.accounts.domain.access import USUAL_DAYS, Actor, Role, Scope, Scopes, expiry_after, open_to
from apps.accounts.domain.errors import Conflict, NotFound, Refused
from apps.accounts.events import AccountsDeed
from apps.accounts.models import ApiToken
from apps.accounts.queries import require, require_scope
from apps.accounts.queries.tokens import bearer_of, digest_of, usable_tokens
from apps.core.sentences import sentence
from apps.journal.actions import audit
from apps.journal.bells import ring

PREFIX = "ioa_"  # lets secret scanners recognise a leaked one
SHOWN = 12  # characters kept in clear, to tell tokens apart
NOTED_EVERY = timedelta(minutes=5)  # a use is written down at most this often
MOST = 50  # live tokens of one person in one workspace


@transaction.atomic
def issue_token(actor: Actor, name: str, scopes: Collection[Scope] | None = None, days: int | None = USUAL_DAYS) -> str:
    """Make a token of the actor's and return it; it can't be read again.

    `scopes` None: all that the actor has, but access. `days` None: it never expires. One that a token makes
    does no more and lasts no longer than that one, and ends with it. Raises Forbidden where the actor's token may make
    none, Refused on an empty or doubled name, on scopes that the actor has not, and when there are too many.
    """
    require_scope(actor, Scope.ACCESS)
    name = name.strip()
    _check_name(actor, name)
    expires_at = expiry_after(days, timezone.now())
    reach = _reach(actor, scopes)
    maker = ApiToken.objects.filter(pk=actor.token_id).first() if actor.token_id else None
    if maker and maker.expires_at:
        expires_at = min(expires_at or maker.expires_at, maker.expires_at)
    return _create(actor, name, reach, expires_at)


def _check_name(actor: Actor, name: str) -> None:
    live = _live(actor)
    if not name or len(name) > 80:
        raise Refused(name="Give it a name of 1 to 80 characters, so that you know it again.")
    if usable_tokens(live).filter(name=name).exists():
        raise Refused(
            name=sentence("You have a token {name!r} already: revoke it first, or choose another name.", name=name)
        )
    if live.count() >= MOST:
        raise Refused(name=sentence("You have {most} tokens: revoke one first.", most=MOST))


def _reach(actor: Actor, scopes: Collection[Scope] | None) -> Scopes:
    most = open_to(actor.role) & actor.scopes
    if scopes is None:
        return most - {Scope.ACCESS}
    if not scopes:
        raise Refused(scopes="Choose what the token may be used for.")
    if beyond := sorted(set(scopes) - most):
        raise Refused(
            scopes=sentence("You can't give a token more than you have: leave out {names}.", names=", ".join(beyond))
        )
    return frozenset(scopes)


@transaction.atomic
def revoke_token(actor: Actor, token_id: UUID) -> None:
    """End one of the actor's own tokens. Raises NotFound when it is not theirs, or ended already."""
    token = _live(actor).filter(pk=token_id).first()
    if token is None:
        raise NotFound("There is no such token of yours.")
    _revoke(actor, token)


@transaction.atomic
def revoke_token_of_member(actor: Actor, token_id: UUID) -> None:
    """End the token of anybody in the actor's workspace. Owners only. Conflict: it was revoked before."""
    require(actor, Role.OWNER)
    rows = ApiToken.objects.select_for_update(no_key=True, of=("self",)).select_related("user")
    token = rows.filter(pk=token_id, workspace_id=actor.workspace_id).first()
    if token is None:
        raise NotFound("There is no such token in this workspace.")
    if token.revoked_at is not None:
        raise Conflict("This token was revoked before.")
    _revoke(actor, token)


def _revoke(actor: Actor, token: ApiToken) -> None:
    token.revoked_at = timezone.now()
    token.save(update_fields=["revoked_at"])
    ring(AccountsBell.AUTHORITY_LOST, token.workspace_id)
    audit(AccountsDeed.TOKEN_REVOKED, actor, token.name, token.pk, owner=token.user.username)
    for made in token.made.filter(revoked_at=None).select_related("user"):
        _revoke(actor, made)


def use_token(token: str) -> Actor | None:
    """Who presents this token, or None; its use is noted, at most every five minutes."""
    bearer = bearer_of(token)
    if bearer is None:
        return None
    now = timezone.now()
    if bearer.last_used_at is None or bearer.last_used_at < now - NOTED_EVERY:
        ApiToken.objects.filter(pk=bearer.token_id).update(last_used_at=now)
    return bearer.actor


def _live(actor: Actor) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(workspace_id=actor.workspace_id, user_id=actor.user_id, revoked_at=None)


def _create(actor: Actor, name: str, scopes: Scopes, expires_at: datetime | None) -> str:
    token = PREFIX + secrets.token_urlsafe(32)
    row = ApiToken.objects.create(
        workspace_id=actor.workspace_id,
        user_id=actor.user_id,
        name=name,
        prefix=token[:SHOWN],
        digest=digest_of(token),
        scopes=sorted(scopes),
        expires_at=expires_at,
        made_by_id=actor.token_id,
    )
    until = expires_at.isoformat() if expires_at else "never"
    audit(AccountsDeed.TOKEN_ISSUED, actor, name, row.pk, prefix=row.prefix, scopes=row.scopes, expires=until)
    return token
