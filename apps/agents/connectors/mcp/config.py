"""How the tools of an MCP server are called."""

from pydantic import Field

from apps.agents.connectors.settings import HonoursKeys, TokenConfig


class MCPConfig(TokenConfig):
    """`url` is the server's streamable HTTP address. Empty `tool`: the one whose name is the skill of the task."""

    tool: str = Field(default="", max_length=128, description="The one tool to call; empty: by the task's skill.")
    argument: str = Field(default="", max_length=128, description="The parameter that gets the task's text.")
    arguments: dict[str, object] = Field(default_factory=dict, description="Values for other parameters, as JSON.")
    honours_keys: bool = HonoursKeys
