"""What this app notes in the audit log, and the topics that sockets listen to beside streams."""

from enum import StrEnum
from uuid import UUID, uuid5


class AgentsDeed(StrEnum):
    """Kinds of audit entry; the details of each are given beside it."""

    AGENT_REGISTERED = "agent.registered"  # connector
    AGENT_CHANGED = "agent.changed"  # connector, or the names of the secrets that were entered anew
    AGENT_SWITCHED_ON = "agent.switched_on"
    AGENT_SWITCHED_OFF = "agent.switched_off"
    AGENT_REMOVED = "agent.removed"
    CONNECTED = "agent.connected"  # connection, connector, enabled: a person's own
    CONNECTION_CHANGED = "agent.connection_changed"  # connection, connector, enabled
    DISCONNECTED = "agent.disconnected"  # connection, connector, enabled
    DOCUMENT_ADDED = "document.added"  # size
    DOCUMENT_REMOVED = "document.removed"
    QUOTA_CHANGED = "agent.quota_changed"  # concurrency, calls_per_minute, timeout_seconds, test_seconds
    TRUST_CHANGED = "agent.trust_changed"  # trust, askers
    GRANT_GIVEN = "agent.grant_given"  # asker
    GRANT_TAKEN_BACK = "agent.grant_taken_back"  # asker
    AGENT_TOKEN_ISSUED = "agent.token_issued"  # noqa: S105 - a deed; name, prefix
    AGENT_TOKEN_REVOKED = "agent.token_revoked"  # noqa: S105 - a deed; name, prefix
    SOURCE_ADDED = "agent_source.added"  # use
    SOURCE_CHANGED = "agent_source.changed"  # use
    SOURCE_REMOVED = "agent_source.removed"
    JOINED_FROM_ELSEWHERE = "agent.joined_from_elsewhere"  # source, identifier: by itself, after its test


def agents_of(workspace_id: UUID) -> UUID:
    """Give the topic of a workspace's agents: it is stirred when the presence, work or card of one changes."""
    return uuid5(workspace_id, "agents")
