"""The types of the instances that queries and actions return, for annotations in the apps above."""

from apps.teams.models import Approval, Attempt, FileVersion, Goal, GoalFile, Question, Task, Team

__all__ = ["Approval", "Attempt", "FileVersion", "Goal", "GoalFile", "Question", "Task", "Team"]
