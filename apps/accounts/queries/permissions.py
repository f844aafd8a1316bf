"""What somebody may still do: looked at anew wherever something waits for long."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from operator import attrgetter
from typing import Any, NamedTuple, Self
from uuid import UUID

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.utils import timezone

from apps.accounts.domain.access import TAKES, Actor, Role, Scope, may
from apps.accounts.domain.approval_policy import ApprovalPolicy, policy_from_data
from apps.accounts.domain.origins import NOBODY, Authority, OriginKind
from apps.accounts.models import ApiToken, BrowserSession, Leaving, Member, Origin, User, Workspace
from apps.accounts.queries.names import shown_name, with_names
from apps.accounts.queries.people import as_actor, present_members, with_left_at
from apps.accounts.queries.tokens import is_usable, scopes_of
from apps.core.sentences import sentence
from apps.journal.queries.compiled import KeyedQuery


def has_permission(user_id: UUID, workspace_id: UUID, scope: Scope, token_id: UUID | None = None) -> bool:
    """Whether a person may now do what `scope` names in a workspace; with `token_id` by that token of theirs.

    No more so when they were removed, switched off or given a smaller role, when the token was revoked or expired, or
    where it never reached so far.
    """
    role = _role_of(user_id, workspace_id)
    if role is None or not may(role, TAKES[scope]):
        return False
    return token_id is None or _reaches(token_id, user_id, workspace_id, scope)


def may_still(actor: Actor, scope: Scope) -> bool:
    """Whether somebody who was let in may do what `scope` names now too, by the token that they came with."""
    is_over = actor.until is not None and actor.until <= timezone.now()
    return not is_over and has_permission(actor.user_id, actor.workspace_id, scope, actor.token_id)


def _role_of(user_id: UUID, workspace_id: UUID) -> Role | None:
    """What a person is in a workspace now; None: no member, or switched off."""
    members = present_members(Member.objects.filter(user_id=user_id, workspace_id=workspace_id))
    role = members.values_list("role", flat=True).first()
    return None if role is None else Role(role)


def actor_still(user_id: UUID, workspace_id: UUID, scope: Scope, token_id: UUID | None) -> Actor | None:
    """Who it is, while `has_permission` says so; None: no more."""
    if not has_permission(user_id, workspace_id, scope, token_id):
        return None
    member = with_names(Member.objects.filter(user_id=user_id, workspace_id=workspace_id)).first()
    return None if member is None else as_actor(member)


def _reaches(token_id: UUID, user_id: UUID, workspace_id: UUID, scope: Scope) -> bool:
    token = ApiToken.objects.filter(pk=token_id, user_id=user_id, workspace_id=workspace_id).first()
    return token is not None and is_usable(token) and scope in scopes_of(token)


NEEDED = TAKES[Scope.RUN]
"""What giving a goal takes, and so whatever is done for one."""


def _with_role(origins: "QuerySet[Origin]") -> "QuerySet[Any]":
    members = Member.objects.filter(user=OuterRef("user"), workspace=OuterRef("workspace"), switched_off_at=None)
    role = members.values("role")[:1]
    left = Leaving.objects.filter(user=OuterRef("user"), workspace=OuterRef("workspace")).values("at")[:1]
    rows = origins.select_related("user", "token")
    return rows.annotate(
        role=Subquery(role),
        left_at=Subquery(left),
        called=shown_name("user", "workspace"),
        policy=F("workspace__approval_policy"),
    )


_ORIGINS = KeyedQuery(lambda origins: _with_role(Origin.objects.filter(pk__any_of=origins)), attrgetter("pk"))


def person_behind(origin_id: UUID | None) -> "QuerySet[Any]":
    """Who stands behind an origin, for use within another query; nobody for None."""
    return Origin.objects.filter(pk__in=[origin_id] if origin_id else []).values("user_id")


def person(user_id: UUID) -> "QuerySet[Any]":
    """One person, as `person_behind` gives who stands behind an origin."""
    return User.objects.filter(pk=user_id).values("pk")


def read_authorities_ahead(origins: Collection[UUID]) -> None:
    """Read what these origins may do now, for all that asks for it at the end of the transaction."""
    _ORIGINS.read_ahead(dict.fromkeys(origins))


def authority_of(origin_id: UUID | None) -> Authority:
    """What an origin may do now; nobody for None."""
    row = next(iter(_ORIGINS.of(origin_id)), None) if origin_id is not None else None
    if row is None:
        return NOBODY
    policy = policy_from_data(row.policy)
    if row.user is None:
        return replace(NOBODY, policy=policy)
    return Authority(OriginKind(row.kind), row.called, _refusal(row), policy)


def lost_among(origin_ids: Collection[UUID]) -> dict[UUID, str]:
    """Those of these origins that may do nothing any more, each with why."""
    rows = _with_role(Origin.objects.filter(pk__in=origin_ids).exclude(user=None)) if origin_ids else ()
    return {row.pk: why for row in rows if (why := _refusal(row))}


def _refusal(row: Any) -> str:
    """Why it may do nothing any more; an origin with its person, token and role."""
    left = row.left_at is not None and row.left_at >= row.created_at  # who was let in again gives new goals
    if not row.user.is_active or row.role is None or left:
        return sentence("{user} no longer belongs to the workspace", user=row.called)
    if not may(Role(row.role), NEEDED):
        return sentence("{user} may not give goals any more", user=row.called)
    if row.token is not None and not (is_usable(row.token) and Scope.RUN in scopes_of(row.token)):
        return sentence(
            "the token “{token}” of {user} was revoked, has expired, or is not for goals",
            token=row.token.name,
            user=row.called,
        )
    return ""


def may_decide(user_id: UUID | None, workspace_id: UUID) -> bool:
    """Whether somebody may still decide what waits for a person."""
    return user_id is not None and has_permission(user_id, workspace_id, Scope.RUN)


def approval_policy(workspace_id: UUID) -> ApprovalPolicy:
    """What takes a person's leave in a workspace, who gives it, and for how long it is waited for."""
    return policy_from_data(Workspace.objects.values_list("approval_policy", flat=True).get(pk=workspace_id))


