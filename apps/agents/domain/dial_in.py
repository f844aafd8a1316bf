"""The command with which an agent dials in, by how `ioa-connect` reaches it on its own machine. Pure."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

LONGEST_PLACE = 500  # characters


class DialInWay(StrEnum):
    """How `ioa-connect` reaches an agent: the name of its option."""

    PYTHON = "python"  # a function
    A2A = "a2a"  # an A2A agent by its address
    OPENAI = "openai"  # a server of chat completions
    MCP = "mcp"  # an MCP server that a command starts
    ACP = "acp"  # a coding agent that a command starts
    AGENT_PROTOCOL = "agent-protocol"  # an Agent Protocol server
    HTTP = "http"  # an address that takes a task


SAMPLES = {
    DialInWay.PYTHON: "my_agent:run",
    DialInWay.A2A: "http://localhost:9999",
    DialInWay.OPENAI: "http://localhost:8000/v1",
    DialInWay.MCP: "python -m my_server",
    DialInWay.ACP: "opencode acp",
    DialInWay.AGENT_PROTOCOL: "http://localhost:8000",
    DialInWay.HTTP: "http://localhost:8000/run",
}
"""What stands in the command where nobody said where the agent is."""

EXTRAS = (DialInWay.MCP, DialInWay.ACP)
"""What `ioa-connect` reaches only where it was installed with the extra of that name."""


@dataclass(frozen=True)
class DialIn:
    """How an agent is reached beside the command. `place`: its address, command or function; "": nobody said."""

    way: DialInWay = DialInWay.PYTHON
    place: str = ""

    @classmethod
    def of(cls, config: Mapping[str, object]) -> Self:
        """As the configuration of an agent that dials in says."""
        return cls(DialInWay(str(config.get("reached_by") or DialInWay.PYTHON)), str(config.get("reached_at") or ""))

    @property
    def option(self) -> str:
        """What the command is told of it, quoted for a shell."""
        return f"--{self.way} {shlex.quote(self.place or SAMPLES[self.way])}"

    @property
    def package(self) -> str:
        """What is installed, from a checkout of the hub, quoted for a shell."""
        return f"'./client[{self.way}]'" if self.way in EXTRAS else "./client"

    def command(self, hub: str, token: str = "") -> str:
        """Give what to run beside an agent, over several lines of a shell; without a token it stands elsewhere.

        The token goes by the environment: what stands in a command is seen by everybody on that machine.
        """
        program = f"IOA_AGENT_TOKEN={token} ioa-connect" if token else "ioa-connect"
        return " \\\n  ".join((program, f"--hub {hub}", self.option))
