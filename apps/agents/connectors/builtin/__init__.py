"""Agents that do real work inside our worker, without a model: search, tables, charts, reports."""

from apps.agents.connectors.builtin.connector import BuiltinConnector, preload

__all__ = ["BuiltinConnector", "preload"]
