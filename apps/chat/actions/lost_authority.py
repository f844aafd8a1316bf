"""Who was taken out, lowered or whose token ended has nothing done any more: what runs in their name ends.

What is still to begin is judged when it does. Here ends what has begun: an agent's call is told to stop, its task
fails with why, and a room in which nobody spoke since whose word counts still is stopped.
"""

import uuid
from functools import partial

from apps.chat.actions.scene import Scene, open_scene
from apps.chat.actions.separately import separately
from apps.chat.actions.takeovers import return_from_who_left
from apps.chat.actions.transitions import move
from apps.chat.domain.machine.inputs import Stopped
from apps.chat.models import Conversation
from apps.chat.queries.lost_authority import goals_unauthorised, rooms_unauthorised
from apps.core.sentences import sentence
from apps.teams.actions import tasks
from apps.teams.domain.states import OPEN_TASK
from apps.teams.queries.conversation_tasks import subteam_of
from apps.teams.queries.lost_authority import tasks_unauthorised
from apps.teams.queries.rows import Task


def stop_unauthorised(workspace_id: uuid.UUID | None = None) -> None:
    """End what runs in the name of those who may have it done no more, in one workspace or in all."""
    for goal_id in goals_unauthorised(workspace_id):
        separately(partial(_stop_in_goal, goal_id), goal_id)
    return_from_who_left(workspace_id)


def _stop_in_goal(goal_id: uuid.UUID) -> None:
    room = Conversation.objects.values_list("id", flat=True).get(team__goal=goal_id, team__parent=None)
    with open_scene(room) as scene:
        _stop(scene)


def _stop(scene: Scene) -> None:
    goal_id = scene.goal.id
    for team_id, number, lost in tasks_unauthorised(goal_id):  # first: each says why by itself
        _stop_task(scene.beside(team_id), number, lost)
    for team_id, lost in rooms_unauthorised(goal_id):
        _stop_room(scene.beside(team_id), lost)


def _stop_room(scene: Scene, lost: str) -> None:
    if scene.team.ended_at is None:
        move(scene, Stopped(_sentence(lost)))


def _stop_task(scene: Scene, number: int, lost: str) -> None:
    task = scene.task(number)
    if task.state not in OPEN_TASK:
        return
    below = _team_at_work(task)
    if below is not None:
        _stop_room(scene.beside(below), lost)
    else:
        tasks.revoke(scene.log, task, _sentence(lost))


def _team_at_work(task: Task) -> uuid.UUID | None:
    team = subteam_of(task) if task.seats else None
    return team.id if team is not None and team.ended_at is None else None


def _sentence(lost: str) -> str:
    return sentence("Stopped: {lost}, in whose name it was asked for.", lost=lost)
