"""Agents at one plain address, in the form of IoA's tool agents."""

from apps.agents.connectors.http.connector import HTTPConnector

__all__ = ["HTTPConnector"]
