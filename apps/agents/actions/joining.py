"""An agent that was looked at joins the workspace; one behind a router is expected to dial in."""

import uuid

from django.db import transaction

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict
from apps.accounts.domain.roles import Role
from apps.accounts.queries import require
from apps.agents.actions.agent_tokens import create_agent_token
from apps.agents.actions.probing import note_check
from apps.agents.actions.record import set_availability
from apps.agents.actions.registry import register_agent
from apps.agents.domain.calls import Card
from apps.agents.domain.profile import Availability, ConnectorKind
from apps.agents.domain.registration import AgentProfile, Told
from apps.agents.queries.trials import Found, TrialView, config_of, trial_of

FIRST_TOKEN = "first"  # noqa: S105  the name of a token


@transaction.atomic
def join(actor: Actor, trial_id: uuid.UUID, told: Told) -> uuid.UUID:
    """Register the agent of a trial, over the connection that was tried, and give its id. Owners only.

    One that did not answer its test message is registered switched off. Raises NotFound, Refused as
    `register_agent` does, and Conflict for a trial that is not done or found nothing.
    """
    require(actor, Role.OWNER)
    trial, config = trial_of(actor, trial_id), config_of(actor, trial_id)
    if not trial.done or trial.found is None or not config:
        raise Conflict("Nothing was found that could join: look at another address, or wait for this one.")
    profile = AgentProfile(
        **told.model_dump(),
        connector=trial.found.connector,
        connector_config=trial.found.config.values,
        enabled=trial.works,
    )
    agent_id = register_agent(actor.workspace_id, profile, by=actor, before=config)
    note_check(agent_id, _card(trial, trial.found), tested=True)
    return agent_id


@transaction.atomic
def expect(actor: Actor, told: Told) -> tuple[uuid.UUID, str]:
    """Register an agent that will dial in; gives its id and the token with which it does. Owners only.

    Nobody asks it before it has dialled in. Raises Refused as `register_agent` does.
    """
    require(actor, Role.OWNER)
    profile = AgentProfile(**told.model_dump(), connector=ConnectorKind.SOCKET)
    agent_id = register_agent(actor.workspace_id, profile, by=actor)
    set_availability(agent_id, Availability.OFFLINE)
    return agent_id, create_agent_token(actor, agent_id, FIRST_TOKEN)


def _card(trial: TrialView, found: Found) -> Card:
    return Card(trial.problem, found.reachable, trial.latency_ms or 0, trial.reply)
