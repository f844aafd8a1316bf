"""How an A2A agent is called."""

from typing import Literal

from pydantic import Field

from apps.agents.connectors.settings import HonoursKeys, TokenConfig


class A2AConfig(TokenConfig):
    """`url` is the address of the interface; with an empty `version` it is where the agent's card is looked for."""

    version: Literal["", "1.0", "0.3"] = Field(default="", description="Of the protocol; empty: as the card says.")
    binding: Literal["JSONRPC", "HTTP+JSON"] = "JSONRPC"
    streaming: bool = True
    honours_keys: bool = HonoursKeys
    tenant: str = Field(default="", max_length=200)
