"""Agents that speak the Agent Protocol: AutoGPT and others."""

from apps.agents.connectors.agent_protocol.connector import AgentProtocolConnector

__all__ = ["AgentProtocolConnector"]
