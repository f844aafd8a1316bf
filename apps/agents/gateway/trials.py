"""Try an agent out: find out what an address leads to, and send it one message."""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from apps.agents.connectors import descriptor_of, descriptors, recogniser_of
from apps.agents.connectors.a2a import recogniser as a2a
from apps.agents.connectors.a2a.card import NoCard, read_card
from apps.agents.connectors.plain_look import tell_what_came
from apps.agents.connectors.recognition import Credentials, Source
from apps.agents.connectors.service_description import describe_service
from apps.agents.domain.address import AgentAddress, CallOutcome
from apps.agents.domain.calls import Progress, RunRequest
from apps.agents.domain.connectors import Descriptor
from apps.agents.domain.detection import INTRODUCES, Detected, Found, Unlike, handle_for, told_line
from apps.agents.domain.untrusted_json import load_json
from apps.agents.gateway.run import FileShelf, ProgressEvent, run_agent
from apps.core.outbound import OutboundError, read_target
from apps.core.sentences import join_sentences, sentence, sentence_of
from apps.core.texts import one_line

log = logging.getLogger(__name__)

MOST_PASTED = 200_000  # characters of a card
SECONDS = 15.0  # for each of the three steps of looking at an address
PLAINEST = "http"
"""What is offered to be corrected where nothing was recognised."""


@dataclass(frozen=True)
class Missed:
    """Why a protocol is not spoken at an address. `there`: somebody was; `refused`: who asked may not know."""

    kind: str
    why: str
    there: bool = True
    refused: bool = False
    complaint: str = ""  # what the server said of a failure, as a sentence


NO_NAMES = (
    "api",
    "v1",
    "v2",
    "run",
    "mcp",
    "sse",
    "agui",
    "ag-ui",
    "a2a",
    "agent",
    "agents",
    "openai",
    "ap",
    "invocations",
)
"""Folders of an address that say how an agent is called and not which it is."""
NO_CREDENTIALS = sentence("Enter a token or headers and try again.")
OTHER_CREDENTIALS = sentence("Check the token and the headers, and what they may be used for.")
NOT_ASKED = sentence("It was not asked for this.")
NOBODY = sentence(
    "No protocol of the hub was recognised at this address. Choose a connector by hand if you know what it speaks."
)


async def detect(source: str, credentials: Mapping[str, str], only: str = "") -> Detected:
    """Find out how the agent at an address, or of a pasted A2A card, is reached; never raises for what is there.

    `only`: the one kind that is looked for, "" for all. `credentials`: "token" (sent as a bearer token) and "headers"
    (lines like `X-Key: ...`), both optional; they go to the address and come back in the configuration, as plain texts
    for `register_agent` to seal. With nothing usable, `problem` says why and the connector is the plainest one at that
    address. Takes little more than a minute at most.
    """
    source = source.strip()
    given = Credentials(credentials.get("token", "").strip(), credentials.get("headers", "").strip())
    try:
        given.checked()
        if source.startswith(("{", "[")):
            return _detect_pasted(source, given)
        read_target(source)
    except (ValueError, OutboundError) as error:
        return _nothing_detected(source, given, str(error))
    service = await describe_service(Source(source, given).origin, given.sent())
    place = Source(source, given, service)
    results = await _try_kinds(place, _ways(only))
    return _best(place, results) or await _none_found(place, [each for each in results if isinstance(each, Missed)])


async def _try_kinds(place: Source, ways: Sequence[Descriptor]) -> list["Found | Missed"]:
    """What each protocol found, who says most of its agent first.

    The emptiest questions come last and only where they are needed: what is no question to a server fills its log.
    """
    results: list[Found | Missed] = []
    introducing = [way for way in ways if way.precedence >= INTRODUCES]
    for way in introducing:
        results.append(await _try_kind(way.kind, place))
        if _settles(results[-1]):
            asked = {each.kind if isinstance(each, Missed) else each.connector for each in results}
            return [*results, *(Missed(way.kind, NOT_ASKED, there=False) for way in ways if way.kind not in asked)]
    others = [way for way in ways if way.precedence < INTRODUCES]
    return [*results, *await asyncio.gather(*(_try_kind(way.kind, place) for way in others))]


