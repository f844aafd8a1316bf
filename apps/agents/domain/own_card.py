"""The agent card that the hub shows of itself, of an agent or of a team. Pure.

Source: the A2A specification 1.0, "AgentCard", with the fields of 0.3 beside those of 1.0, as its SDKs serve both; for
signatures "Agent Card Signing": a JSON Web Signature over the card of 1.0, in the canonical form of RFC 8785.
"""

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from apps.agents.domain.federation import DESCRIPTION, EXTENSION
from apps.agents.domain.profile import Skill

TEXT = "text/plain"
AS_A2A = {"id", "name", "description", "tags", "examples", "input_modes", "output_modes"}  # `repeatable` is ours
RPC, REST = "JSONRPC", "HTTP+JSON"
TOKEN = "token"  # noqa: S105  what the scheme is called

Card = dict[str, Any]


def own_card(name: str, description: str, skills: Sequence[Skill], version: int, url: str) -> Card:
    """Give the card of 1.0 as JSON data, without what is empty. `url`: where the hub answers for whom it describes.

    Its modes are those of all skills; how an agent is reached by the hub stays out of it.
    """
    card: Card = {
        "name": name,
        "description": description,
        "version": str(version),
        "supportedInterfaces": [
            {"url": url, "protocolBinding": RPC, "protocolVersion": "1.0"},
            {"url": url, "protocolBinding": REST, "protocolVersion": "1.0"},
            {"url": url, "protocolBinding": RPC, "protocolVersion": "0.3"},
            {"url": url, "protocolBinding": REST, "protocolVersion": "0.3"},
        ],
        "capabilities": {
            "streaming": True,
            "pushNotifications": True,
            "extendedAgentCard": True,
            "extensions": [{"uri": EXTENSION, "description": DESCRIPTION}],
        },
        "securitySchemes": {TOKEN: {"httpAuthSecurityScheme": {"scheme": "bearer"}}},
        "defaultInputModes": _modes(skill.input_modes for skill in skills),
        "defaultOutputModes": _modes(skill.output_modes for skill in skills),
        "skills": [skill.model_dump(mode="json", by_alias=True, include=AS_A2A) for skill in skills],
    }
    found: Card = _without_empty(card)
    return found if skills else found | {"skills": []}


def with_old_fields(card: Card, url: str) -> Card:
    """The card as clients of 0.3 read it too: they ask for fields that 1.0 has elsewhere."""
    schemes = {TOKEN: {**card["securitySchemes"][TOKEN], "type": "http", "scheme": "bearer"}}
    old: Card = {"url": url, "preferredTransport": RPC, "protocolVersion": "0.3.0", "security": [{TOKEN: []}]}
    old["additionalInterfaces"] = [{"url": url, "transport": transport} for transport in (RPC, REST)]
    skills = [{"description": "", "tags": [], **skill} for skill in card["skills"]]
    named = {"description": card.get("description", ""), "securitySchemes": schemes, "skills": skills}
    return {**card, **named, **old, "supportsAuthenticatedExtendedCard": True}


def signing_input(document: Mapping[str, Any], header: Mapping[str, str]) -> bytes:
    """The bytes that are signed: the protected header, a dot, and a card or the claims of a token."""
    return f"{base64url(canonical(header))}.{base64url(canonical(document))}".encode()


def canonical(document: Mapping[str, Any]) -> bytes:
    """A document by RFC 8785, as far as it has texts, lists, truth values and whole numbers, and names in ASCII."""
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def base64url(content: bytes) -> str:
    """A content as JSON Web Signatures have it."""
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def _without_empty(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_empty(inner) for name, inner in value.items() if inner not in ("", [], {}, None)}
    return [_without_empty(inner) for inner in value] if isinstance(value, list) else value


def _modes(modes: Iterable[tuple[str, ...]]) -> list[str]:
    return list(dict.fromkeys(each for some in modes for each in some)) or [TEXT]
