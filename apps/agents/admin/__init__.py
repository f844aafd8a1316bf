"""The registry and the library, for whoever runs the installation."""

from apps.agents.admin.agents import AgentAdmin, DocumentAdmin

__all__ = ["AgentAdmin", "DocumentAdmin"]