def _settles(result: "Found | Missed") -> bool:
    """Whether nothing more need be asked: an agent was found, or nobody is there."""
    return not result.problem if isinstance(result, Found) else not result.there


def _ways(only: str = "") -> list[Descriptor]:
    """Those that recognise an address, or the one of them that is wanted, who says more of its agent first."""
    able = [way for way in descriptors().values() if way.recogniser and only in ("", way.kind)]
    return sorted(able, key=lambda way: way.precedence, reverse=True)


async def _try_kind(kind: str, place: Source) -> Found | Missed:
    """What one protocol found, or why it did not."""
    try:
        async with asyncio.timeout(SECONDS):
            return await recogniser_of(kind)(place)
    except Unlike as error:
        return Missed(kind, str(error), refused=error.refused, complaint=error.complaint)
    except OutboundError as error:
        return Missed(kind, sentence_of(error), there=error.reached, complaint=sentence_of(error))
    except TimeoutError:
        return Missed(kind, sentence("It took too long to answer."))
    except Exception:
        log.exception("the recognition of %s broke down", kind)
        return Missed(kind, sentence("The answer could not be read."))


def _best(place: Source, results: Sequence[Found | Missed]) -> Detected | None:
    found = [each for each in results if isinstance(each, Found)]
    if not found:
        return None
    usable = [each for each in found if not each.problem]
    best = (usable or found)[0]
    told = replace(best, description=best.description or place.service.told)
    return _detection(told, _name_of(place, best.connector), _tried(results))


def _tried(results: Sequence[Found | Missed]) -> tuple[tuple[str, str], ...]:
    return tuple((each.kind, told_line(each.why)) for each in results if isinstance(each, Missed))


async def _none_found(place: Source, missed: Sequence[Missed]) -> Detected:
    why = await _why_nothing(place, missed)
    return replace(_nothing_detected(place.url, place.credentials, why), tried=_tried(missed))


async def _why_nothing(place: Source, missed: Sequence[Missed]) -> str:
    """Why nothing usable is there, with what its server said, or answers to a plain question."""
    if len(missed) == 1 or not any(each.there for each in missed):
        return missed[0].why
    refusals = [each.why for each in missed if each.refused]
    if refusals:
        return join_sentences(" ", [refusals[0], OTHER_CREDENTIALS if place.credentials.sent() else NO_CREDENTIALS])
    complaint = next((each.complaint for each in missed if each.complaint), "") or await tell_what_came(place)
    return join_sentences(" ", [NOBODY, complaint]) if complaint else NOBODY


def _name_of(place: Source, kind: str) -> str:
    """A name for an agent that says none: its server's title, its folder, or its host where that has a name."""
    folders = [part for part in urlsplit(place.url).path.split("/") if part and part.lower() not in NO_NAMES]
    host = urlsplit(place.url).hostname or ""
    named = host if any(letter.isalpha() for letter in host) and "." in host and ":" not in host else ""
    folder = folders[-1].replace("-", " ").replace("_", " ").capitalize() if folders else ""
    return place.service.title or folder or named or f"{descriptor_of(kind).name} agent"


def _detect_pasted(text: str, credentials: Credentials) -> Detected:
    """Raises NoCard."""
    if len(text) > MOST_PASTED:
        raise NoCard(
            sentence("This is longer than {most_pasted} kB, which no agent card is.", most_pasted=MOST_PASTED // 1000)
        )
    said = load_json(text)
    if said is None:
        raise NoCard(_why_no_json(text))
    if isinstance(said, list):
        raise NoCard(sentence("This is a list. Paste one agent card by itself, without brackets around it."))
    found = a2a.found_by_card(read_card(said), "", credentials)
    read_target(str(found.config["url"]))
    return _detection(found, "agent", ())


def _why_no_json(text: str) -> str:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return sentence(
            "This looks like JSON but can't be read as JSON, from line {line}, column {column} on.",
            line=error.lineno,
            column=error.colno,
        )
    except (ValueError, RecursionError):
        pass
    return sentence("This looks like JSON but can't be read as JSON.")


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
    name = host if any(letter.isalpha() for letter in host) else "Agent"
    return Detected(PLAINEST, config, name, handle_for(name), problem=told_line(problem))


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
