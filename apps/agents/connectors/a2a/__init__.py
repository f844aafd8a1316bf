"""Agents that speak A2A (Agent2Agent)."""

from apps.agents.connectors.a2a.connector import A2AConnector

__all__ = ["A2AConnector"]
