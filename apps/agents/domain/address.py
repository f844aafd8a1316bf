"""Where an agent is to be reached, and what came of reaching it."""

from dataclasses import dataclass, field

from apps.agents.domain.calls import AgentError, File, InputRequired, Result


@dataclass(frozen=True)
class AgentAddress:
    """What the gateway needs to call an agent. `config` is the connector's and may hold secrets."""

    agent_id: str
    connector: str
    config: dict[str, object] = field(default_factory=dict, repr=False)
    timeout_seconds: float = 300.0


@dataclass(frozen=True)
class Outcome:
    """How a call ended and the files that it gave on the way, names told apart."""

    end: Result | InputRequired | AgentError
    files: tuple[File, ...] = ()
