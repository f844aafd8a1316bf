"""How it is seen whether work that somebody says is done is right: the kinds of checks, and what came of one."""

from apps.teams.domain.checks.evaluation import MOST_FILES, bytes_to_read, evaluate
from apps.teams.domain.checks.files import GivenFile
from apps.teams.domain.checks.goals import GoalAnswer, check_goal, outcome_of_review
from apps.teams.domain.checks.kinds import Check, check_of, is_made_by_others, read_check
from apps.teams.domain.checks.verification import (
    NOTHING,
    CheckOutcome,
    Verification,
    leave_unchecked,
    outcome_without_check,
)

__all__ = [
    "MOST_FILES",
    "NOTHING",
    "Check",
    "CheckOutcome",
    "GivenFile",
    "GoalAnswer",
    "Verification",
    "bytes_to_read",
    "check_goal",
    "check_of",
    "evaluate",
    "is_made_by_others",
    "leave_unchecked",
    "outcome_of_review",
    "outcome_without_check",
    "read_check",
]
