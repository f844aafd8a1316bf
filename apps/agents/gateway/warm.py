"""What takes seconds to load, loaded before it is needed."""

from apps.agents import queries
from apps.agents.connectors import builtin


def get_ready() -> None:
    """Load the embedding and the built-in agents' libraries into this process."""
    queries.embed(["ready"])
    builtin.preload()
