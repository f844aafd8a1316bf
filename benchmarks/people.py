"""A workspace in the running product with as many people as a benchmark needs, each with an open session."""

import uuid
from dataclasses import dataclass

PAGES_EACH = 10  # sockets that one person may have


@dataclass(frozen=True)
class Crowd:
    """A workspace, its owner's API token, and the session cookies of its people."""

    workspace_id: uuid.UUID
    token: str
    cookies: list[str]


def crowd(sockets: int) -> Crowd:
    """A workspace whose people may open so many sockets together."""
    from django.conf import settings
    from django.test import Client

    from apps.accounts.actions import create_workspace, issue_token
    from apps.accounts.models import Member, User
    from apps.accounts.queries import actor_for
    from apps.journal.actions import open_stream
    from apps.journal.domain.streams import StreamKind

    owner = User.objects.create(username="bench-owner")
    workspace_id = create_workspace("bench", "Bench", owner.pk)
    open_stream(workspace_id, StreamKind.WORKSPACE)
    cookies = []
    for number in range(-(-sockets // PAGES_EACH)):
        user = User.objects.create(username=f"bench-{number}")
        Member.objects.create(workspace_id=workspace_id, user=user, role="viewer")
        client = Client()
        client.force_login(user)
        cookies.append(f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}")
    return Crowd(workspace_id, issue_token(actor_for(owner, workspace_id), "bench"), cookies)
