"""Accounts as whoever runs the installation sees them: switched off for all workspaces, and let into the admin."""

from uuid import UUID

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db import transaction

from apps.accounts.bells import AccountsBell
from apps.accounts.domain.errors import Conflict, NotFound
from apps.accounts.events import AccountsDeed
from apps.accounts.models import BrowserSession, Invitation, Member, User
from apps.accounts.queries.people import runner_of_installation
from apps.journal.actions import audit
from apps.journal.bells import ring
from apps.journal.domain.audit import Person


@transaction.atomic
def switch_off_account(runner: AbstractBaseUser | AnonymousUser, user_id: UUID) -> None:
    """Keep somebody out of every workspace until they are switched on: sessions end, tokens rest, goals stop.

    What they promised as an owner is void. Raises Forbidden, NotFound, and Conflict for oneself and where that was done
    before.
    """
    by, user = _both(runner, user_id)
    if user.pk == by.pk or not user.is_active:
        raise Conflict("You can't switch yourself off." if user.pk == by.pk else "They are switched off already.")
    _set(user, is_active=False)
    ended, _ = BrowserSession.objects.filter(user=user).delete()
    Invitation.objects.filter(by=user).delete()
    for workspace_id in Member.objects.filter(user=user).values_list("workspace_id", flat=True):
        ring(AccountsBell.AUTHORITY_LOST, workspace_id)
    audit(AccountsDeed.ACCOUNT_SWITCHED_OFF, Person(by.pk, str(by)), user.username, user.pk, sessions=ended)


@transaction.atomic
def switch_on_account(runner: AbstractBaseUser | AnonymousUser, user_id: UUID) -> None:
    """Let somebody in again, with the tokens that they had. Raises Forbidden, NotFound, Conflict: they are not off."""
    by, user = _both(runner, user_id)
    if user.is_active:
        raise Conflict("They are not switched off.")
    _set(user, is_active=True)
    audit(AccountsDeed.ACCOUNT_SWITCHED_ON, Person(by.pk, str(by)), user.username, user.pk)


@transaction.atomic
def make_runner(runner: AbstractBaseUser | AnonymousUser, user_id: UUID) -> None:
    """Let somebody run the installation, too. Raises Forbidden, NotFound, and Conflict where they do already."""
    by, user = _both(runner, user_id)
    if user.is_staff:
        raise Conflict("They run this installation already.")
    if not user.is_active:
        raise Conflict("They are switched off: switch them on first.")
    _set(user, is_staff=True)
    audit(AccountsDeed.RUNNER_MADE, Person(by.pk, str(by)), user.username, user.pk)


@transaction.atomic
def unmake_runner(runner: AbstractBaseUser | AnonymousUser, user_id: UUID) -> None:
    """Have somebody run the installation no more; never oneself, so that somebody is left. Raises as `make_runner`."""
    by, user = _both(runner, user_id)
    if user.pk == by.pk or not user.is_staff:
        raise Conflict(
            "You can't do that to yourself: ask another who runs this installation."
            if user.pk == by.pk
            else "They don't run this installation."
        )
    _set(user, is_staff=False)
    audit(AccountsDeed.RUNNER_UNMADE, Person(by.pk, str(by)), user.username, user.pk)


def _both(runner: AbstractBaseUser | AnonymousUser, user_id: UUID) -> tuple[User, User]:
    """Who acts, and whose account it is; both rows locked in order, so that no two take it from each other."""
    by = runner_of_installation(runner)
    people = User.objects.select_for_update(no_key=True).filter(pk__in={by.pk, user_id})
    rows = {row.pk: row for row in people.order_by("pk")}
    if user_id not in rows:
        raise NotFound("There is no such person.")
    return runner_of_installation(rows[by.pk]), rows[user_id]


def _set(user: User, **values: bool) -> None:
    for name, value in values.items():
        setattr(user, name, value)
    user.save(update_fields=list(values))
