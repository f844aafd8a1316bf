"""The one way out: every call of an agent, a model, a hook or a web page goes through this guarded client."""

from apps.core.outbound.bounds import Bounds
from apps.core.outbound.client import Outbound, Reply, for_agents, for_links, for_operator, for_pages, same_server
from apps.core.outbound.errors import ForbiddenTarget, OutboundError, TooLarge
from apps.core.outbound.keeping import calling_for, keep_on
from apps.core.outbound.targets import read_target

__all__ = [
    "Bounds",
    "ForbiddenTarget",
    "Outbound",
    "OutboundError",
    "Reply",
    "TooLarge",
    "calling_for",
    "for_agents",
    "for_links",
    "for_operator",
    "for_pages",
    "keep_on",
    "read_target",
    "same_server",
]
