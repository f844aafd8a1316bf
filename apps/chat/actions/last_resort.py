"""The last resort against a fault of ours: a goal whose step can't be recorded is stopped, once that has gone on long.

Such a step stays due, so every look would find it again, for ever. Whatever merely holds it up (a lock, a database that
is away) is waited for as long as it takes.
"""

import logging
import uuid
from collections.abc import Callable
from enum import StrEnum
from functools import partial
from time import monotonic

from apps.chat.actions.scene import open_scene, unconsumed_tasks
from apps.chat.actions.separately import separately
from apps.chat.actions.transitions import move
from apps.chat.domain.machine.inputs import Stopped
from apps.chat.domain.patience import Patience
from apps.chat.models import Conversation
from apps.core.sentences import sentence
from apps.core.statements import is_away
from apps.teams.actions import tasks
from apps.teams.queries.rows import Team

log = logging.getLogger(__name__)

STOPPED = sentence("Stopped by the hub: for an hour it could not record what happened here. Its log says why.")


class By(StrEnum):
    """What the id of a step names, as it is looked up from a team."""

    ROOM = "conversation"
    TEAM = "id"
    TASK = "tasks"
    ATTEMPT = "tasks__attempts"
    APPROVAL = "approvals"


_patience = Patience()


def take_step(by: By, key: uuid.UUID, step: Callable[[uuid.UUID], None]) -> None:
    """Take the step of a goal that `key` is about. One that failed a moment ago is left to a later look.

    Where it has failed for an hour its goal is stopped.
    """
    if _patience.rests(key, monotonic()):
        return
    try:
        step(key)
    except Exception as error:
        if is_away(error):
            log.warning("the step of %s is held by another process; the next look tries again", key)
            return
        log.exception("the step of %s could not be recorded; a later look tries again", key)
        if _patience.note_failure(key, monotonic()):
            separately(partial(_stop_goal, by, key), key)
    else:
        _patience.forget(key)


def _stop_goal(by: By, key: uuid.UUID) -> None:
    goal = Team.objects.values_list("goal", flat=True).get(**{by: key})
    log.error("goal %s is stopped: the step of %s was never recorded", goal, key)
    root = Conversation.objects.values_list("id", flat=True).get(team__goal=goal, team__parent=None)
    with open_scene(root) as scene:
        for team in Team.objects.filter(goal=goal, ended_at=None).values_list("id", flat=True):
            for task in unconsumed_tasks(scene.beside(team)):
                tasks.mark_consumed(scene.log, task)  # to hear of it may be what fails
        if scene.team.ended_at is None:
            move(scene, Stopped(STOPPED))
