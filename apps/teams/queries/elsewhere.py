"""What is known of a task that another hub works on."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from apps.agents.domain.foreign_rooms import ForeignRoom
from apps.teams.domain.hubs import link_into
from apps.teams.models import Task


@dataclass(frozen=True)
class SeenWork:
    """Work at another hub. `hub`: its host, as this hub calls it; `url`: the goal there, "" where it has no address.

    `state`: A2A's; `room`: None where that hub shows its states alone; `seen_at`: when it last told something else;
    `away_since`: since when it can't be reached, while it can't.
    """

    hub: str
    url: str
    state: str
    room: ForeignRoom | None
    began_at: datetime
    seen_at: datetime
    away_since: datetime | None


COLUMNS = ("hub", "origin", "goal", "state", "room", "began_at", "seen_at", "away_since")
TASK_COLUMNS = tuple(f"elsewhere__{name}" for name in COLUMNS)
"""Of a task's row, where they are read along with it."""


def elsewhere_of(task: Any) -> SeenWork | None:
    """From a task's row with TASK_COLUMNS; None: nobody elsewhere has worked on it."""
    if task.elsewhere__hub is None:
        return None
    return elsewhere_from({name: getattr(task, f"elsewhere__{name}") for name in COLUMNS})


def elsewhere_in(task: Task) -> SeenWork | None:
    """Of a task that was loaded with it; None: nobody elsewhere has worked on it."""
    row = getattr(task, "elsewhere", None)
    return elsewhere_from({name: getattr(row, name) for name in COLUMNS}) if row else None


def elsewhere_from(said: Mapping[str, Any]) -> SeenWork:
    """From what is kept by the names of COLUMNS."""
    room = ForeignRoom.model_validate(said["room"]) if said["room"] else None
    kept = {name: said[name] for name in ("hub", "state", "began_at", "seen_at", "away_since")}
    return SeenWork(url=link_into(said["origin"], said["goal"]), room=room, **kept)
