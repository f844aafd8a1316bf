"""An agent that plays a script.

`config["steps"]` is a list; each step is one of

    {"progress": "a line"}                              a sign of life
    {"accept": "handle"}                                takes the work under that name
    {"wait": 0.2}                                       seconds
    {"until_file": "path"}                              goes on when there is such a file
    {"file": {"name", "media_type", "content"}}         a file made (content is text)
    {"side_effect": "path"}                             appends the idempotency key to that file
    {"ask": "question"}                                 needs an answer; ends the call
    {"error": "reason", "permanent": true}              ends the call; "failure": a Failure, "said" unless told
    {"result": "Markdown"}                              ends the call
    {"if_answered": [steps]}                            plays these steps when the request carries an answer
    {"if_brief": "words", "then": [steps]}              plays these steps when the words stand in the brief

`{answer}`, `{brief}`, `{goal}`, `{handle}` and `{told}`, all of the request as prose, are replaced in a result.
A script without an end gives its last word.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast

from pydantic import BaseModel, ConfigDict

from apps.agents.connectors.base import TEST, probe_result
from apps.agents.connectors.request_parts import request_text
from apps.agents.domain.calls import (
    Accepted,
    AgentError,
    ArtifactMade,
    CallContext,
    File,
    InputRequired,
    ProbeResult,
    Progress,
    Result,
    RunEvent,
    RunRequest,
    Usage,
    Writing,
)
from apps.agents.domain.failures import Failure

Step = Mapping[str, object]


class ScriptedConfig(BaseModel):
    """A script; what else stands in the configuration is left alone."""

    model_config = ConfigDict(extra="allow", hide_input_in_errors=True)

    steps: list[dict[str, object]] = []


class ScriptedConnector:
    """Plays the steps of its configuration."""

    def __init__(self, context: CallContext) -> None:
        """A script says all that there is to know."""

    async def run(self, config: dict[str, object], request: RunRequest) -> AsyncGenerator[RunEvent]:
        """Play the steps in order until one of them ends the call."""
        for step in _played(cast(Sequence[Step], config.get("steps", ())), request):
            if "wait" in step:
                await asyncio.sleep(float(str(step["wait"])))
                continue
            if "until_file" in step:
                await asyncio.to_thread(_wait_for, Path(str(step["until_file"])))
                continue
            event = _event(step, request)
            if event is not None:
                yield event
            if isinstance(event, Result | AgentError | InputRequired):
                return
        yield Result("The script has ended.")

    async def probe(self, config: dict[str, object]) -> ProbeResult:
        """Play the script to a test message."""
        return await probe_result(self.run(config, TEST))


def _played(steps: Sequence[Step], request: RunRequest) -> Iterator[Step]:
    for step in steps:
        if "if_brief" in step:
            if str(step["if_brief"]) in request.brief:
                yield from _played(cast(Sequence[Step], step["then"]), request)
        elif "if_answered" not in step:
            yield step
        elif request.answer is not None:
            yield from _played(cast(Sequence[Step], step["if_answered"]), request)


def _event(step: Step, request: RunRequest) -> RunEvent | None:
    match step:
        case {"progress": text}:
            return Progress(str(text))
        case {"write": piece}:
            return Writing(str(piece))
        case {"accept": handle}:
            return Accepted(str(handle))
        case {"file": dict() as file}:
            return ArtifactMade(_file(file))
        case {"side_effect": path}:
            _leave_trace(Path(str(path)), request.key)
            return None
        case {"ask": question}:
            return InputRequired(str(question))
        case {"error": reason}:
            failure = Failure(str(step.get("failure", Failure.SAID)))
            return AgentError(str(reason), permanent=bool(step.get("permanent", False)), failure=failure)
        case {"result": text}:
            return Result(_filled(str(text), request), Usage(**cast(dict[str, int], step.get("usage", {}))))
    words = f"The script has a step that nobody knows: {', '.join(step)}."
    return AgentError(words, permanent=True, failure=Failure.UNSENT)


def _file(file: Mapping[str, object]) -> File:
    content = str(file.get("content", "")).encode()
    return File(str(file["name"]), str(file.get("media_type", "text/plain")), content)


def _wait_for(path: Path) -> None:
    while not path.exists():
        time.sleep(0.02)


def _leave_trace(path: Path, key: str) -> None:
    with path.open("a") as trace:
        trace.write(f"{key}\n")


def _filled(text: str, request: RunRequest) -> str:
    values = {
        "{answer}": request.answer or "",
        "{brief}": request.brief,
        "{told}": request_text(request) if "{told}" in text else "",
        "{goal}": request.goal,
        "{handle}": request.handle,
    }
    for mark, value in values.items():
        text = text.replace(mark, value)
    return text
