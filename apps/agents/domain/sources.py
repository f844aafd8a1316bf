"""Other registries as a source of members: which a workspace asks, and what is read of what they say. Pure.

All texts here come from strangers; they are cut to size, and no more is true of them than that somebody said so.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from uuid import UUID

from apps.agents.domain.ard_entries import CARD, MCP_CARD, MOST_QUERIES, REGISTRY, belongs_to, publisher_of
from apps.agents.domain.detection import MOST_DESCRIPTION, MOST_NAME, texts_in
from apps.agents.domain.profile import LONGEST_EXAMPLE, LONGEST_TAG, Skill
from apps.agents.domain.provenance import bare_address
from apps.agents.domain.untrusted_json import Said, load_json, map_in, maps_in, text_in
from apps.core.names import clean_line
from apps.core.texts import one_line, replace_unstorable

MOST_ENTRIES = 50  # that are read of one answer
MOST_LISTED = 200  # that are read of one manifest
MOST_CAPABILITIES = 30
LONGEST_IDENTIFIER, LONGEST_URL = 300, 2_000  # characters
LONGEST_CARD = 100_000  # characters of a card that stands in an entry
MOST_WHOLE = 2_000  # characters of a description that scores are made of
USABLE = (CARD, MCP_CARD)
"""Types of entries that can be tried; others are shown."""


class SourceUse(StrEnum):
    """What a workspace asks a registry for."""

    SEARCH = "search"  # people search in it, teams do not
    OFFER = "offer"  # teams name who is there for what nobody here can do; a person has them join
    JOIN = "join"  # such an agent joins by itself, once it has answered a test message


@dataclass(frozen=True)
class SourceTarget:
    """A registry to ask. `url`: where its searches go, or its manifest where it has no searches.

    `searches`: whether it has. `token`: its own, sent as a bearer token; "": none.
    """

    id: UUID
    name: str
    url: str
    searches: bool
    use: SourceUse
    token: str = field(default="", repr=False)


@dataclass(frozen=True)
class ForeignEntry:
    """An entry as another registry gave it. `address`: an address to look at, or the agent's card as JSON."""

    identifier: str
    name: str
    description: str
    kind: str
    address: str
    queries: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()

    @property
    def known_by(self) -> frozenset[str]:
        """What tells it from others: what its registry calls it, and where it, or its card, is.

        An address with a query is left out: where an agent here was found is kept without one.
        """
        places = called_at(self.address) if self.address.startswith("{") else (self.address,)
        return frozenset({self.identifier, *(place for place in places if place and bare_address(place) == place)})

    @property
    def usable(self) -> bool:
        """Whether it can be looked at, so that it may join."""
        return self.kind in USABLE and bool(self.address)

    def as_entry(self) -> dict[str, object]:
        """As it is handed on to whoever asks here; without an address where it has none of its own."""
        told = {
            "identifier": self.identifier,
            "displayName": self.name,
            "type": self.kind,
            "url": self.address if self.address.startswith("http") else "",
            "description": self.description,
            "tags": list(self.tags),
            "capabilities": list(self.capabilities),
        }
        return {term: value for term, value in told.items() if value not in ("", [])}

    def as_skill(self) -> Skill:
        """What it says that it can do, as one skill: so it is scored as the skills of agents here are."""
        told = self.description[:MOST_WHOLE]
        return Skill(
            id="entry", name=self.name, description=told, tags=(*self.tags, *self.capabilities), examples=self.queries
        )


def read_entries(said: Said, most: int = MOST_ENTRIES) -> list[ForeignEntry]:
    """The entries of a search's answer or of a manifest, as far as they can be read, each identifier once."""
    found: dict[str, ForeignEntry] = {}
    for name in ("results", "entries"):
        for each in maps_in(said, name)[:most]:
            if entry := read_entry(each):
                found.setdefault(entry.identifier, entry)
    return list(found.values())[:most]


def read_entry(said: Said) -> ForeignEntry | None:
    """One entry; None where it has no name of its own, or its trust manifest is another's."""
    identifier = text_in(said, "identifier")
    publisher = publisher_of(identifier)
    if len(identifier) > LONGEST_IDENTIFIER or not publisher:
        return None
    if not belongs_to(text_in(map_in(said, "trustManifest"), "identity"), publisher):
        return None
    return ForeignEntry(
        identifier=identifier,
        name=one_line(clean_line(text_in(said, "displayName")), MOST_NAME) or identifier.rpartition(":")[2][:MOST_NAME],
        description=replace_unstorable(text_in(said, "description")).strip()[:MOST_DESCRIPTION],
        kind=one_line(text_in(said, "type"), 100).lower(),
        address=_address(said),
        queries=texts_in(said.get("representativeQueries"), MOST_QUERIES, LONGEST_EXAMPLE),
        capabilities=texts_in(said.get("capabilities"), MOST_CAPABILITIES, LONGEST_TAG),
        tags=texts_in(said.get("tags"), MOST_CAPABILITIES, LONGEST_TAG),
    )


def registry_in(said: Said) -> tuple[str, str] | None:
    """Where the registry of a manifest is asked, and what it is called."""
    for entry in maps_in(said, "entries")[:MOST_LISTED]:
        if text_in(entry, "type").partition(";")[0].strip().lower() in (REGISTRY, REGISTRY.removesuffix("+json")):
            url = text_in(entry, "url")[:LONGEST_URL]
            if url:
                return searches_at(url), one_line(clean_line(text_in(entry, "displayName")), MOST_NAME)
    return None


def searches_at(url: str) -> str:
    """The base of a registry's addresses; some name the address of its searches itself."""
    return url.partition("?")[0].rstrip("/").removesuffix("/search").rstrip("/")


def served_at(said: Said) -> str:
    """Where the server of an MCP server card is called; "" where it says nothing of that."""
    for remote in [*maps_in(said, "remotes"), *maps_in(map_in(said, "server"), "remotes")]:
        if url := text_in(remote, "url"):
            return url[:LONGEST_URL]
    return ""


def called_at(card: str) -> tuple[str, ...]:
    """Where the agent of a card, as JSON, is called."""
    said = load_json(card)
    known = said if isinstance(said, Mapping) else {}
    return tuple(text_in(each, "url") for each in (known, *maps_in(known, "supportedInterfaces")))


def _address(said: Said) -> str:
    url, card = text_in(said, "url")[:LONGEST_URL], said.get("data")
    if url.lower().startswith(("https://", "http://")):
        return url
    if not isinstance(card, Mapping):
        return ""
    if text_in(said, "type").lower() == MCP_CARD:
        return served_at(card)
    text = json.dumps(card)
    return text if len(text) <= LONGEST_CARD else ""
