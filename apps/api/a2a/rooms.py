"""What the hub that gave a goal is told of the rooms in which it is worked on, if its token may read them."""

import time
from dataclasses import dataclass, replace

from django.utils import timezone

from apps.accounts.domain.access import Actor, Scope
from apps.accounts.queries.permissions import may_still
from apps.agents.domain.foreign_rooms import ForeignRoom
from apps.api.a2a.tasks import A2AState, A2ATask, TaskRef
from apps.chat.queries.told_rooms import came_from_a_hub, room_told

PAUSE = 2.0
"""Seconds between two looks at the rooms of a task that goes on."""


def with_room(actor: Actor, task: A2ATask) -> A2ATask:
    """The task with its room, where who asks gave it as another hub, and may read."""
    return replace(task, room=room_told(task.ref.goal_id, timezone.now())) if _may_see(actor, task.ref) else task


def _may_see(actor: Actor, ref: TaskRef) -> bool:
    may_read = may_still(actor, Scope.READ)
    return may_read and came_from_a_hub(ref.goal_id)


@dataclass
class RoomWatch:
    """The rooms of a task that is followed: they are looked at where the goal has another event, and told once."""

    actor: Actor
    ref: TaskRef
    _seq: int = -1
    _at: float = 0.0
    _told: ForeignRoom | None = None

    def look(self, task: A2ATask) -> A2ATask:
        """The task, with its room where that is another one than was told."""
        now, settled = time.monotonic(), task.state is not A2AState.WORKING
        if task.generation <= self._seq or not (settled or now - self._at >= PAUSE):
            return task
        self._seq, self._at = task.generation, now
        found = with_room(self.actor, task)
        if found.room == self._told:
            return task
        self._told = found.room
        return found
