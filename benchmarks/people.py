"""A workspace in the running product with as many people as a benchmark needs, each with an open session."""

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from apps.accounts.domain.access import Actor

PAGES_EACH = 10  # sockets that one person may have


@dataclass(frozen=True)
class Crowd:
    """A workspace, its owner's API token, and the session cookies of its people."""

    workspace_id: uuid.UUID
    token: str
    cookies: list[str]


def owner_of_a_workspace() -> "Actor":
    """A new workspace's owner; the first start of the product has made another."""
    from apps.accounts.actions import create_workspace
    from apps.accounts.models import User
    from apps.accounts.queries import actor_for
    from apps.journal.actions import open_stream
    from apps.journal.domain.streams import StreamKind

    owner = User.objects.create(username="bench-owner")
    workspace_id = create_workspace("bench", "Bench", owner.pk)
    open_stream(workspace_id, StreamKind.WORKSPACE)
    return actor_for(owner, workspace_id)


def crowd(sockets: int) -> Crowd:
    """A workspace whose people may open so many sockets together."""
    from django.conf import settings
    from django.test import Client

    from apps.accounts.actions import issue_token
    from apps.accounts.models import Member, User

    owner = owner_of_a_workspace()
    workspace_id = owner.workspace_id
    cookies = []
    for number in range(-(-sockets // PAGES_EACH)):
        user = User.objects.create(username=f"bench-{number}")
        Member.objects.create(workspace_id=workspace_id, user=user, role="viewer")
        client = Client()
        client.force_login(user)
        cookies.append(f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}")
    return Crowd(workspace_id, issue_token(owner, "bench"), cookies)
