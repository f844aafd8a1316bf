"""The registry of agents, what they learned, the library of documents, and the mailbox of agents that dial in."""

from apps.agents.models.connections import AgentCheck, AgentToken, Connection, RecentCall
from apps.agents.models.library import Document, Passage
from apps.agents.models.registry import (
    Agent,
    AgentVersion,
    Experience,
    ExperienceMean,
    Grant,
    Trial,
    TrialFile,
)
from apps.agents.models.sockets import AgentSocket, SocketCall, SocketEvent, SocketFile
from apps.agents.models.sources import AgentProvenance, AgentSource
from apps.agents.models.wire_talks import WireErrand, WireMember, WireMessage, WireTalk

__all__ = [
    "Agent",
    "AgentCheck",
    "AgentProvenance",
    "AgentSocket",
    "AgentSource",
    "AgentToken",
    "AgentVersion",
    "Connection",
    "Document",
    "Experience",
    "ExperienceMean",
    "Grant",
    "Passage",
    "RecentCall",
    "SocketCall",
    "SocketEvent",
    "SocketFile",
    "Trial",
    "TrialFile",
    "WireErrand",
    "WireMember",
    "WireMessage",
    "WireTalk",
]
