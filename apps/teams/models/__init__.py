"""Goals, the teams that work on them, their tasks, what agents ask meanwhile, and what came of it all."""

from apps.teams.models.approvals import Approval
from apps.teams.models.budgets import DaySpend, LoweredBudgets
from apps.teams.models.files import FileVersion, GoalFile
from apps.teams.models.plans import PlanStep
from apps.teams.models.questions import Question, QuestionHop
from apps.teams.models.teams import Goal, Member, Team
from apps.teams.models.work import Attempt, Task, WorkElsewhere

__all__ = [
    "Approval",
    "Attempt",
    "DaySpend",
    "FileVersion",
    "Goal",
    "GoalFile",
    "LoweredBudgets",
    "Member",
    "PlanStep",
    "Question",
    "QuestionHop",
    "Task",
    "Team",
    "WorkElsewhere",
]
