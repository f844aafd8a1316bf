"""How the hub asks the agents that come along."""

from apps.agents.connectors.builtin.connector import BuiltinConnector, preload

__all__ = ["BuiltinConnector", "preload"]
