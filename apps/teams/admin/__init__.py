"""Goals, teams and their work, for whoever runs the installation."""

from apps.teams.admin.goals import ApprovalAdmin, GoalAdmin, TeamAdmin
from apps.teams.admin.tasks import AttemptAdmin, FileVersionAdmin, TaskAdmin

__all__ = ["ApprovalAdmin", "AttemptAdmin", "FileVersionAdmin", "GoalAdmin", "TaskAdmin", "TeamAdmin"]
