"""A person has a task tried again that has failed, or of which nobody knows whether it was done."""

import uuid

from apps.accounts.actions import act_for
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict
from apps.journal.actions import audit, recording
from apps.teams.actions import approvals, tasks
from apps.teams.domain.states import GoalOutcome, TaskState
from apps.teams.events import TeamsDeed
from apps.teams.models import Task
from apps.teams.queries.access import task_operable_by

RETRIED = frozenset({TaskState.FAILED, TaskState.UNKNOWN})


def retry_task(actor: Actor, task_id: uuid.UUID) -> None:
    """Make one more attempt at a task; its conversation is told the outcome as of any task. Operators only.

    Tasks that were skipped because this one failed stay skipped: whoever holds the floor may give them again.
    Raises NotFound, Forbidden, and Conflict with why it can't be tried again.
    """
    goal_id = task_operable_by(actor, task_id).team.goal_id
    with recording(goal_id) as log:
        task = task_operable_by(actor, task_id)
        _check(task)
        act_for(log, actor)
        before = task.state
        approvals.lapse_of_task(log, task)
        tasks.move(log, task, TaskState.READY, failure="", heeded_at=None)
        tasks.start(log, task)
        audit(TeamsDeed.TASK_RETRIED, actor, task, task.id, state=before)


def _check(task: Task) -> None:
    if task.state not in RETRIED:
        raise Conflict(f"Only a task that failed, or whose outcome is unknown, can be tried again; it is {task.state}.")
    if task.team.goal.outcome != GoalOutcome.RUNNING:
        raise Conflict("Its goal has ended. Speak in the goal's room to open a new round.")
    if task.team.ended_at is not None:
        raise Conflict("Its team has finished. Speak in the room of the team above it.")
    if task.seats:
        raise Conflict("A team of its own did it. Speak in the room of the team above, which may give it again.")
    if task.owner.agent is None or not task.owner.agent.enabled:
        raise Conflict("Its agent is switched off. Switch it on first.")
