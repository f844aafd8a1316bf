"""Workspaces and the people in them."""

import re
from uuid import UUID

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict, NotFound, Refused
from apps.accounts.domain.roles import Role
from apps.accounts.events import AccountsDeed
from apps.accounts.models import Member, User, Workspace
from apps.accounts.queries import require, runner_in
from apps.journal.actions import audit

SLUG = re.compile(r"[a-z0-9][a-z0-9-]{1,59}")
USERNAME = re.compile(r"[a-z0-9][a-z0-9._-]{1,59}")


@transaction.atomic
def open_workspace(runner: AbstractBaseUser, *, slug: str, name: str, username: str, display_name: str) -> UUID:
    """Make a workspace and the person who is its first owner; returns its id. For whoever runs the installation.

    Raises Forbidden, and Refused on a bad or taken slug or user name.
    """
    if not SLUG.fullmatch(slug):
        raise Refused(slug="Use 2 to 60 small letters, digits or dashes.")
    owner = _person(username, display_name)
    return create_workspace(slug, name, owner.pk, runner)


@transaction.atomic
def create_workspace(slug: str, name: str, owner_id: UUID, runner: AbstractBaseUser | None = None) -> UUID:
    """Make a workspace with its first owner; returns its id. Raises Refused when the slug is taken.

    `runner`: who runs the installation and makes it; None: the hub or its command line.
    """
    try:
        with transaction.atomic():
            workspace = Workspace.objects.create(slug=slug, name=name)
    except IntegrityError as error:
        raise Refused(slug=f"There is a workspace {slug!r} already: choose another one.") from error
    Member.objects.create(workspace=workspace, user_id=owner_id, role=Role.OWNER)
    where = workspace.pk
    by = runner_in(runner, where) if runner else None
    audit(AccountsDeed.WORKSPACE_CREATED, by, slug, where, workspace_id=where, owner=str(owner_id))
    return workspace.pk


@transaction.atomic
def add_member(actor: Actor, *, username: str, display_name: str, role: Role) -> UUID:
    """Make a new person and let them into the actor's workspace; returns the user's id. Owners only.

    Somebody who belongs to another workspace is never taken in by name: that would let an owner make a sign-in link
    for them. Who belongs to none, having been removed, may come back. Raises Refused on a bad or taken user name.
    """
    require(actor, Role.OWNER)
    user = _person(username, display_name)
    Member.objects.create(workspace_id=actor.workspace_id, user=user, role=role)
    audit(AccountsDeed.MEMBER_ADDED, actor, username, user.pk, role=role)
    return user.pk


def _person(username: str, display_name: str) -> User:
    """Somebody new, or who belongs to no workspace any more."""
    if not USERNAME.fullmatch(username):
        raise Refused(username="Use 2 to 60 small letters, digits, dots, dashes or underscores.")
    return _removed_person(username) or _new_person(username, display_name.strip())


def _removed_person(username: str) -> User | None:
    people = User.objects.filter(memberships=None, is_staff=False, is_superuser=False, is_active=True)
    return people.select_for_update(of=("self",)).filter(username=username).first()


def _new_person(username: str, display_name: str) -> User:
    try:
        with transaction.atomic():
            return User.objects.create_user(username=username, display_name=display_name)
    except IntegrityError as error:
        raise Refused(username=f"The name {username!r} is taken: choose another one.") from error


@transaction.atomic
def change_role(actor: Actor, user_id: UUID, role: Role) -> None:
    """Give a member another role. Owners only. Raises Conflict where no owner would be left."""
    member = _locked_member(actor, user_id)
    if role is not Role.OWNER:
        _keep_an_owner(member)
    member.role = role
    member.save(update_fields=["role"])
    audit(AccountsDeed.ROLE_CHANGED, actor, member.user.username, user_id, role=role)


@transaction.atomic
def remove_member(actor: Actor, user_id: UUID) -> None:
    """Take a member out; their tokens for this workspace stop working. Owners only. Conflict: the last owner."""
    member = _locked_member(actor, user_id)
    _keep_an_owner(member)
    member.delete()
    audit(AccountsDeed.MEMBER_REMOVED, actor, member.user.username, user_id)


def _locked_member(actor: Actor, user_id: UUID) -> Member:
    """The member row, with the workspace locked so that two owners can't step down at the same time."""
    require(actor, Role.OWNER)
    Workspace.objects.select_for_update().get(pk=actor.workspace_id)
    members = Member.objects.select_related("user")
    member = members.filter(workspace_id=actor.workspace_id, user_id=user_id).first()
    if member is None:
        raise NotFound("There is no such member in this workspace.")
    return member


def _keep_an_owner(member: Member) -> None:
    others = Member.objects.filter(workspace_id=member.workspace_id, role=Role.OWNER).exclude(pk=member.pk)
    if member.role == Role.OWNER and not others.exists():
        raise Conflict("A workspace keeps at least one owner: make somebody else an owner first.")
