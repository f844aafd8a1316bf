"""For what nobody here can do: who is there elsewhere, and does it answer a test message? Touches no database."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from apps.agents.domain.address import AgentAddress
from apps.agents.domain.ard_entries import MCP_CARD
from apps.agents.domain.calls import ProbeResult
from apps.agents.domain.detection import Detected
from apps.agents.domain.sources import ForeignEntry, SourceTarget, SourceUse, served_at
from apps.agents.gateway.probe import probe
from apps.agents.gateway.sources import SourceAnswer, ask_sources, fetch_document
from apps.agents.gateway.trials import detect
from apps.agents.queries.discovery import NEED_THRESHOLD
from apps.agents.queries.sources import entry_scores, scores_for
from apps.core.outbound import OutboundError
from apps.core.sentences import sentence

log = logging.getLogger(__name__)

MOST_NEEDS = 3  # that are looked for elsewhere in one turn
MOST_NAMED = 3  # entries that are named for a need
MOST_TRIED = 2  # that get a test message for a need
TEST_SECONDS = 20  # how long that is waited for
SECONDS = 75.0  # for all of it
BETTER = sentence("another one fits better")
NOT_TRIED = sentence("others were tried first")
LESS = sentence("its own card does not say that it can do this")
OFFERED = sentence("an owner has it join")
NOT_USABLE = sentence("it is reached in a way that the hub does not speak")


@dataclass(frozen=True)
class Scouted:
    """Somebody elsewhere who may cover a need. `score`: 0 to 1, of what was said of it.

    `detected` and `card`: how it is reached and how its test went, where it may join; `reason`: why it does not;
    `tried`: whether it was looked at.
    """

    need: str
    entry: ForeignEntry
    source: SourceTarget
    score: float
    reason: str = ""
    tried: bool = False
    detected: Detected | None = field(default=None, repr=False)
    card: ProbeResult | None = field(default=None, repr=False)


@dataclass(frozen=True)
class ScoutingPlan:
    """What is looked for where. `left_out`: what those are known by who are here, or were; `own_url`: the hub's."""

    needs: tuple[str, ...]
    sources: tuple[SourceTarget, ...]
    own_url: str
    left_out: frozenset[str] = frozenset()


async def scout(plan: ScoutingPlan) -> list[Scouted]:
    """Look for who covers the needs, and test the best ones; never raises. Takes SECONDS at most."""
    try:
        async with asyncio.timeout(SECONDS):
            found = await asyncio.gather(*(_scout(need, plan) for need in plan.needs[:MOST_NEEDS]))
    except TimeoutError:
        log.warning(sentence("other registries took too long"))
        return []
    return [one for each in found for one in each]


async def _scout(need: str, plan: ScoutingPlan) -> list[Scouted]:
    answers = await ask_sources(plan.sources, need)
    found = [one for one in rank_entries(need, answers, plan.own_url) if one.score >= NEED_THRESHOLD]
    named: list[Scouted] = []
    for one in [each for each in found if plan.left_out.isdisjoint(each.entry.known_by)][:MOST_NAMED]:
        passed = any(each.card for each in named)
        if one.reason or passed or sum(each.tried for each in named) >= MOST_TRIED:
            named.append(replace(one, reason=one.reason or (BETTER if passed else NOT_TRIED)))
        else:
            named.append(await _try_out(replace(one, tried=True)))
    return named


def rank_entries(text: str, answers: Sequence[SourceAnswer], own_url: str) -> list[Scouted]:
    """Who is in some answers, each once, best first by the measure of the hub: what registries score is left aside.

    Who is spoken to at `own_url` is here anyway, and left out.
    """
    pairs = {entry.identifier: (entry, each.source) for each in reversed(answers) for entry in each.entries}
    others = [pair for pair in pairs.values() if not pair[0].address.startswith(f"{own_url}/")]
    scores = entry_scores(text, [entry for entry, _ in others])
    found = [Scouted(text, entry, source, score) for (entry, source), score in zip(others, scores, strict=True)]
    return sorted((replace(one, reason=_barred(one)) for one in found), key=lambda one: (-one.score, one.entry.name))


def _barred(one: Scouted) -> str:
    if not one.entry.usable:
        return NOT_USABLE
    return "" if one.source.use is SourceUse.JOIN else OFFERED


async def _try_out(one: Scouted) -> Scouted:
    detected = await detect(await address_of(one.entry), {})
    if detected.problem:
        return replace(one, reason=detected.problem)
    (own,) = scores_for(one.need, [detected.skills]) if detected.skills else [0.0]
    if own < NEED_THRESHOLD:
        return replace(one, reason=LESS)
    address = AgentAddress("", detected.connector, detected.config, test_seconds=TEST_SECONDS)
    card = await probe(address)
    if card.problem:
        return replace(one, reason=sentence("it failed its test: {problem}", problem=card.problem))
    return replace(one, detected=detected, card=card)


async def address_of(entry: ForeignEntry) -> str:
    """The address to look at: of an MCP server's card, where that says that the server is called."""
    if entry.kind != MCP_CARD or not entry.address.startswith("http"):
        return entry.address
    try:
        card = await fetch_document(entry.address)
    except OutboundError:
        return entry.address
    return served_at(card) or entry.address
