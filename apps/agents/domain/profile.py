"""An agent's profile as formation and discovery see it.

The skill's shape is A2A's AgentSkill (id, name, description, tags, examples, inputModes, outputModes), with one field
of ours: `repeatable`, which says that doing the work twice does no harm, so that a lost attempt may be tried again.
"""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field


class Availability(StrEnum):
    """Whether an agent can be reached."""

    ONLINE = "online"  # answered when it was last asked
    UNSTABLE = "unstable"  # answers, but failed lately
    OFFLINE = "offline"  # did not answer; left out of formation


class ConnectorKind(StrEnum):
    """The ways of reaching an agent that ship with the product; plug-ins add others."""

    BUILTIN = "builtin"  # runs inside our worker, no model needed
    OPENAI = "openai"  # any server of chat completions
    HTTP = "http"  # one plain address: a task goes in, a text comes out
    A2A = "a2a"  # Agent2Agent, 1.0 and 0.3
    MCP = "mcp"  # the tools of a Model Context Protocol server
    AGUI = "agui"  # AG-UI: one run, told as events
    AGENT_PROTOCOL = "agent_protocol"  # tasks in steps; AutoGPT speaks it
    SOCKET = "socket"  # the agent dials in, from behind a router
    SCRIPTED = "scripted"  # a test double that ships with the product


class Skill(BaseModel):
    """One thing an agent says it can do (A2A AgentSkill)."""

    model_config = ConfigDict(frozen=True, populate_by_name=True)

    id: str = Field(min_length=1, max_length=64)
    name: str = Field(min_length=1, max_length=120)
    description: str = Field(default="", max_length=2000)
    tags: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    input_modes: tuple[str, ...] = Field(default=("text/plain",), alias="inputModes")
    output_modes: tuple[str, ...] = Field(default=("text/plain",), alias="outputModes")
    repeatable: bool = False


class Candidate(BaseModel):
    """An agent as a search found it. `score` is a cosine similarity, -1 to 1."""

    model_config = ConfigDict(frozen=True)

    agent_id: str
    handle: str
    name: str
    description: str
    skills: tuple[Skill, ...]
    score: float
    availability: Availability = Availability.ONLINE
    free_slots: int = 1
    goals_completed: int = 0
