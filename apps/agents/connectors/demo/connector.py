"""The connector of the demo team: plays a part, at a pace that people can follow."""

import asyncio
from collections.abc import AsyncIterator

from pydantic import BaseModel, ConfigDict, field_validator

from apps.agents.domain.calls import (
    Accepted,
    AgentError,
    CallContext,
    ProbeResult,
    Progress,
    Result,
    RunEvent,
    RunRequest,
)
from apps.agents.domain.demo_language import language_of
from apps.agents.domain.demo_team import BY_HANDLE
from apps.agents.domain.failures import Failure
from apps.core.languages import say_in
from apps.core.sentences import sentence

PACE = 1.0
"""By what the seconds of a part are multiplied."""

BEGUN = "second-try"
"""What work is Accepted with before a stumble: who is asked again by that name goes on."""

UNKNOWN = sentence("There is no such part in the demo.")


class DemoConfig(BaseModel):
    """Which part of the demo it plays."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    part: str

    @field_validator("part")
    @classmethod
    def _known(cls, handle: str) -> str:
        if handle not in BY_HANDLE:
            raise ValueError(f"choose one of {', '.join(BY_HANDLE)}")
        return handle


class DemoConnector:
    """Plays the part named by `config["part"]`."""

    def __init__(self, context: CallContext) -> None:
        """A part says all that there is to know."""

    async def run(self, config: dict[str, object], request: RunRequest) -> AsyncIterator[RunEvent]:
        """Yield the lines of the part and then its result; a part that stumbles does so at its first try."""
        part = BY_HANDLE.get(str(config.get("part")))
        if part is None:
            yield AgentError(UNKNOWN, permanent=True, failure=Failure.UNSENT)
            return
        language = language_of(request.goal)
        stumbles = bool(part.stumble) and not request.handle
        if stumbles:
            yield Accepted(BEGUN)
        for line in part.lines[:1] if stumbles else part.lines:
            await asyncio.sleep(part.seconds * PACE)
            yield Progress(say_in(language, line))
        await asyncio.sleep(part.seconds * PACE)
        if stumbles:
            yield AgentError(say_in(language, part.stumble), failure=Failure.SAID, resumable=True)
        else:
            yield Result(say_in(language, part.result))

    async def probe(self, config: dict[str, object]) -> ProbeResult:
        """Tell whether there is such a part: it is played in this process, so there is nothing to call."""
        known = config.get("part") in BY_HANDLE
        return ProbeResult() if known else ProbeResult(problem=UNKNOWN, reachable=False)
