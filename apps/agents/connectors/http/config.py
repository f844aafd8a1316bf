"""How an agent at a plain address is called."""

from pydantic import Field

from apps.agents.connectors.settings import HeadedConfig, HonoursKeys


class HTTPConfig(HeadedConfig):
    """An address that takes `{"task_desc": ...}`."""

    model: str = Field(default="", max_length=200, description="For servers that ask for one; usually empty.")
    honours_keys: bool = HonoursKeys
