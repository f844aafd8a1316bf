"""What a conversation's machine needs to know of its team's tasks."""

import uuid

from apps.teams.models import Task, Team

WITHOUT_VECTORS = ("owner__agent__vector", "owner__agent__profile_vector", "owner__agent__goal_words")
"""For `defer` of tasks read with their owner's agent: what nobody looks at costs the most."""


def tasks_of(team: Team) -> list[Task]:
    """The tasks of a team in order, without their long briefs."""
    return list(team.tasks.defer("brief", "answer").order_by("number"))


def task_numbered(team: Team, number: int) -> Task:
    """One task of a team. Raises Task.DoesNotExist."""
    return team.tasks.select_related("team__goal", "owner__agent").defer(*WITHOUT_VECTORS).get(number=number)


def subteams_at_work(team: Team) -> list[Team]:
    """The sub-teams of this team that have not ended."""
    return list(team.children.filter(ended_at=None).order_by("created_at"))


def subteam_of(task: Task) -> Team | None:
    """The sub-team that carries out a task, if one was formed."""
    return Team.objects.filter(task=task).first()


def task_with_id(task_id: uuid.UUID) -> Task:
    """One task with its team, goal and owner. Raises Task.DoesNotExist."""
    return Task.objects.select_related("team__goal", "owner__agent").defer(*WITHOUT_VECTORS).get(id=task_id)
