"""A person takes a task back."""

import uuid

from apps.accounts.actions import act_for
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict
from apps.chat.actions.scene import open_scene
from apps.chat.actions.transitions import move
from apps.chat.domain.machine.inputs import Stopped
from apps.chat.events import ChatDeed
from apps.chat.models import Conversation
from apps.journal.actions import audit
from apps.teams.actions import tasks
from apps.teams.domain.states import OPEN_TASK, GoalOutcome
from apps.teams.queries.access import task_operable_by
from apps.teams.queries.conversation_tasks import subteam_of


def cancel_task(actor: Actor, task_id: uuid.UUID) -> None:
    """End a task that has no result; a team that does it is stopped, and its conversation takes note.

    Tasks that need it are skipped. Raises NotFound, Forbidden, and Conflict where it has settled or its goal ended.
    """
    room = Conversation.objects.values_list("id", flat=True).get(team_id=task_operable_by(actor, task_id).team_id)
    with open_scene(room) as scene:
        task = task_operable_by(actor, task_id)
        before, reason = task.state, f"Cancelled by {actor.name}."
        if before not in OPEN_TASK:
            raise Conflict(f"Only a task that has not settled can be cancelled; it is {before}.")
        if scene.goal.outcome != GoalOutcome.RUNNING:
            raise Conflict("Its goal has ended.")
        act_for(scene.log, actor)
        below = subteam_of(task)
        if below is not None and below.ended_at is None:
            move(scene.beside(below.id), Stopped(reason))
        else:
            tasks.withdraw(scene.log, task, reason)
        audit(ChatDeed.TASK_CANCELLED, actor, task, task.id, state=before)
