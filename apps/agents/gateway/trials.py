"""Trying an agent outside any team: finding out what an address leads to, a test message, one message of a person."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from apps.agents.domain.address import AgentAddress, CallOutcome
from apps.agents.domain.calls import Progress, RunRequest
from apps.agents.domain.detection import Detected
from apps.agents.gateway.detection import detect
from apps.agents.gateway.run import FileShelf, ProgressEvent, run_agent

OnProgress = Callable[[str], None]


@dataclass(frozen=True)
class Answered:
    """How one message to an agent ended. `latency_ms`: from sending it to the end of the answer."""

    outcome: CallOutcome
    latency_ms: int


async def try_detection(source: str, credentials: Mapping[str, str]) -> Detected:
    """Find out what kind of agent an address or a card leads to; never raises for what is there."""
    return await detect(source, credentials)


async def try_message(
    address: AgentAddress, key: str, text: str, on_progress: OnProgress, shelf: FileShelf
) -> Answered:
    """Send a registered agent one message; never raises for what the agent does. `key`: the idempotency key."""
    started = time.monotonic()

    def heard(event: ProgressEvent) -> None:
        if isinstance(event, Progress):
            on_progress(event.text)

    outcome = await run_agent(address, RunRequest(key=key, goal=text, brief=text), heard, shelf)
    return Answered(outcome, round(1000 * (time.monotonic() - started)))
