"""Agents that speak AG-UI."""

from apps.agents.connectors.agui.connector import AGUIConnector

__all__ = ["AGUIConnector"]
