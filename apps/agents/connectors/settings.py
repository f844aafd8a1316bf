"""What the configurations of agents that are called have in common."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict

from apps.agents.connectors.outbound.errors import OutboundError
from apps.agents.connectors.outbound.targets import read_target


def _address(text: str) -> str:
    try:
        target = read_target(text.strip())
    except OutboundError as error:
        raise ValueError(str(error)) from None
    if target.url.raw_query_string or "#" in text:
        raise ValueError("Leave out everything from ? or # on; a key has its own field.")
    return str(target.url).rstrip("/")


Address = Annotated[str, AfterValidator(_address)]
"""An http or https address. Only how it is written is checked here: where it leads is checked at each call."""


class CalledConfig(BaseModel):
    """The configuration of an agent that is called over the network. What was typed never shows in an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True, str_strip_whitespace=True)

    url: Address
