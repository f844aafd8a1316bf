"""Goals, teams and their work, for whoever runs the installation."""

from apps.teams.admin.attempts import ArtifactAdmin, AttemptAdmin
from apps.teams.admin.goals import ApprovalAdmin, GoalAdmin, TeamAdmin
from apps.teams.admin.tasks import TaskAdmin

__all__ = ["ApprovalAdmin", "ArtifactAdmin", "AttemptAdmin", "GoalAdmin", "TaskAdmin", "TeamAdmin"]
