"""What an agent's work leaves behind: counts and presence."""

import uuid

from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils import timezone

from apps.agents.domain.profile import Availability
from apps.agents.domain.topics import agents_of
from apps.agents.models import Agent
from apps.journal.actions import publish_topic


def record_outcome(agent_id: uuid.UUID, done: bool) -> None:
    """Count a task that the agent finished (`done`) or failed; one that failed has it tested soon."""
    if done:
        Agent.objects.filter(pk=agent_id).update(tasks_done=F("tasks_done") + 1, last_seen_at=timezone.now())
    else:
        Agent.objects.filter(pk=agent_id).update(tasks_failed=F("tasks_failed") + 1, needs_test=True, check_at=None)


def set_availability(agent_id: uuid.UUID, availability: Availability) -> None:
    """Note whether an agent can be reached; unless it is offline it was seen now, and nothing is wrong any more."""
    now = timezone.now()
    seen: dict[str, object] = {"last_seen_at": now, "out_since": None, "failing": 0, "problem": ""}
    gone: dict[str, object] = {"out_since": Coalesce("out_since", now)}
    more = gone if availability is Availability.OFFLINE else seen
    Agent.objects.filter(pk=agent_id).update(availability=availability, **more)
    for workspace_id in Agent.objects.filter(pk=agent_id).values_list("workspace_id", flat=True):
        publish_topic(agents_of(workspace_id))
