"""The socket on which agents dial in."""

from apps.agents.consumers.sockets import AgentConsumer

__all__ = ["AgentConsumer"]
