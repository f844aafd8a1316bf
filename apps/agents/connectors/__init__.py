"""Ways of reaching agents, one per kind; `apps.agents.gateway` is their only caller.

A third party adds a kind with an entry point in the group `ioa_web.connectors`: its name is the kind, its object a
callable without arguments that gives a `Connector`.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import cast

from apps.agents.connectors.builtin import BuiltinConnector
from apps.agents.connectors.socket import SocketConnector
from apps.agents.domain.calls import Connector
from apps.agents.domain.profile import ConnectorKind

ENTRY_POINTS = "ioa_web.connectors"

_REMOTE: Mapping[str, tuple[str, str]] = {
    ConnectorKind.OPENAI: ("openai", "OpenAIConnector"),
    ConnectorKind.HTTP: ("http", "HTTPConnector"),
    ConnectorKind.A2A: ("a2a", "A2AConnector"),
    ConnectorKind.MCP: ("mcp", "MCPConnector"),
    ConnectorKind.AGUI: ("agui", "AGUIConnector"),
    ConnectorKind.AGENT_PROTOCOL: ("agent_protocol", "AgentProtocolConnector"),
}


class UnknownConnectorError(LookupError):
    """No connector of this kind is installed."""


def connector_for(kind: str, *, inline: bool = False, agent_id: str = "") -> Connector:
    """Give the connector of a kind. `inline`: do blocking work in the calling thread (tests) instead of a pool.

    `agent_id`: of an agent that dials in, since its configuration holds no address. Raises UnknownConnectorError.
    """
    if kind == ConnectorKind.SOCKET:
        return SocketConnector(agent_id, inline=inline)
    if kind == ConnectorKind.BUILTIN:
        return BuiltinConnector(inline=inline)
    return _remote(kind) or _plugged_in(kind)()


def _remote(kind: str) -> Connector | None:
    """Connectors that call out, loaded when first asked for: the HTTP client takes a fifth of a second."""
    if kind not in _REMOTE:
        return None
    module, name = _REMOTE[kind]
    return cast(Connector, getattr(import_module(f"{__name__}.{module}"), name)())


def kinds() -> frozenset[str]:
    """Give the kinds that an agent may be registered with: those that ship with the product, and those plugged in."""
    return frozenset({*ConnectorKind, *_announced()})


@cache  # what is installed does not change while a process runs, and is looked up in a hundred folders
def _announced() -> frozenset[str]:
    return frozenset(entry_points(group=ENTRY_POINTS).names)


@cache
def _plugged_in(kind: str) -> Callable[[], Connector]:
    if kind in _announced():
        for entry in entry_points(group=ENTRY_POINTS, name=kind):
            return cast(Callable[[], Connector], entry.load())
    raise UnknownConnectorError(f"No connector of the kind “{kind}” is installed.")
