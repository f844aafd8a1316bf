"""How goals ended."""

import uuid
from dataclasses import dataclass

from apps.teams.domain.states import GoalOutcome
from apps.teams.models import Goal


@dataclass(frozen=True)
class Ending:
    """The end of a goal's round. `conclusion`: its answer, else why there is none."""

    outcome: GoalOutcome
    conclusion: str


def ending_of(goal_id: uuid.UUID) -> Ending | None:
    """How the goal's latest round ended; None while it runs. The caller has proved that it may be seen."""
    outcome, answer, failure = Goal.objects.values_list("outcome", "answer", "failure").get(id=goal_id)
    if outcome == GoalOutcome.RUNNING:
        return None
    return Ending(GoalOutcome(outcome), answer or failure or f"The goal ended as {outcome}, without an answer.")
