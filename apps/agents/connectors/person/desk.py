"""What the connector of people asks the database. Every function blocks."""

import uuid

from django.db.models.functions import Now

from apps.accounts.queries import may_decide
from apps.agents.models import Connection, SocketCall


def may_work(connection_id: uuid.UUID, person: uuid.UUID) -> bool:
    """Whether a person belongs to the workspace of their connection, as somebody who does things there."""
    return may_decide(person, Connection.objects.values_list("agent__workspace_id", flat=True).get(pk=connection_id))


def minutes_open(call_id: uuid.UUID) -> float:
    """For how many minutes a task has lain in a person's list."""
    created_at, now = SocketCall.objects.annotate(now=Now()).values_list("created_at", "now").get(pk=call_id)
    return float((now - created_at).total_seconds()) / 60
