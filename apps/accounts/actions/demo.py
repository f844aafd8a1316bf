"""The demo workspace of a fresh installation."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from apps.accounts.domain.access import Actor
from apps.accounts.domain.roles import Role
from apps.accounts.models import Member, User, Workspace
from apps.accounts.queries import actor_for
from apps.accounts.queries.demo import SLUG, USERNAME


@dataclass(frozen=True)
class Demo:
    """Where the demo lives and who owns it."""

    workspace_id: UUID
    user_id: UUID
    owner: Actor


@transaction.atomic
def ensure_demo() -> Demo:
    """Make the demo workspace and its owner where they are missing; doing it again changes nothing.

    The owner is staff: whoever starts an installation runs it, and may open its admin.
    """
    workspace, _ = Workspace.objects.get_or_create(slug=SLUG, defaults={"name": "Demo workspace"})
    user, created = User.objects.get_or_create(username=USERNAME, defaults={"display_name": "You", "is_staff": True})
    if created:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    Member.objects.get_or_create(workspace=workspace, user=user, defaults={"role": Role.OWNER})
    return Demo(workspace.pk, user.pk, actor_for(user, workspace.pk))
