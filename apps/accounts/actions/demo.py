"""The first start of an installation: it makes the demo workspace and its owner, and never again."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from apps.accounts.domain.access import YOU, Actor, Role
from apps.accounts.events import AccountsDeed
from apps.accounts.models import FirstStart, Member, User, Workspace
from apps.accounts.queries import actor_for
from apps.accounts.queries.people import SLUG, USERNAME
from apps.journal.actions import audit


@dataclass(frozen=True)
class Demo:
    """Where the demo lives and who owns it."""

    workspace_id: UUID
    user_id: UUID
    owner: Actor


@transaction.atomic
def first_start() -> Demo | None:
    """Make the demo workspace and its owner, once in the life of a database; None: that was done before.

    What became of them since then is people's own: nobody who was switched off, demoted or renamed is let in again.
    The owner is staff: whoever starts an installation runs it, and may open its admin.
    """
    start, first = FirstStart.objects.get_or_create(pk=FirstStart.ONLY)  # a twin waits here for our commit
    if not first:
        return None
    workspace = Workspace.objects.create(slug=SLUG, name="Demo workspace")
    user = User.objects.create_user(USERNAME, display_name=YOU, is_staff=True)
    Member.objects.create(workspace=workspace, user=user, role=Role.OWNER)
    start.user = user
    start.save(update_fields=["user"])
    audit(AccountsDeed.FIRST_START, None, workspace, workspace.pk, workspace_id=workspace.pk, owner=str(user.pk))
    return Demo(workspace.pk, user.pk, actor_for(user, workspace.pk))
