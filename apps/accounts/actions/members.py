"""Workspaces and the people in them."""

import re
from datetime import datetime
from uuid import UUID

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.db.models import Q

from apps.accounts.bells import AccountsBell
from apps.accounts.domain.access import Actor, Role, Scope
from apps.accounts.domain.errors import Conflict, NotFound, Refused, Taken
from apps.accounts.events import AccountsDeed
from apps.accounts.models import ApiToken, Invitation, Leaving, Member, SignInLink, User, Workspace
from apps.accounts.queries import require, require_scope, runner_in
from apps.accounts.queries.people import present_members
from apps.core.names import HUB, check_name, is_reserved
from apps.core.sentences import sentence, sentence_of
from apps.journal.actions import audit, clock
from apps.journal.bells import ring

SLUG = re.compile(r"[a-z0-9][a-z0-9-]{1,59}")
USERNAME = re.compile(r"[a-z0-9][a-z0-9._-]{1,59}")


@transaction.atomic
def open_workspace(runner: AbstractBaseUser, *, slug: str, name: str, username: str, display_name: str) -> UUID:
    """Make a workspace with its first owner, somebody new or who belongs to no workspace; returns its id.

    For whoever runs the installation. Nobody gets a link by this: `manage.py sign_in_link` makes one. Raises
    Forbidden, and Refused on a bad or taken slug or user name, and on names that imitate.
    """
    if not SLUG.fullmatch(slug):
        raise Refused(slug="Use 2 to 60 small letters, digits or dashes.")
    _check_username(username)
    owner = _person_without_workspace(username) or _new_person(username, display_name)
    return create_workspace(slug, name, owner.pk, runner)


@transaction.atomic
def create_workspace(slug: str, name: str, owner_id: UUID, runner: AbstractBaseUser | None = None) -> UUID:
    """Make a workspace with its first owner; returns its id. Raises Refused when the slug is taken.

    `runner`: who runs the installation and makes it; None: the hub or its command line.
    """
    name = _check_names(name=name)
    try:
        with transaction.atomic():
            workspace = Workspace.objects.create(slug=slug, name=name)
    except IntegrityError as error:
        raise Refused(slug=sentence("There is a workspace {slug!r} already: choose another one.", slug=slug)) from error
    Member.objects.create(workspace=workspace, user_id=owner_id, role=Role.OWNER)
    where = workspace.pk
    by = runner_in(runner, where) if runner else None
    audit(AccountsDeed.WORKSPACE_CREATED, by, slug, where, workspace_id=where, owner=str(owner_id))
    return workspace.pk


@transaction.atomic
def add_member(actor: Actor, *, username: str, display_name: str, role: Role) -> UUID:
    """Make a new person and let them into the actor's workspace; returns the user's id. Owners only.

    Raises Refused on a bad user name, and Taken where there is an account of that name: its person is invited.
    """
    require(actor, Role.OWNER)
    _check_username(username)
    user = _unused_account(actor.workspace_id, username) or _new_person(username, display_name, actor.workspace_id)
    Member.objects.create(workspace_id=actor.workspace_id, user=user, role=role)
    audit(AccountsDeed.MEMBER_ADDED, actor, username, user.pk, role=role)
    return user.pk


def _check_username(username: str) -> None:
    if not USERNAME.fullmatch(username):
        raise Refused(username="Use 2 to 60 small letters, digits, dots, dashes or underscores.")
    if is_reserved(username, HUB):
        raise Refused(
            username=sentence(
                "“{username}” is what the hub calls its own parts. Choose another one.", username=username
            )
        )


def _check_names(**named: str) -> str:
    """The one name as it is kept. Raises Refused beside its field for one that imitates."""
    ((field, name),) = named.items()
    try:
        return check_name(name, HUB)
    except ValueError as error:
        raise Refused(**{field: sentence_of(error)}) from None


def _unused_account(workspace_id: UUID, username: str) -> User | None:
    """An account that this very workspace made and in which nobody ever was."""
    accounts = User.objects.filter(made_in=workspace_id, last_login=None, memberships=None, is_active=True)
    return accounts.select_for_update(no_key=True, of=("self",)).filter(username=username).first()


def _person_without_workspace(username: str) -> User | None:
    people = User.objects.filter(memberships=None, is_staff=False, is_superuser=False, is_active=True)
    return people.select_for_update(no_key=True, of=("self",)).filter(username=username).first()


def _new_person(username: str, display_name: str, made_in: UUID | None = None) -> User:
    shown = _check_names(display_name=display_name) if display_name.strip() else ""
    try:
        with transaction.atomic():
            return User.objects.create_user(username=username, display_name=shown, made_in_id=made_in)
    except IntegrityError as error:
        raise Taken(
            username=sentence(
                "The name {username!r} is taken: choose another one, or invite its person.", username=username
            )
        ) from error


