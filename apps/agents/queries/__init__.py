"""Reads of the registry and the library: who can do something, and what the documents say."""

from apps.agents.embedding import embed, understands
from apps.agents.queries.agents import agent_by_handle, agents_in, candidates_by_handle
from apps.agents.queries.discovery import find_for_need, search_agents, shortlist
from apps.agents.queries.documents import (
    document_to_read,
    files_for_goal,
    files_in_view,
    search_passages,
)
from apps.agents.queries.scores import skill_scores

__all__ = [
    "agent_by_handle",
    "agents_in",
    "candidates_by_handle",
    "document_to_read",
    "embed",
    "files_for_goal",
    "files_in_view",
    "find_for_need",
    "search_agents",
    "search_passages",
    "shortlist",
    "skill_scores",
    "understands",
]
