"""Asking other registries: what stands at an address that somebody entered, and who is there for what is needed.

Source: the ARD specification v0.91, sections 5.1 (where manifests are) and 5.3.2 (searches).
"""

import asyncio
import json
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from apps.agents.domain.sources import (
    MOST_LISTED,
    ForeignEntry,
    SourceTarget,
    read_entries,
    registry_in,
    searches_at,
)
from apps.agents.domain.untrusted_json import NOTHING, Said, load_json
from apps.core.outbound import Bounds, OutboundError, for_agents, read_target, same_server
from apps.core.sentences import sentence

BOUNDS = Bounds(connect=5.0, silence=8.0, total=10.0, body=1024 * 1024)
WELL_KNOWN = "/.well-known/ard.json"
OLDER = "/.well-known/ai-catalog.json"
PROBE = "find an agent"
USUAL = 10  # entries that a search asks for
NOTHING_THERE = "No registry was found there: neither /.well-known/ard.json nor searches below this address."


class NoRegistry(Exception):
    """Nobody there answers as a registry; the message is one plain sentence."""


class _NotServed(OutboundError):
    """An address that answers with an error."""


@dataclass(frozen=True)
class FoundRegistry:
    """A registry: where it is asked, whether it searches, what it is called, and whether the token may go there."""

    url: str
    searches: bool
    name: str
    same: bool = True


@dataclass(frozen=True)
class SourceAnswer:
    """What a registry answered; `problem`: why nothing came of it."""

    source: SourceTarget
    entries: tuple[ForeignEntry, ...] = ()
    problem: str = ""


async def find_registry(address: str, token: str = "") -> FoundRegistry:
    """What is at an address: a domain, a manifest or a registry. Raises NoRegistry and OutboundError."""
    url = address if "://" in address else f"https://{address}"
    read_target(url)
    parts = urlsplit(url)
    origin, bare = f"{parts.scheme}://{parts.netloc}", parts.path in ("", "/")
    places = [url] if parts.path.endswith(".json") else [f"{origin}{WELL_KNOWN}", f"{origin}{OLDER}"] if bare else []
    for place in places:
        said = await _if_served(_fetch("GET", place, token))
        if isinstance(said.get("entries"), list):
            return _of_manifest(said, place)
    base = searches_at(url)
    said = await _if_served(_search(base, PROBE, token, 1))
    if not isinstance(said.get("results"), list):
        raise NoRegistry(NOTHING_THERE)
    return FoundRegistry(base, searches=True, name=parts.netloc)


async def _if_served(answer: Awaitable[Said]) -> Said:
    try:
        return await answer
    except _NotServed:
        return NOTHING


def _of_manifest(said: Said, place: str) -> FoundRegistry:
    """The registry that a manifest names, which may be elsewhere, else the manifest itself."""
    host = urlsplit(place).netloc
    named = registry_in(said)
    if named is None:
        return FoundRegistry(place, searches=False, name=host)
    url, name = named
    return FoundRegistry(url, searches=True, name=name or host, same=same_server(url, place))


async def ask_sources(sources: Sequence[SourceTarget], text: str, federation: str = "auto") -> list[SourceAnswer]:
    """Ask each registry for who fits a text; never raises. They are asked at one time, for ten seconds at most."""
    return list(await asyncio.gather(*(_ask(source, text, federation) for source in sources)))


async def _ask(source: SourceTarget, text: str, federation: str) -> SourceAnswer:
    try:
        if source.searches:
            found = read_entries(await _search(source.url, text, source.token, USUAL, federation))
        else:
            found = read_entries(await _fetch("GET", source.url, source.token), MOST_LISTED)
    except OutboundError as error:
        return SourceAnswer(source, problem=str(error))
    return SourceAnswer(source, tuple(found))


async def _search(base: str, text: str, token: str, size: int, federation: str = "none") -> Said:
    asked = {"query": {"text": text}, "federation": federation, "pageSize": size}
    return await _fetch("POST", f"{base}/search", token, json.dumps(asked).encode())


async def _fetch(method: str, url: str, token: str, body: bytes | None = None) -> Said:
    """The object that an address answers; an empty one for whatever is none. Raises OutboundError."""
    headers = {"Accept": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    headers |= {"Content-Type": "application/json"} if body is not None else {}
    async with for_agents().opened(method, url, headers=headers, body=body, bounds=BOUNDS) as reply:
        if reply.status in (401, 403):
            raise OutboundError(
                sentence(
                    "{place} wants a token, or refused this one ({status}).", place=reply.place, status=reply.status
                ),
                permanent=True,
            )
        if reply.status >= 300:
            raise _NotServed(f"{reply.place} answered {reply.status}.", permanent=reply.status < 500)
        said = load_json((await reply.body()).decode(errors="replace"))
    return said if isinstance(said, dict) else NOTHING


async def fetch_document(url: str) -> Said:
    """The JSON object at an address; an empty one where it is none. Raises OutboundError."""
    return await _fetch("GET", url, "")
