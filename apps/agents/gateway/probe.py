"""One test message to one agent: whatever its connector does, a card comes back."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import cast

from apps.agents.connectors import UnknownConnectorError, connector_for
from apps.agents.domain.address import AgentAddress
from apps.agents.domain.calls import Connector, ProbeResult, Reachable
from apps.agents.gateway import pool
from apps.agents.gateway.introductions import read_skills
from apps.agents.gateway.redaction import Redaction
from apps.agents.queries.credentials import LostCredentials, open_config
from apps.core.sentences import change_words, sentence
from apps.core.texts import one_line

log = logging.getLogger(__name__)

Config = dict[str, object]

MOST_REPLY = 400  # characters
MOST_NAME = 200  # characters of a model's name or of a quirk
MOST_LISTED = 50


async def probe(address: AgentAddress, *, lists_skills: bool = True) -> ProbeResult:
    """Try the agent out, for as long as its test may take.

    One that lists no skills is read for some then, if somebody is there, which takes a few seconds more.
    """
    card = await _try_probe(address, lambda connector, config: connector.probe(config))
    wanted = card.reachable and not lists_skills
    return replace(card, skills=await read_skills(address)) if wanted else card


async def reach(address: AgentAddress) -> ProbeResult | None:
    """See whether anybody is there, without giving work; None where the connector knows no cheap way."""
    try:
        known = hasattr(connector_for(address.connector), "reach")
    except UnknownConnectorError as error:
        return _absent(str(error))
    return (
        await _try_probe(address, lambda connector, config: cast(Reachable, connector).reach(config)) if known else None
    )


@dataclass(frozen=True)
class Checked:
    """What a check found. `tested`: a test message was sent."""

    card: ProbeResult
    tested: bool


async def check_agent(address: AgentAddress, *, needs_test: bool, lists_skills: bool) -> Checked | None:
    """Check on an agent: with a test message where one is needed, else cheaply; None where nothing cheap is known."""
    if needs_test:
        return Checked(await probe(address, lists_skills=lists_skills), tested=True)
    card = await reach(address)
    return None if card is None else Checked(card, tested=False)


async def _try_probe(
    address: AgentAddress, attempt: Callable[[Connector, Config], Awaitable[ProbeResult]]
) -> ProbeResult:
    started = time.monotonic()
    try:
        config = open_config(address.config)
        connector = connector_for(address.connector, inline=pool.is_inline(), connection_id=address.connection_id)
        async with asyncio.timeout(address.patience):
            card = await attempt(connector, config)
    except TimeoutError:
        silent = _absent(
            sentence(
                "The agent did not answer the test message within {patience:g} seconds.", patience=address.patience
            )
        )
        return replace(silent, latency_ms=_ms_since(started))
    except (UnknownConnectorError, LostCredentials) as error:
        return _absent(str(error))
    except Exception:
        log.exception("the connector %s failed to probe agent %s", address.connector, address.agent_id)
        return _absent(sentence("The way to this agent broke down."))
    return _clean(replace(card, latency_ms=card.latency_ms or _ms_since(started)), Redaction.of(config))


def _ms_since(started: float) -> int:
    return round(1000 * (time.monotonic() - started))


def _absent(problem: str) -> ProbeResult:
    return ProbeResult(problem=problem, reachable=False)


def _clean(card: ProbeResult, redaction: Redaction) -> ProbeResult:
    def line(text: str, most: int) -> str:
        return one_line(redaction.text(text), most)

    problem = change_words(card.problem, lambda words: line(words, MOST_REPLY))
    return ProbeResult(
        problem=problem if len(problem) <= MOST_REPLY else one_line(problem, MOST_REPLY),
        reachable=card.reachable,
        latency_ms=card.latency_ms,
        reply=line(card.reply, MOST_REPLY),
        models=tuple(line(name, MOST_NAME) for name in card.models[:MOST_LISTED]),
        quirks=tuple(line(quirk, MOST_NAME) for quirk in card.quirks[:MOST_LISTED]),
    )
