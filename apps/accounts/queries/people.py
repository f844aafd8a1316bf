"""Who somebody is in a workspace, and who else is there."""

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Forbidden, NotFound
from apps.accounts.domain.roles import Role
from apps.accounts.models import Member, User, Workspace


@dataclass(frozen=True)
class MemberView:
    """One row of the settings page's list of people; `place` grows in the order they joined."""

    place: int
    user_id: UUID
    username: str
    name: str
    role: Role


@dataclass(frozen=True)
class WorkspaceView:
    """What the settings page shows of a workspace. The model's key itself is never a part of it."""

    id: UUID
    name: str
    model_base_url: str
    model_name: str
    model_prices: dict[str, float]
    has_model_key: bool
    default_limits: dict[str, float | None]
    observation_url: str


def actor_for(user: User | AnonymousUser, workspace_id: UUID | None = None) -> Actor:
    """Who `user` is in the given workspace, else in the first one joined. Raises NotFound where there is none."""
    memberships = Member.objects.filter(user__is_active=True).select_related("user").order_by("pk")
    if workspace_id is not None:
        memberships = memberships.filter(workspace_id=workspace_id)
    member = memberships.filter(user=user).first() if isinstance(user, User) else None
    if member is None:
        raise NotFound("You belong to no workspace yet: ask an owner for an invitation.")
    return as_actor(member)


def runner_in(user: AbstractBaseUser | AnonymousUser, workspace_id: UUID) -> Actor:
    """Whoever runs the installation, as an owner of any workspace. Raises Forbidden for everybody else."""
    if not isinstance(user, User) or not (user.is_active and user.is_staff):
        raise Forbidden("Only those who run this installation may do this.")
    return Actor(user_id=user.pk, workspace_id=workspace_id, role=Role.OWNER, name=str(user))


def as_actor(member: Member) -> Actor:
    """The actor of a membership whose user is loaded."""
    return Actor(
        user_id=member.user_id, workspace_id=member.workspace_id, role=Role(member.role), name=str(member.user)
    )


def require(actor: Actor, needed: Role) -> None:
    """Raise Forbidden, naming the role, unless this person may do what takes `needed`."""
    if not actor.may(needed):
        raise Forbidden(f"This takes the role {needed.value}; yours is {actor.role.value}. Ask an owner to change it.")


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


def _members(workspace_id: UUID) -> QuerySet[Member]:
    return Member.objects.filter(workspace_id=workspace_id).select_related("user").order_by("pk")


def _member_view(member: Member) -> MemberView:
    return MemberView(member.pk, member.user_id, member.user.username, str(member.user), Role(member.role))


def workspace_view(workspace_id: UUID) -> WorkspaceView:
    """The settings of a workspace, without its secrets."""
    workspace = Workspace.objects.get(pk=workspace_id)
    return WorkspaceView(
        id=workspace.pk,
        name=workspace.name,
        model_base_url=workspace.model_base_url,
        model_name=workspace.model_name,
        model_prices=workspace.model_prices,
        has_model_key=workspace.model_key_sealed is not None,
        default_limits=workspace.default_limits,
        observation_url=workspace.observation_url,
    )


def default_limits(workspace_id: UUID) -> dict[str, object]:
    """The limits of a goal that names none; the fields that are missing have the product's defaults."""
    return dict(Workspace.objects.values_list("default_limits", flat=True).get(pk=workspace_id))
