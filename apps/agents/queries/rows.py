"""The types of the instances that queries and actions return, for the apps above."""

from apps.agents.models import Connection, Document

__all__ = ["Connection", "Document"]
