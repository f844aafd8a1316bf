"""Who somebody is in a workspace, who else is there, and whose the demo is."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from apps.accounts.domain.access import TAKES, Actor, Role, Scope
from apps.accounts.domain.approval_policy import ApprovalPolicy, policy_from_data
from apps.accounts.domain.errors import Forbidden, NotFound
from apps.accounts.domain.workspace_settings import Review
from apps.accounts.models import BrowserSession, FirstStart, Leaving, Member, User, Workspace
from apps.accounts.queries.names import own_name, with_names
from apps.core.sentences import sentence
from apps.journal.queries.compiled import CompiledQuery

OPENED = "workspace"  # in a session: the id of the workspace that was opened last


@dataclass(frozen=True)
class MemberView:
    """One row of the settings page's list of people; `place` grows in the order they joined."""

    place: int
    user_id: UUID
    username: str
    name: str
    role: Role
    enabled: bool  # nobody switched them off here
    new: bool  # the account was made here, and nobody has been in it yet: an owner may make its sign-in link


@dataclass(frozen=True)
class OpenTo:
    """A workspace that a session may open."""

    id: UUID
    name: str
    role: Role


@dataclass(frozen=True)
class BrowserSeat:
    """Who asks in a browser, and which workspaces it may open, in the order joined."""

    actor: Actor
    workspaces: list[OpenTo]


@dataclass(frozen=True)
class OwnView:
    """How somebody is known: `name` in the workspace, `own_name` if it is one that they chose for it."""

    username: str
    name: str
    own_name: str
    language: str
    workspace: str


@dataclass(frozen=True)
class WorkspaceView:
    """What the settings page shows of a workspace. The model's key itself is never a part of it."""

    id: UUID
    name: str
    model_base_url: str
    model_name: str
    model_prices: dict[str, float]
    model_use: dict[str, float | str]
    has_model_key: bool
    default_limits: dict[str, float | None]
    default_review: Review
    default_shows_plan: bool
    approval_policy: ApprovalPolicy
    observation_url: str


def actor_for(user: User | AnonymousUser, workspace_id: UUID | None = None) -> Actor:
    """Who `user` is in the given workspace, else in the first one joined. Raises NotFound where there is none."""
    memberships = with_names(present_members(Member.objects.all())).order_by("pk")
    if workspace_id is not None:
        memberships = memberships.filter(workspace_id=workspace_id)
    member = memberships.filter(user=user).first() if isinstance(user, User) else None
    if member is None:
        raise NotFound("You belong to no workspace yet: ask an owner for an invitation.")
    return as_actor(member)


def actor_in(user: AbstractBaseUser | AnonymousUser, session: SessionBase) -> Actor:
    """Who `user` is in the workspace that their session has open, else in the first one joined.

    A session that began before its person was taken out of a workspace does not open that one again. Raises NotFound.
    """
    return seat_in(user, session).actor


def seat_in(user: AbstractBaseUser | AnonymousUser, session: SessionBase) -> BrowserSeat:
    """The same, with all workspaces that the session may open."""
    members = _OPEN.of(user.pk, session.session_key or "") if isinstance(user, User) else []
    if not members:
        raise NotFound(
            "You belong to no workspace, or are switched off in yours: ask an owner to let you in. "
            "If one did, sign in anew."
        )
    opened = next((one for one in members if str(one.workspace_id) == session.get(OPENED)), members[0])
    return BrowserSeat(as_actor(opened), [_open_to(member) for member in members])


def open_to(user_id: UUID, session_key: str) -> "QuerySet[Any]":
    """What a person is in the workspaces that one of their sessions may open, in the order joined."""
    began = BrowserSession.objects.filter(session_key=session_key).values("started_at")
    members: QuerySet[Any] = with_left_at(present_members(Member.objects.filter(user=user_id)))
    members = members.annotate(began=Subquery(began), workspace_name=F("workspace__name"))
    return with_names(members.filter(Q(left_at=None) | Q(left_at__lt=F("began")))).order_by("pk")


_OPEN: CompiledQuery[Any] = CompiledQuery(open_to, UUID, str)  # each page and each socket asks


def _open_to(member: Any) -> OpenTo:
    return OpenTo(member.workspace_id, member.workspace_name, Role(member.role))


def present_members(members: QuerySet[Member]) -> QuerySet[Member]:
    """Those who may be in their workspace now: nobody switched them off, there or everywhere."""
    return members.filter(user__is_active=True, switched_off_at=None)


def belongs(workspace: str, user: str) -> Exists:
    """Whether the person that a column of another query names belongs to the workspace that one names."""
    return Exists(Member.objects.filter(workspace=OuterRef(workspace), user=OuterRef(user)))


def with_left_at(members: QuerySet[Member]) -> "QuerySet[Any]":
    """With `left_at`: when somebody was taken out of the workspace that they belong to again; None: never."""
    leavings = Leaving.objects.filter(workspace=OuterRef("workspace"), user=OuterRef("user"))
    return members.annotate(left_at=Subquery(leavings.values("at")[:1]))


