"""The browsers in which somebody is signed in: noted as they are used, and ended."""

from uuid import UUID

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models.functions import Now

from apps.accounts.domain.access import Actor, Scope
from apps.accounts.domain.errors import NotFound
from apps.accounts.events import AccountsDeed
from apps.accounts.models import BrowserSession, User
from apps.accounts.queries import require_scope
from apps.accounts.queries.people import runner_of_installation
from apps.accounts.queries.sessions import id_of_session, open_sessions
from apps.journal.actions import audit
from apps.journal.domain.audit import Person


def note_session(session_key: str, address: str, device: str) -> None:
    """Note that a session is used now, from where and with what."""
    used = BrowserSession.objects.filter(session_key=session_key)
    used.update(seen_at=Now(), address=address[:64], device=device[:80])


@transaction.atomic
def end_session(actor: Actor, session_id: UUID) -> None:
    """Sign one of the actor's own browsers out; its open pages close within seconds. Raises NotFound."""
    require_scope(actor, Scope.ACCESS)
    keys = [row.session_key for row in open_sessions(actor.user_id) if id_of_session(row.session_key) == session_id]
    if not keys:
        raise NotFound("There is no such session of yours.")
    _end(actor, keys)


@transaction.atomic
def end_all_sessions(actor: Actor) -> None:
    """Sign the actor out everywhere, also of other workspaces. Tokens stay."""
    require_scope(actor, Scope.ACCESS)
    _end(actor, [row.session_key for row in open_sessions(actor.user_id)])


@transaction.atomic
def sign_out_person(runner: AbstractBaseUser | AnonymousUser, user_id: UUID) -> None:
    """End all sessions of somebody. For whoever runs the installation; raises Forbidden for everybody else."""
    by = runner_of_installation(runner)
    user = User.objects.get(pk=user_id)
    ended, _ = BrowserSession.objects.filter(user=user).delete()
    audit(AccountsDeed.SESSIONS_ENDED, Person(by.pk, str(by)), user.username, user_id, sessions=ended)


def _end(actor: Actor, keys: list[str]) -> None:
    ended, _ = BrowserSession.objects.filter(session_key__in=keys).delete()
    audit(AccountsDeed.SESSIONS_ENDED, actor, actor.name, actor.user_id, sessions=ended)
