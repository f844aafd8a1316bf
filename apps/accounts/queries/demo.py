"""The demo workspace of a fresh installation."""

from apps.accounts.domain.access import Actor
from apps.accounts.models import Member
from apps.accounts.queries.people import as_actor

SLUG = "demo"
USERNAME = "demo"


def demo_owner() -> Actor | None:
    """The demo's own person in the demo workspace; None where either is gone."""
    members = Member.objects.filter(workspace__slug=SLUG, user__username=USERNAME, user__is_active=True)
    member = members.select_related("user").first()
    return as_actor(member) if member else None
