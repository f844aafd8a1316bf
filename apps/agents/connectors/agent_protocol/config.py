"""How an agent is called that works in steps."""

from pydantic import Field

from apps.agents.connectors.settings import TokenConfig


class AgentProtocolConfig(TokenConfig):
    """`url` is the base that ends before /agent/tasks, http://host:8000/ap/v1 say."""

    most_steps: int = Field(default=50, ge=1, le=1000, description="An agent that is not done by then has failed.")
