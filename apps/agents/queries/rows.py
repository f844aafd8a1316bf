"""The types of the instances that queries and actions return, for annotations in the apps above."""

from apps.agents.models import Document

__all__ = ["Document"]
