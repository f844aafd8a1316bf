"""Entries of Agentic Resource Discovery (ARD): what the hub says of its agents. Pure.

Source: the specification v0.91 of the ards-project, sections 4.2 (terms), 4.3 (value or reference), appendix C (names).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import unquote, urlsplit

from apps.agents.domain.profile import Skill

CARD = "application/a2a-agent-card+json"
MCP_CARD = "application/mcp-server-card+json"
REGISTRY = "application/ai-registry+json"
SKILL = 'text/markdown; profile="urn:air:agent-skills"'
URN = re.compile(r"urn:air:(?P<publisher>[a-zA-Z0-9.-]+)(?::[a-zA-Z0-9._:-]+)?:(?P<name>[a-zA-Z0-9._-]+)")
FEWEST_QUERIES, MOST_QUERIES = 2, 5
LONGEST_QUERY = 300  # characters
MOST_TOKENS = 50  # tags, and skills, that an entry names

Entry = dict[str, Any]


@dataclass(frozen=True)
class ListedAgent:
    """An agent as a registry lists it."""

    handle: str
    name: str
    description: str
    skills: tuple[Skill, ...]
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True)
class HubNames:
    """What the hub's entries are called. `url`: of the hub; `workspace`: the id of the one whose agents are listed."""

    url: str
    workspace: str = ""

    @property
    def publisher(self) -> str:
        """The hub's host, with which its names begin."""
        return re.sub(r"[^a-zA-Z0-9.-]+", "-", urlsplit(self.url).hostname or "").strip("-") or "localhost"

    @property
    def source(self) -> str:
        """Where the hub's registry is asked."""
        return f"{self.url}/ard/"

    def name(self, space: str, what: str) -> str:
        """The identifier of something of the hub."""
        return f"urn:air:{self.publisher}:{space}:{what}"

    def of_agent(self, handle: str) -> str:
        """An agent's: handles are taken once in a workspace."""
        return self.name(self.workspace, handle)

    def handle_in(self, identifier: str) -> str | None:
        """Whose identifier it may be; None: none of this workspace's agents."""
        begins = self.of_agent("")
        return identifier.removeprefix(begins) if identifier.startswith(begins) else None


def is_urn(identifier: str) -> bool:
    """Whether something has the form of an identifier."""
    return URN.fullmatch(identifier) is not None


def publisher_of(identifier: str) -> str:
    """The domain that an identifier names; "" for what is none."""
    found = URN.fullmatch(identifier)
    return found["publisher"] if found else ""


def belongs_to(identity: str, publisher: str) -> bool:
    """Whether who stands behind an entry may speak in the name of its publisher: their domains are one, or one of them
    lies below the other. An identity that names no domain contradicts nothing. Source: ARD v0.91, section 4.5.1.
    """
    domain, mine = domain_of(identity), publisher.lower()
    return (
        not domain or domain == mine or domain.endswith(f".{mine}") or ("." in domain and mine.endswith(f".{domain}"))
    )


def domain_of(identity: str) -> str:
    """The domain that an identity (`https:`, `spiffe:`, `did:web:`) names; "" where it names none."""
    if identity.lower().startswith("did:web:"):
        return unquote(identity.split(":")[2]).partition(":")[0].lower()
    try:
        return (urlsplit(identity).hostname or "").lower()
    except ValueError:
        return ""


def agent_entry(agent: ListedAgent, names: HubNames) -> Entry:
    """The whole entry of an agent; its card takes a token of the hub."""
    entry = {
        "identifier": names.of_agent(agent.handle),
        "displayName": agent.name or agent.handle,
        "type": CARD,
        "url": f"{names.url}/a2a/@{agent.handle}/.well-known/agent-card.json",
        "description": agent.description,
        "tags": _first(tag for skill in agent.skills for tag in skill.tags),
        "capabilities": _first(skill.id for skill in agent.skills),
        "representativeQueries": queries_for(agent.name or agent.handle, agent.description, agent.skills),
        "updatedAt": agent.updated_at.isoformat(),
    }
    return {term: value for term, value in entry.items() if value not in ("", [])}


def result_of(entry: Mapping[str, Any], score: float, source: str) -> Entry:
    """An entry as a search gives it: without what it is indexed by, with how well it fits and who says so."""
    shown = {term: value for term, value in entry.items() if term != "representativeQueries"}
    return {**shown, "score": round(100 * min(1.0, max(0.0, score))), "source": source}


def queries_for(name: str, description: str, skills: Sequence[Skill]) -> list[str]:
    """What somebody might ask for, two to five: the examples of its skills first, then what they do."""
    examples = (example for skill in skills for example in skill.examples)
    told = (skill.description or skill.name for skill in skills)
    words = (" ".join(text.split())[:LONGEST_QUERY] for text in (*examples, *told))
    found = list(dict.fromkeys(text for text in words if text))[:MOST_QUERIES]
    if len(found) < FEWEST_QUERIES:
        own = (" ".join(text.split())[:LONGEST_QUERY] for text in (description, name, f"Ask {name}"))
        found = list(dict.fromkeys([*found, *(text for text in own if text)]))[:FEWEST_QUERIES]
    return found


def _first(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(text for text in texts if text))[:MOST_TOKENS]
