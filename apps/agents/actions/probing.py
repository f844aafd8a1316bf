"""Trying agents out. No transaction is open while an agent is called."""

import uuid

from asgiref.sync import async_to_sync

from apps.accounts.domain.errors import Refused
from apps.agents.actions.configs import Config, stored_config
from apps.agents.actions.record import set_availability
from apps.agents.connectors import UnknownConnectorError
from apps.agents.domain.address import AgentAddress
from apps.agents.domain.calls import Card
from apps.agents.gateway.probe import probe
from apps.agents.queries import address_of


def probe_agent(agent_id: uuid.UUID) -> Card:
    """Send a registered agent a test message, note whether it can be reached, and tell how it went.

    Takes up to a minute. Raises NotFound.
    """
    card = async_to_sync(probe)(address_of(agent_id))
    set_availability(agent_id, card.availability)
    return card


def try_agent(connector: str, config: Config, registered_as: uuid.UUID | None = None) -> Card:
    """Send a test message to an agent that is not stored (yet) and tell how it went.

    `registered_as`: the agent whose secrets stand in for those that were not entered again. Takes up to a minute.
    Raises Refused with a sentence for each wrong field, and NotFound.
    """
    before = None if registered_as is None else address_of(registered_as).config
    try:
        stored = stored_config(connector, config, before)
    except UnknownConnectorError as error:
        raise Refused(connector=str(error)) from None
    return async_to_sync(probe)(AgentAddress("", connector, stored))