def may_permit(user_id: UUID | None, workspace_id: UUID) -> bool:
    """Whether somebody may still give leave, and so whether the leave that they gave counts."""
    role = None if user_id is None else _role_of(user_id, workspace_id)
    return role is not None and may(role, approval_policy(workspace_id).deciders)


class PageSeat(NamedTuple):
    """A person, the session they came with, and the role they had then."""

    user_id: UUID
    session_key: str
    role: Role


class PageAccess(StrEnum):
    """What became of somebody who was let in."""

    WELCOME = "welcome"  # nothing changed
    OTHER_ROLE = "other_role"  # still in, as somebody else
    NO_ACCESS = "no_access"  # no longer a member, or switched off
    SIGNED_OUT = "signed_out"  # the session ended


class Membership(NamedTuple):
    """What somebody is now, and when they were last taken out before."""

    role: str
    left_at: datetime | None


def page_accesses(workspace_id: UUID, seats: Collection[PageSeat]) -> dict[PageSeat, PageAccess]:
    """How each of `seats` stands in a workspace now."""
    keys, people = {seat.session_key for seat in seats}, {seat.user_id for seat in seats}
    sessions = BrowserSession.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    members = present_members(Member.objects.filter(workspace_id=workspace_id, user_id__in=people))
    began = dict(sessions.values_list("session_key", "started_at"))
    rows = with_left_at(members).values("user_id", "role", "left_at")
    belongs = {row["user_id"]: Membership(row["role"], row["left_at"]) for row in rows}
    return {seat: _page_access(seat, began, belongs.get(seat.user_id)) for seat in seats}


def _page_access(seat: PageSeat, began: Mapping[str, datetime], belongs: Membership | None) -> PageAccess:
    if seat.session_key not in began:
        return PageAccess.SIGNED_OUT
    if belongs is None or (belongs.left_at is not None and belongs.left_at >= began[seat.session_key]):
        return PageAccess.NO_ACCESS
    return PageAccess.WELCOME if belongs.role == seat.role else PageAccess.OTHER_ROLE


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
        return may_still(actor, Scope.READ)
    seat = PageSeat(actor.user_id, asked.session_key, actor.role)
    standing = page_accesses(actor.workspace_id, [seat])[seat]
    return standing in (PageAccess.WELCOME, PageAccess.OTHER_ROLE)
