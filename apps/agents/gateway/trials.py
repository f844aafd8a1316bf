"""Try an agent out: find out what an address leads to, and send it one message."""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from apps.agents.connectors import descriptors, recogniser_of
from apps.agents.connectors.a2a import recogniser as a2a
from apps.agents.connectors.a2a.card import NoCard, read_card
from apps.agents.connectors.recognition import Credentials, Source
from apps.agents.domain.address import AgentAddress, CallOutcome
from apps.agents.domain.calls import Progress, RunRequest
from apps.agents.domain.connectors import Descriptor
from apps.agents.domain.detection import MOST_LINE, Detected, Found, Unlike, handle_for
from apps.agents.domain.untrusted_json import load_json
from apps.agents.gateway.run import FileShelf, ProgressEvent, run_agent
from apps.core.outbound import OutboundError, read_target
from apps.core.texts import one_line

log = logging.getLogger(__name__)

MOST_PASTED = 200_000  # characters of a card
SECONDS = 45.0
PLAINEST = "http"
"""What is offered to be corrected where nothing was recognised."""

Missed = tuple[str, str, bool]
"""A kind, why its protocol is not spoken there, and whether anybody was there."""

NOBODY = "No protocol of the hub was recognised at this address. Choose a connector by hand if you know what it speaks."


async def detect(source: str, credentials: Mapping[str, str]) -> Detected:
    """Find out how the agent at an address, or of a pasted A2A card, is reached; never raises for what is there.

    `credentials`: "token" (sent as a bearer token) and "headers" (lines like `X-Key: ...`), both optional; they go to
    the address and come back in the configuration, as plain texts for `register_agent` to seal. With nothing usable,
    `problem` says why and the connector is the plainest one at that address. Takes 45 seconds at most.
    """
    source = source.strip()
    given = Credentials(credentials.get("token", "").strip(), credentials.get("headers", "").strip())
    try:
        given.checked()
        if source.startswith("{"):
            return _detect_pasted(source, given)
        read_target(source)
    except (ValueError, OutboundError) as error:
        return _nothing_detected(source, given, str(error))
    place = Source(source, given)
    return _best(place, await asyncio.gather(*(_try_kind(way.kind, place) for way in _ways())))


def _ways() -> list[Descriptor]:
    """Those that recognise an address, who says more of its agent first."""
    able = [way for way in descriptors().values() if way.recogniser]
    return sorted(able, key=lambda way: way.precedence, reverse=True)


async def _try_kind(kind: str, place: Source) -> Found | Missed:
    """What one protocol found, or why it did not."""
    try:
        async with asyncio.timeout(SECONDS):
            return await recogniser_of(kind)(place)
    except Unlike as error:
        return kind, str(error), True
    except OutboundError as error:
        return kind, str(error), error.reached
    except TimeoutError:
        return kind, "It took too long to answer.", True
    except Exception:
        log.exception("the recognition of %s broke down", kind)
        return kind, "The answer could not be read.", True


def _best(place: Source, results: Sequence[Found | Missed]) -> Detected:
    missed = [each for each in results if isinstance(each, tuple)]
    tried = tuple((kind, one_line(why, MOST_LINE)) for kind, why, _ in missed)
    found = [each for each in results if isinstance(each, Found)]
    if found:
        usable = [each for each in found if not each.problem]
        return _detection((usable or found)[0], place.host, tried)
    if not any(there for _, _, there in missed):
        return replace(_nothing_detected(place.url, place.credentials, missed[0][1]), tried=tried)
    asking = [why for _, why, _ in missed if "credentials" in why]
    problem = f"{asking[0]} Enter a token or headers and try again." if asking else NOBODY
    return replace(_nothing_detected(place.url, place.credentials, problem), tried=tried)


def _detect_pasted(text: str, credentials: Credentials) -> Detected:
    """Raises NoCard."""
    if len(text) > MOST_PASTED:
        raise NoCard(f"This is longer than {MOST_PASTED // 1000} kB, which no agent card is.")
    said = load_json(text)
    if said is None:
        raise NoCard("This looks like JSON but can't be read as JSON.")
    found = a2a.found_by_card(read_card(said), "", credentials)
    read_target(str(found.config["url"]))
    return _detection(found, "agent", ())


def _detection(found: Found, default_name: str, tried: tuple[tuple[str, str], ...]) -> Detected:
    clean = found.cleaned(default_name)
    return Detected(
        connector=clean.connector,
        config=clean.config,
        name=clean.name,
        handle=handle_for(clean.name),
        description=clean.description,
        skills=clean.skills,
        security=clean.security,
        tried=tried,
        problem=clean.problem,
        concurrency=clean.concurrency,
    )


def _nothing_detected(source: str, credentials: Credentials, problem: str) -> Detected:
    host = _host(source)
    lines = credentials.headers or (f"Authorization: Bearer {credentials.token}" if credentials.token else "")
    config: dict[str, object] = {"url": one_line(source, 2000), **({"headers": lines} if lines else {})}
    name = host or "Agent"
    return Detected(PLAINEST, config, name, handle_for(name), problem=one_line(problem, MOST_LINE))


def _host(source: str) -> str:
    try:
        return one_line(urlsplit(source).hostname or "", 120)
    except ValueError:
        return ""


OnProgress = Callable[[str], None]


@dataclass(frozen=True)
class Answered:
    """How one message to an agent ended. `latency_ms`: from sending it to the end of the answer."""

    outcome: CallOutcome
    latency_ms: int


async def try_detection(source: str, credentials: Mapping[str, str]) -> Detected:
    """Find out what kind of agent an address or a card leads to; never raises for what is there."""
    return await detect(source, credentials)


async def try_message(
    address: AgentAddress, key: str, text: str, on_progress: OnProgress, shelf: FileShelf
) -> Answered:
    """Send a registered agent one message; never raises for what the agent does. `key`: the idempotency key."""
    started = time.monotonic()

    def heard(event: ProgressEvent) -> None:
        if isinstance(event, Progress):
            on_progress(event.text)

    outcome = await run_agent(address, RunRequest(key=key, goal=text, brief=text), heard, shelf)
    return Answered(outcome, round(1000 * (time.monotonic() - started)))
