"""A talk that has ended goes on: a new round, perhaps with another team or more turns."""

import uuid
from collections.abc import Sequence

from django.db import transaction

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict
from apps.chat.actions.goals import team_from
from apps.chat.actions.people import change_limits, post_message
from apps.journal.actions import recording
from apps.teams.actions import goals
from apps.teams.domain.states import GoalOutcome
from apps.teams.queries.access import goal_operable_by
from apps.teams.queries.lists import roots_of


@transaction.atomic
def continue_goal(
    actor: Actor, goal_id: uuid.UUID, text: str, *, team: Sequence[str] = (), turns: int | None = None
) -> None:
    """Say something in the room of a goal that has ended, which opens a new round.

    `team`: handles of those who may take part from now on; empty: as before. `turns`: how many the round may take.
    Raises Refused (text, team, limits), NotFound, Forbidden, and Conflict while the goal still runs.
    """
    goal_operable_by(actor, goal_id)
    handles = team_from(actor, tuple(team))
    with recording(goal_id):
        goal = goal_operable_by(actor, goal_id)
        if goal.outcome == GoalOutcome.RUNNING:
            raise Conflict("This talk has not ended yet. Wait for its conclusion, or speak in its room.")
        if handles:
            goals.name_team(goal, handles)
    root = roots_of([goal_id])[goal_id]
    if turns is not None:
        change_limits(actor, goal_id, {"turns": root.spent.turns + turns})
    post_message(actor, root.id, text)
