"""What another hub tells of a task that it works on."""

import uuid
from typing import Any

from apps.agents.domain.foreign_rooms import ForeignWork
from apps.teams.actions.attempts import lock_attempt
from apps.teams.domain.hubs import hub_at
from apps.teams.domain.states import AttemptState
from apps.teams.events import TeamEvent
from apps.teams.models import WorkElsewhere
from apps.teams.queries.chains import chain_of_attempt


def note_elsewhere(attempt_id: uuid.UUID, address: str, work: ForeignWork) -> None:
    """Keep how a task stands at the hub that is called at `address`, and tell it. Of a call that is over: nothing."""
    with lock_attempt(attempt_id) as (log, attempt):
        if attempt.state != AttemptState.RUNNING:
            return
        hub, origin = hub_at(address)
        task, known = attempt.task, WorkElsewhere.objects.filter(pk=attempt.task_id).first()
        room = work.room.as_data() if work.room else known.room if known and known.goal == work.goal else {}
        seen: dict[str, Any] = {"hub": hub, "origin": origin, "goal": work.goal, "state": work.state, "room": room}
        began = known.began_at if known and known.goal == work.goal else log.now
        seen |= {"began_at": began, "away_since": work.away_since}
        WorkElsewhere.objects.update_or_create(pk=attempt.task_id, defaults={**seen, "seen_at": log.now})
        log.add(TeamEvent.HUB_SEEN, chain_of_attempt(attempt), task=str(task.id), number=task.number, **seen)
