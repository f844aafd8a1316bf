"""The writers of the registry and the library; each is one transaction, or a part of the caller's."""

from apps.agents.actions.call_limits import begin_call, lines_to_hold, postpone_calls, room_of
from apps.agents.actions.experience import learn_from_goals, record_outcomes, set_availability
from apps.agents.actions.library import add_document, read_documents, remove_document, store_document
from apps.agents.actions.probes import probe_agent
from apps.agents.actions.registry import register_agent, set_enabled, set_quota, set_secrets, update_agent
from apps.agents.actions.registry_import import seed_agents, seed_documents

__all__ = [
    "add_document",
    "begin_call",
    "learn_from_goals",
    "lines_to_hold",
    "postpone_calls",
    "probe_agent",
    "read_documents",
    "record_outcomes",
    "register_agent",
    "remove_document",
    "room_of",
    "seed_agents",
    "seed_documents",
    "set_availability",
    "set_enabled",
    "set_quota",
    "set_secrets",
    "store_document",
    "update_agent",
]
