"""What the first start of the installation made."""

from uuid import UUID

from apps.accounts.domain.access import Actor
from apps.accounts.models import FirstStart, Member, User, Workspace
from apps.accounts.queries.people import as_actor, present_members

SLUG = "demo"
USERNAME = "demo"


def demo_owner() -> Actor | None:
    """Whom the first start made, as what they are in the demo workspace now; None where either is gone."""
    members = present_members(Member.objects.filter(workspace__slug=SLUG, user__first_start__isnull=False))
    member = members.select_related("user").first()
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
