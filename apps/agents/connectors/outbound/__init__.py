"""The one way out: every call of an agent, a model list or a web page goes through this guarded client."""

from apps.agents.connectors.outbound.bounds import Bounds
from apps.agents.connectors.outbound.client import Outbound, Reply, for_agents, for_links, for_pages, same_server
from apps.agents.connectors.outbound.errors import OutboundError

__all__ = ["Bounds", "Outbound", "OutboundError", "Reply", "for_agents", "for_links", "for_pages", "same_server"]
