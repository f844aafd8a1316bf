"""One test message to one agent: whatever its connector does, a card comes back."""

import asyncio
import logging

from apps.agents.connectors import UnknownConnectorError, connector_for
from apps.agents.domain.address import AgentAddress
from apps.agents.domain.calls import Card
from apps.agents.domain.texts import one_line
from apps.agents.gateway import pool
from apps.agents.gateway.redaction import Redaction
from apps.agents.queries.credentials import LostCredentials, opened

log = logging.getLogger(__name__)

SECONDS = 60.0
MOST_REPLY = 400  # characters
MOST_NAME = 200  # characters of a model's name or of a quirk
MOST_LISTED = 50


async def probe(address: AgentAddress) -> Card:
    """Try the agent out; takes at most a minute, or the agent's timeout where that is less."""
    seconds = min(SECONDS, address.timeout_seconds)
    try:
        config = opened(address.config)
        connector = connector_for(address.connector, inline=pool.is_inline(), agent_id=address.agent_id)
        async with asyncio.timeout(seconds):
            card = await connector.probe(config)
    except TimeoutError:
        return _absent(f"The agent did not answer the test message within {seconds:g} seconds.")
    except (UnknownConnectorError, LostCredentials) as error:
        return _absent(str(error))
    except Exception:
        log.exception("the connector %s failed to probe agent %s", address.connector, address.agent_id)
        return _absent("The way to this agent broke down.")
    return _cleaned(card, Redaction.of(config))


def _absent(problem: str) -> Card:
    return Card(problem=problem, reachable=False)


def _cleaned(card: Card, redaction: Redaction) -> Card:
    def line(text: str, most: int) -> str:
        return one_line(redaction.text(text), most)

    return Card(
        problem=line(card.problem, MOST_REPLY),
        reachable=card.reachable,
        latency_ms=card.latency_ms,
        reply=line(card.reply, MOST_REPLY),
        models=tuple(line(name, MOST_NAME) for name in card.models[:MOST_LISTED]),
        quirks=tuple(line(quirk, MOST_NAME) for quirk in card.quirks[:MOST_LISTED]),
    )
