"""Goals, the teams that work on them, their tasks, what agents ask meanwhile, and what came of it all."""

from apps.teams.models.approvals import Approval
from apps.teams.models.budgets import DaySpend, LoweredBudgets
from apps.teams.models.questions import Question
from apps.teams.models.teams import Goal, Member, Team
from apps.teams.models.work import Artifact, Attempt, Task

__all__ = [
    "Approval",
    "Artifact",
    "Attempt",
    "DaySpend",
    "Goal",
    "LoweredBudgets",
    "Member",
    "Question",
    "Task",
    "Team",
]
