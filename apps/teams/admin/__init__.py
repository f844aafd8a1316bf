"""Goals, teams and their work, for whoever runs the installation."""

from apps.teams.admin.attempts import AttemptAdmin, FileVersionAdmin
from apps.teams.admin.goals import ApprovalAdmin, GoalAdmin, TeamAdmin
from apps.teams.admin.tasks import TaskAdmin

__all__ = ["ApprovalAdmin", "AttemptAdmin", "FileVersionAdmin", "GoalAdmin", "TaskAdmin", "TeamAdmin"]
