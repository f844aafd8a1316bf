"""What sockets listen to beside streams. Pure."""

from uuid import UUID, uuid5


def agents_of(workspace_id: UUID) -> UUID:
    """Give the topic of a workspace's agents: it is stirred when the presence, work or card of one changes."""
    return uuid5(workspace_id, "agents")
