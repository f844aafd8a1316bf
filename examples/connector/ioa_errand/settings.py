"""How an agent that runs errands is reached."""

from pydantic import Field

from apps.agents.connectors.settings import TokenConfig


class ErrandSettings(TokenConfig):
    """`url` is where it is given errands; a token and headers are sealed where they are stored."""

    manner: str = Field(default="", max_length=60, description="In which manner it shall answer; empty: its own.")