def runner_in(user: AbstractBaseUser | AnonymousUser, workspace_id: UUID) -> Actor:
    """Whoever runs the installation, as an owner of any workspace. Raises Forbidden for everybody else."""
    user = runner_of_installation(user)
    return Actor(user_id=user.pk, workspace_id=workspace_id, role=Role.OWNER, name=str(user))


def runner_of_installation(user: AbstractBaseUser | AnonymousUser) -> User:
    """The same person, if they run the installation. Raises Forbidden for everybody else."""
    if not isinstance(user, User) or not (user.is_active and user.is_staff):
        raise Forbidden("Only those who run this installation may do this.")
    return user


def as_actor(member: Any) -> Actor:
    """The actor of a membership that was read `with_names`."""
    return Actor(user_id=member.user_id, workspace_id=member.workspace_id, role=Role(member.role), name=member.called)


def require(actor: Actor, needed: Role) -> None:
    """Raise Forbidden, naming the role, unless this person may do what takes `needed`."""
    if not actor.may(needed):
        raise Forbidden(
            sentence(
                "This takes the role {value}; yours is {value2}. Ask an owner to change it.",
                value=needed,
                value2=actor.role,
            )
        )


def require_scope(actor: Actor, needed: Scope) -> None:
    """Raise Forbidden where the actor's token does not reach that far; a session always does.

    It names the role that it takes, or the scope where the role is no obstacle.
    """
    if needed not in actor.scopes:
        require(actor, TAKES[needed])
        raise Forbidden(
            sentence("This takes a token with the scope {value}; make one on the settings page.", value=needed.value)
        )


def own_view(actor: Actor) -> OwnView:
    """How an actor is known here, as it stands now."""
    member = _members(actor.workspace_id).select_related("workspace").get(user_id=actor.user_id)
    own = own_name(actor.user_id, actor.workspace_id)
    return OwnView(member.user.username, member.called, own, member.user.language, member.workspace.name)


def members_of(workspace_id: UUID) -> list[MemberView]:
    """The people of a workspace in the order they joined."""
    return [_member_view(member) for member in _members(workspace_id)]


def members_after(workspace_id: UUID, place: int, limit: int) -> list[MemberView]:
    """The people of a workspace in the order they joined, those after a place."""
    return [_member_view(member) for member in _members(workspace_id).filter(pk__gt=place)[:limit]]


def member_view(workspace_id: UUID, user_id: UUID) -> MemberView:
    """One of the workspace's people. Raises NotFound."""
    member = _members(workspace_id).filter(user_id=user_id).first()
    if member is None:
        raise NotFound("There is no such member in this workspace.")
    return _member_view(member)


def _members(workspace_id: UUID) -> "QuerySet[Any]":
    return with_names(Member.objects.filter(workspace_id=workspace_id)).order_by("pk")


def _member_view(member: Any) -> MemberView:
    user, role = member.user, Role(member.role)
    new = user.last_login is None and user.made_in_id == member.workspace_id
    enabled = member.switched_off_at is None
    return MemberView(member.pk, user.pk, user.username, member.called, role, enabled, new)


def workspace_view(workspace_id: UUID) -> WorkspaceView:
    """The settings of a workspace, without its secrets."""
    workspace = Workspace.objects.get(pk=workspace_id)
    return WorkspaceView(
        id=workspace.pk,
        name=workspace.name,
        model_base_url=workspace.model_base_url,
        model_name=workspace.model_name,
        model_prices=workspace.model_prices,
        model_use=workspace.model_use,
        has_model_key=workspace.model_key_sealed is not None,
        default_limits=workspace.default_limits,
        default_review=Review(workspace.default_review),
        default_shows_plan=workspace.default_shows_plan,
        approval_policy=policy_from_data(workspace.approval_policy),
        observation_url=workspace.observation_url,
    )


SLUG = "demo"
USERNAME = "demo"


def demo_owner() -> Actor | None:
    """Whom the first start made, as what they are in the demo workspace now; None where either is gone."""
    members = present_members(Member.objects.filter(workspace__slug=SLUG, user__first_start__isnull=False))
    member = with_names(members).first()
    return as_actor(member) if member else None


def demo_workspace() -> UUID | None:
    """The demo workspace; None where it is gone."""
    return Workspace.objects.filter(slug=SLUG).values_list("pk", flat=True).first()


def first_person() -> str | None:
    """The user name of whom the first start made; None where there was no first start, or they are gone."""
    started = FirstStart.objects.filter(user__isnull=False)
    return started.values_list("user__username", flat=True).first()


def person_by_username(username: str) -> User | None:
    """Who has this user name."""
    return User.objects.filter(username=username).first()


def person_with_id(user_id: UUID) -> User:
    """The account of a person who is here, with its names alone."""
    return _NAMES.one(user_id)


_NAMES = CompiledQuery(lambda user: User.objects.filter(pk=user).only("username", "display_name"))
