"""Reading an A2A agent card, of 1.0 and of 0.3, as far as it can be read. Pure.

Source: the A2A specification, "AgentCard"; the fields of both versions differ in where interfaces and security stand.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit, urlunsplit

from pydantic import Field

from apps.agents.connectors.settings import HonoursKeys, TokenConfig
from apps.agents.domain.detection import skill_in
from apps.agents.domain.federation import EXTENSION
from apps.agents.domain.profile import Skill
from apps.agents.domain.untrusted_json import Said, map_in, maps_in, text_in
from apps.core.sentences import sentence

JSONRPC, REST = "JSONRPC", "HTTP+JSON"
UNSPECIFIED = ("0.0.0.0", "[::]", "::", "")  # noqa: S104  what a server listens on; nobody can call it
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class NoCard(ValueError):
    """It is no agent card, or one that can't be used. The message is one plain sentence."""


@dataclass(frozen=True)
class Interface:
    """Where and how an agent is called. `version` is "1.0" or "0.3"."""

    url: str
    binding: str = JSONRPC
    version: str = "1.0"
    tenant: str = ""


@dataclass(frozen=True)
class AgentCard:
    """What of a card matters to the hub."""

    name: str
    description: str
    interface: Interface
    streaming: bool
    skills: tuple[Skill, ...]
    security: tuple[str, ...]
    is_hub: bool = False


def read_card(said: object, source: str = "") -> AgentCard:
    """Read a card that was fetched from `source`, "" for one that was pasted. Raises NoCard."""
    if not isinstance(said, Mapping) or not isinstance(said.get("name"), str):
        raise NoCard(sentence("This is not an agent card."))
    return AgentCard(
        name=said["name"],
        description=text_in(said, "description"),
        interface=_choose(list(_interfaces(said)), source),
        streaming=map_in(said, "capabilities").get("streaming") is True,
        skills=tuple(filter(None, map(skill_in, maps_in(said, "skills")))),
        security=tuple(_requirements(said)),
        is_hub=any(text_in(each, "uri") == EXTENSION for each in maps_in(map_in(said, "capabilities"), "extensions")),
    )


def _interfaces(said: Said) -> Iterator[Interface]:
    """Those of 1.0, then those of 0.3; an interface without a version is of the version whose form it has."""
    for each in maps_in(said, "supportedInterfaces"):
        if url := text_in(each, "url"):
            version = _version(text_in(each, "protocolVersion") or "1.0")
            yield Interface(url, _binding(text_in(each, "protocolBinding")), version, text_in(each, "tenant"))
    version = _version(text_in(said, "protocolVersion") or "0.3")
    if url := text_in(said, "url"):
        yield Interface(url, _binding(text_in(said, "preferredTransport")), version)
    for each in maps_in(said, "additionalInterfaces"):
        if url := text_in(each, "url"):
            yield Interface(url, _binding(text_in(each, "transport")), version)


def _binding(text: str) -> str:
    return text.upper() or JSONRPC


def _version(text: str) -> str:
    return "0.3" if text.startswith("0.") else "1.0"


def _choose(interfaces: list[Interface], source: str) -> Interface:
    """The newest version wins, then JSON-RPC; what only gRPC speaks can't be called."""
    spoken = [each for each in interfaces if each.binding in (JSONRPC, REST)]
    if not spoken:
        bindings = ", ".join(dict.fromkeys(each.binding[:20] for each in interfaces)) or sentence("no address")
        raise NoCard(sentence("The card offers {bindings}; the hub speaks JSONRPC and HTTP+JSON.", bindings=bindings))
    best = max(spoken, key=lambda each: (each.version, each.binding == JSONRPC))
    return Interface(_callable(best.url, source), best.binding, best.version, best.tenant)


def _callable(url: str, source: str) -> str:
    """Mend an address that only the agent's own machine understands: the card came from somewhere."""
    try:
        parts, origin = urlsplit(url), urlsplit(source)
        host = parts.hostname or ""
    except ValueError:
        raise NoCard(sentence("The card's address can't be read.")) from None
    inward = host in UNSPECIFIED or (host in LOOPBACK and origin.hostname not in LOOPBACK)
    if not (source and inward):
        return url
    return urlunsplit((origin.scheme, origin.netloc, parts.path, "", ""))


def _requirements(said: Said) -> Iterator[str]:
    for scheme in map_in(said, "securitySchemes").values():
        if isinstance(scheme, Mapping) and (wanted := _wanted_by(scheme)):
            yield wanted


def _wanted_by(scheme: Said) -> str:
    """Of 1.0 (`{"apiKeySecurityScheme": {...}}`) or 0.3 (`{"type": "apiKey", ...}`)."""
    match scheme:
        case {"httpAuthSecurityScheme": Mapping() as inner} | ({"type": "http"} as inner):
            kind = text_in({"scheme": "bearer", **inner}, "scheme")[:20]
            return sentence("It wants a token in the header Authorization ({kind}).", kind=kind)
        case {"apiKeySecurityScheme": Mapping() as inner} | ({"type": "apiKey"} as inner):
            place = text_in(inner, "location", "in") or "header"
            name = text_in(inner, "name")[:60]
            return sentence("It wants a key called “{name}”, in: {place}.", name=name, place=place[:20])
        case {"oauth2SecurityScheme": _} | {"type": "oauth2"}:
            return sentence("It wants an OAuth token: get one from its provider and enter it as the token.")
        case {"openIdConnectSecurityScheme": _} | {"type": "openIdConnect"}:
            return sentence("It wants an OpenID Connect token: get one from its provider and enter it as the token.")
        case {"mtlsSecurityScheme": _} | {"type": "mutualTLS"}:
            return sentence("It wants a client certificate, which the hub can't show.")
    return ""


class A2AConfig(TokenConfig):
    """`url` is the address of the interface; with an empty `version` it is where the agent's card is looked for."""

    version: Literal["", "1.0", "0.3"] = Field(default="", description="Of the protocol; empty: as the card says.")
    binding: Literal["JSONRPC", "HTTP+JSON"] = "JSONRPC"
    streaming: bool = True
    honours_keys: bool = HonoursKeys
    tenant: str = Field(default="", max_length=200)
    hub: bool = Field(default=False, description="It is another hub, or somebody there: limits and path go along.")
