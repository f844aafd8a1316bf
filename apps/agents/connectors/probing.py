"""Trying an agent out with one message, the way it will be asked later."""

import time
from collections.abc import AsyncGenerator
from contextlib import aclosing

from apps.agents.domain.calls import TEST_MESSAGE, AgentError, InputRequired, ProbeResult, Result, RunEvent, RunRequest

TEST = RunRequest(key="probe", goal=TEST_MESSAGE, brief=TEST_MESSAGE)


async def probe_result(events: AsyncGenerator[RunEvent]) -> ProbeResult:
    """Tell how the events of a test message ended."""
    started = time.monotonic()
    end: RunEvent | None = None
    async with aclosing(events):
        async for event in events:
            end = event
    return _card(end, round(1000 * (time.monotonic() - started)))


def _card(end: RunEvent | None, latency_ms: int) -> ProbeResult:
    match end:
        case Result(text=text):
            return ProbeResult(latency_ms=latency_ms, reply=text)
        case InputRequired(question=question):
            return ProbeResult(latency_ms=latency_ms, reply=question, quirks=("It answers a message with a question.",))
        case AgentError(reason=reason):
            return ProbeResult(problem=reason, latency_ms=latency_ms)
    return ProbeResult(problem="The agent stopped without an answer.", latency_ms=latency_ms)
