"""The registry of agents, what they learned, the library of documents, and the mailbox of agents that dial in."""

from apps.agents.models.library import Document, Passage
from apps.agents.models.registry import (
    DIMENSIONS,
    Agent,
    AgentCheck,
    AgentToken,
    AgentVersion,
    Experience,
    ExperienceMean,
    Grant,
    RecentCall,
    Trial,
    TrialFile,
)
from apps.agents.models.sockets import AgentSocket, SocketCall, SocketEvent, SocketFile

__all__ = [
    "DIMENSIONS",
    "Agent",
    "AgentCheck",
    "AgentSocket",
    "AgentToken",
    "AgentVersion",
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
]
