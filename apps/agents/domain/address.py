"""Where an agent is to be reached, and what came of reaching it."""

import uuid
from dataclasses import dataclass, field

from apps.agents.domain.calls import AgentError, InputRequired, Progress, Result
from apps.agents.domain.registration import USUAL_TEST


@dataclass(frozen=True)
class AgentAddress:
    """What the gateway needs to call an agent. `config` is the connector's and may hold secrets.

    `agent_id` and `connection_id` are empty for one that is not registered yet. Both times are in seconds.
    """

    agent_id: str
    connector: str
    config: dict[str, object] = field(default_factory=dict, repr=False)
    timeout_seconds: float = 300.0
    connection_id: str = ""
    test_seconds: float = USUAL_TEST

    @property
    def patience(self) -> float:
        """How long a test message is waited for, in seconds."""
        return min(self.test_seconds, self.timeout_seconds)


@dataclass(frozen=True)
class KeptFile:
    """A file that an agent gave: stored, counted and held until a row refers to it. `size` in bytes."""

    name: str
    media_type: str
    size: int
    blob_id: uuid.UUID
    hold_id: uuid.UUID


@dataclass(frozen=True)
class CallOutcome:
    """How a call ended and the files that it gave on the way, names told apart.

    `left_out`: a sentence for each file that no quota had room for; `steps`: what it did that was not told before.
    """

    end: Result | InputRequired | AgentError
    files: tuple[KeptFile, ...] = ()
    left_out: tuple[str, ...] = ()
    steps: tuple[Progress, ...] = ()
