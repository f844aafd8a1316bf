"""Agents behind any server of chat completions."""

from apps.agents.connectors.openai.connector import OpenAIConnector

__all__ = ["OpenAIConnector"]
