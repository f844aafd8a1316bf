"""How an AG-UI agent is called."""

from apps.agents.connectors.settings import TokenConfig


class AGUIConfig(TokenConfig):
    """`url` takes the input of a run and answers with events."""