@transaction.atomic
def change_role(actor: Actor, user_id: UUID, role: Role) -> None:
    """Give a member another role. Owners only. Raises Conflict where no owner would be left.

    What somebody promised as an owner is void once they are none.
    """
    member = _lock_member(actor, user_id)
    if role is not Role.OWNER:
        _keep_an_owner(member)
        Invitation.objects.filter(workspace_id=actor.workspace_id, by=user_id).delete()
    member.role = role
    member.save(update_fields=["role"])
    ring(AccountsBell.AUTHORITY_LOST, actor.workspace_id)
    audit(AccountsDeed.ROLE_CHANGED, actor, member.user.username, user_id, role=role)


@transaction.atomic
def switch_off_member(actor: Actor, user_id: UUID) -> None:
    """Keep a member out until they are switched on: tokens rest, pages close. Owners only.

    What they promised as an owner is void. Raises Conflict for oneself, and where that was done before.
    """
    member = _lock_member(actor, user_id)
    if user_id == actor.user_id or member.switched_off_at is not None:
        raise Conflict(
            "You can't switch yourself off." if user_id == actor.user_id else "They are switched off already."
        )
    _keep_an_owner(member)
    _switch(member, clock())
    ring(AccountsBell.AUTHORITY_LOST, actor.workspace_id)
    Invitation.objects.filter(workspace_id=actor.workspace_id, by=user_id).delete()
    audit(AccountsDeed.MEMBER_SWITCHED_OFF, actor, member.user.username, user_id)


@transaction.atomic
def switch_on_member(actor: Actor, user_id: UUID) -> None:
    """Let a member in again, with the tokens and sessions that they had. Owners only. Conflict: they are not off."""
    member = _lock_member(actor, user_id)
    if member.switched_off_at is None:
        raise Conflict("They are not switched off.")
    _switch(member, None)
    audit(AccountsDeed.MEMBER_SWITCHED_ON, actor, member.user.username, user_id)


def _switch(member: Member, off_at: datetime | None) -> None:
    member.switched_off_at = off_at
    member.save(update_fields=["switched_off_at"])


@transaction.atomic
def remove_member(actor: Actor, user_id: UUID) -> None:
    """Take a member out at once: their tokens for this workspace end, and no session of theirs opens it again.

    Owners only. Conflict: the last owner. Who is let in again later has to make new tokens and to sign in again.
    """
    _take_out(actor, _lock_member(actor, user_id))


@transaction.atomic
def leave_workspace(actor: Actor) -> None:
    """Take oneself out, with what an owner ends by that for others. Raises Conflict for the last owner."""
    require_scope(actor, Scope.ACCESS)
    _take_out(actor, _locked_member(actor.workspace_id, actor.user_id))


def _take_out(actor: Actor, member: Member) -> None:
    user_id = member.user_id
    _keep_an_owner(member)
    member.delete()
    _end_what_let_in(actor.workspace_id, user_id)
    ring(AccountsBell.AUTHORITY_LOST, actor.workspace_id)
    ring(AccountsBell.MEMBER_LEFT, user_id)
    audit(AccountsDeed.MEMBER_REMOVED, actor, member.user.username, user_id)


def _end_what_let_in(workspace_id: UUID, user_id: UUID) -> None:
    """Tokens end, sessions no longer open the workspace, and what was promised, to them or by them, is void."""
    here = Q(workspace_id=workspace_id)
    left = Leaving(workspace_id=workspace_id, user_id=user_id, at=clock())
    Leaving.objects.bulk_create(
        [left], update_conflicts=True, unique_fields=["workspace", "user"], update_fields=["at"]
    )
    ApiToken.objects.filter(here, user_id=user_id, revoked_at=None).update(revoked_at=left.at)
    Invitation.objects.filter(here & (Q(user_id=user_id) | Q(by_id=user_id))).delete()
    SignInLink.objects.filter(user_id=user_id, user__made_in=workspace_id, used_at=None).delete()


def _lock_member(actor: Actor, user_id: UUID) -> Member:
    """The member row, with the workspace locked so that two owners can't step down at the same time."""
    require(actor, Role.OWNER)
    return _locked_member(actor.workspace_id, user_id)


def _locked_member(workspace_id: UUID, user_id: UUID) -> Member:
    Workspace.objects.select_for_update(no_key=True).get(pk=workspace_id)
    members = Member.objects.select_related("user")
    member = members.filter(workspace_id=workspace_id, user_id=user_id).first()
    if member is None:
        raise NotFound("There is no such member in this workspace.")
    return member


def _keep_an_owner(member: Member) -> None:
    owners = present_members(Member.objects.filter(workspace_id=member.workspace_id, role=Role.OWNER))
    others = owners.exclude(pk=member.pk)
    if member.role == Role.OWNER and not others.exists():
        raise Conflict("A workspace keeps at least one owner: make somebody else an owner first.")
