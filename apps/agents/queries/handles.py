"""The handles of agents: by what people call them, and those that are there."""

import uuid
from collections.abc import Iterable, Sequence

from django.db.models.functions import Lower

from apps.agents.models import Agent
from apps.agents.queries.agents import askable_agents


def handles_among(workspace_id: uuid.UUID, handles: Iterable[str]) -> list[str]:
    """Give those of the handles that agents of the workspace have."""
    rows = Agent.objects.filter(workspace_id=workspace_id, removed_at=None, handle__in=list(handles))
    return list(rows.values_list("handle", flat=True))


def handles_of(workspace_id: uuid.UUID, names: Sequence[str]) -> dict[str, str]:
    """Give name -> handle for agents that may be asked; a name is a handle or a display name, in any case.

    Names that nobody has are absent. A handle wins over a display name, the older of two namesakes over the newer.
    """
    folded = {name: " ".join(name.split()).removeprefix("@").lower() for name in names}
    rows = (
        askable_agents(workspace_id)
        .annotate(small_name=Lower("name"), small_handle=Lower("handle"))
        .order_by("-created_at")
    )
    named = dict(rows.filter(small_name__in=folded.values()).values_list("small_name", "handle"))
    named |= dict(rows.filter(small_handle__in=folded.values()).values_list("small_handle", "handle"))
    return {name: named[plain] for name, plain in folded.items() if plain in named}
