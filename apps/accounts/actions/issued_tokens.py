"""Tokens of the operator's issuer: each counts as a token of the hub that its person has, so that it can be ended."""

import secrets
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from apps.accounts.actions.tokens import NOTED_EVERY
from apps.accounts.domain.access import Actor, Role, Scope, Scopes, open_to
from apps.accounts.domain.issuers import EMAIL, Issuer
from apps.accounts.events import AccountsDeed
from apps.accounts.gateway.issuer import SKEW_SECONDS, Claims, proven_claims
from apps.accounts.models import ApiToken, Member
from apps.accounts.queries.names import with_names
from apps.accounts.queries.people import as_actor, present_members
from apps.accounts.queries.tokens import digest_of, is_usable
from apps.journal.actions import audit

ISSUED = "issued"  # in the place of a token's first characters: nobody can send this one itself
OPENED = frozenset({Scope.READ, Scope.RUN})
"""As far as a token of an issuer reaches at most."""

LONGEST = timedelta(days=365)
VERIFIED = (True, "true")  # as issuers say that an address is its person's; some send each claim as a text


def use_issued_token(token: str) -> Actor | None:
    """Who presents a token of the issuer; None where it does not count here. Its use is noted."""
    issuer: Issuer | None = settings.IOA_ISSUER
    claims = proven_claims(issuer, token) if issuer else None
    member = _member(issuer, claims) if issuer and claims else None
    if issuer is None or claims is None or member is None:
        return None
    scopes = _scopes(claims) & OPENED & open_to(Role(member.role))
    row = _row(member, _name(issuer, scopes), scopes, datetime.fromtimestamp(claims["iat"], UTC))
    if row is None:
        return None
    actor = as_actor(member)
    return replace(actor, token_id=row.pk, scopes=scopes, until=_end(claims))


def _end(claims: Claims) -> datetime:
    """When it is over: what waits or listens by it ends then, though the hub's own token has no end."""
    now = timezone.now()
    left = int(claims["exp"]) + SKEW_SECONDS - now.timestamp()
    return now + timedelta(seconds=min(left, LONGEST.total_seconds()))


def _member(issuer: Issuer, claims: Claims) -> Member | None:
    """Whom the claim names in the workspace: by their address, or by what they are called here; nobody for two."""
    named = claims.get(issuer.claim)
    if (
        not isinstance(named, str)
        or not named
        or (issuer.claim == EMAIL and claims.get("email_verified", True) not in VERIFIED)
    ):
        return None
    people = Q(user__email__iexact=named) | Q(user__username__iexact=named)
    members = present_members(Member.objects.filter(people, workspace__slug=issuer.workspace))
    found = list(with_names(members)[:2])
    return found[0] if len(found) == 1 else None


def _scopes(claims: Claims) -> Scopes:
    """What the token is for, of what there is here; as RFC 8693 has it, or as a list."""
    said = claims.get("scope", claims.get("scp", ""))
    names: Iterable[object] = said.split() if isinstance(said, str) else said if isinstance(said, list) else ()
    known = {scope.value: scope for scope in Scope}
    return frozenset(known[name] for name in names if isinstance(name, str) and name in known)


def _name(issuer: Issuer, scopes: Scopes) -> str:
    return f"{issuer.host[:60]}: {', '.join(sorted(scopes)) or 'nothing'}"


def _row(member: Member, name: str, scopes: Scopes, given: datetime) -> ApiToken | None:
    """The hub's own token in the place of what the issuer gave; None for what was given before that one was ended."""
    rows = ApiToken.objects.filter(user_id=member.user_id, workspace_id=member.workspace_id, prefix=ISSUED, name=name)
    row = rows.order_by("-pk").first()
    if row is None or (row.revoked_at is not None and given > row.revoked_at):
        return _create(member, name, scopes)
    if not is_usable(row):
        return None
    if row.last_used_at is None or row.last_used_at < timezone.now() - NOTED_EVERY:
        ApiToken.objects.filter(pk=row.pk).update(last_used_at=timezone.now())
    return row


@transaction.atomic
def _create(member: Member, name: str, scopes: Scopes) -> ApiToken:
    row = ApiToken.objects.create(
        workspace_id=member.workspace_id,
        user_id=member.user_id,
        name=name,
        prefix=ISSUED,
        digest=digest_of(secrets.token_urlsafe(32)),
        scopes=sorted(scopes),
        last_used_at=timezone.now(),
    )
    audit(AccountsDeed.TOKEN_ISSUED, as_actor(member), name, row.pk, prefix=ISSUED, scopes=row.scopes, expires="never")
    return row
