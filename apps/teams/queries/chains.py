"""The chains of authority of rows in hand, by their ids: whoever has the row has its chain, without a statement."""

import uuid

from apps.core.chains import ChainIds
from apps.teams.models import Attempt, Goal, Task, Team


def chain_of_goal(goal: Goal) -> ChainIds:
    """Under which a goal stands."""
    return ChainIds(origin=goal.origin_id, goal=goal.id)


def chain_of_team(team: Team, member: uuid.UUID | None = None) -> ChainIds:
    """Under which a team works, and a member of it."""
    return ChainIds(origin=team.origin_id, goal=team.goal_id, team=team.id, member=member)


def chain_of_task(task: Task) -> ChainIds:
    """Under which a task of a team in hand is done."""
    return ChainIds(
        origin=task.origin_id, goal=task.team.goal_id, team=task.team_id, member=task.owner_id, task=task.id
    )


def chain_of_attempt(attempt: Attempt) -> ChainIds:
    """Under which an attempt is made, whose task and team are in hand; the member is the one that makes it."""
    task = attempt.task
    return ChainIds(
        origin=attempt.origin_id,
        goal=task.team.goal_id,
        team=task.team_id,
        member=task.owner_id,
        task=task.id,
        attempt=attempt.id,
    )
