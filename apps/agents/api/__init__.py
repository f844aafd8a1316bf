"""The registry over REST."""

from apps.agents.api.agents import router as agents
from apps.agents.api.registry import connectors, registry
from apps.agents.api.trials import router as trials

__all__ = ["agents", "connectors", "registry", "trials"]
