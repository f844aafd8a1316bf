"""The types of the instances that queries and actions return, for the apps above."""

from apps.agents.models import Agent, Connection, Document

__all__ = ["Agent", "Connection", "Document"]
