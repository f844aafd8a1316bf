"""Agents that dial in, from behind NAT or a laptop, with `ioa-connect`."""

from apps.agents.connectors.socket.connector import SocketConnector

__all__ = ["SocketConnector"]
