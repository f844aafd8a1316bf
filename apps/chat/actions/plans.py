"""A plan that waits for a person: it is started, or another one is asked for."""

import uuid

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict
from apps.chat.actions.decisions import decide
from apps.teams.domain.states import START_PLAN
from apps.teams.queries.access import team_operable_by
from apps.teams.queries.plans import decision_of_plan

NONE_WAITS = "No plan waits here to be started."


def start_plan(actor: Actor, team_id: uuid.UUID) -> None:
    """What waits for nothing else begins. Raises NotFound, Forbidden, Conflict (no plan waits)."""
    decide(actor, _decision(actor, team_id), START_PLAN)


def propose_again(actor: Actor, team_id: uuid.UUID, note: str) -> None:
    """Have the coordinator make another plan; `note`: what it should have.

    Raises Refused (answer), NotFound, Forbidden, Conflict (no plan waits).
    """
    decide(actor, _decision(actor, team_id), note)


def _decision(actor: Actor, team_id: uuid.UUID) -> uuid.UUID:
    found = decision_of_plan(team_operable_by(actor, team_id).id)
    if found is None:
        raise Conflict(NONE_WAITS)
    return found
