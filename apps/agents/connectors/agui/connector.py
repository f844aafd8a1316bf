"""The connector of agents that speak AG-UI: one request, answered with the events of a run."""

import json
import uuid
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field

from apps.agents.connectors.base import CalledConnector
from apps.agents.connectors.jsonrpc import messages_of
from apps.agents.connectors.replies import Failed, require_fine
from apps.agents.connectors.request_parts import read_off_loop, request_data, request_text
from apps.agents.connectors.settings import TokenConfig
from apps.agents.domain.calls import (
    Accepted,
    AgentError,
    InputRequired,
    Progress,
    Result,
    RunEvent,
    RunRequest,
    Sign,
    Usage,
    Writing,
)
from apps.agents.domain.failures import Failure
from apps.agents.domain.untrusted_json import Said, load_json, map_in, maps_in, text_in
from apps.core.names import shows_nothing
from apps.core.outbound import Bounds, for_agents
from apps.core.sentences import sentence


class AGUIConfig(TokenConfig):
    """`url` takes the input of a run and answers with events."""


SIGN_OF_LIFE = 80  # characters of the newest text
SIGNS = {
    "STEP_STARTED": Sign.STEP,
    "TOOL_CALL_START": Sign.TOOL,
    "REASONING_START": Sign.THOUGHT,
    "THINKING_START": Sign.THOUGHT,
}
"""Of the events that tell of steps."""


@dataclass
class Run:
    """What a run has told so far."""

    texts: dict[str, list[str]] = field(default_factory=dict)  # what the agent said, by message, in pieces
    usage: Usage | None = None
    error: str = ""
    questions: dict[str, str] = field(default_factory=dict)  # id of an interrupt -> what it asks
    started: bool = False
    over: bool = False
    written: Writing | None = None  # what the last event added to the text
    sign: Sign = Sign.LIFE  # what the last event told of
    _others: set[str] = field(default_factory=set)  # messages that are not the agent's
    _current: str = ""
    _newest: str = ""  # the end of the current message
    _history: str = ""

    @property
    def text(self) -> str:
        """The answer: what it said after its last use of a tool, or all that it said."""
        said = (text for pieces in reversed(self.texts.values()) if (text := "".join(pieces)).strip())
        return next(said, self._history)

    def take(self, event: Said) -> str:
        """Take an event in and give the last of what it adds to read, "" for nothing."""
        kind = text_in(event, "type")
        self.written, self.sign = None, SIGNS.get(kind, Sign.LIFE)
        match kind:
            case "RUN_STARTED":
                self.started = True
            case "TEXT_MESSAGE_START":
                self._current, self._newest = text_in(event, "messageId"), ""
                self._note_speaker(event, self._current)
            case "TEXT_MESSAGE_CONTENT" | "TEXT_MESSAGE_CHUNK":
                return self._add(event)
            case "STEP_STARTED":
                return text_in(event, "stepName")
            case "TOOL_CALL_START":
                return f"Uses {text_in(event, 'toolCallName')}" if text_in(event, "toolCallName") else ""
            case "REASONING_START" | "THINKING_START":
                return text_in(event, "title") or sentence("Thinks")
            case "MESSAGES_SNAPSHOT":
                self._snapshot(event)
            case "RUN_ERROR" | "":
                self._fail(event)
            case "RUN_FINISHED":
                self._finish(event)
        return ""

    def _add(self, event: Said) -> str:
        identifier = text_in(event, "messageId") or self._current
        self._note_speaker(event, identifier)
        if identifier in self._others:
            return ""
        delta = text_in(event, "delta")
        before = self._newest if identifier == self._current else ""
        self.written = Writing(delta, anew=identifier not in self.texts)
        self.texts.setdefault(identifier, []).append(delta)
        self._current, self._newest = identifier, (before + delta)[-SIGN_OF_LIFE:]
        return self._newest

    def _fail(self, event: Said) -> None:
        """Of a run, or of a server that answers with an error in the place of events."""
        if text_in(event, "type") or "error" in event:
            words = text_in(map_in(event, "error") or event, "message", "code", "error")
            self.error, self.over = words or sentence("It did not say why"), True

    def _note_speaker(self, event: Said, identifier: str) -> None:
        """Whose message it is stands at its beginning, or in its first piece."""
        if text_in(event, "role") not in ("", "assistant"):
            self._others.add(identifier)

    def _snapshot(self, event: Said) -> None:
        said = [each for each in maps_in(event, "messages") if text_in(each, "role") == "assistant"]
        self._history = next((text for each in reversed(said) if (text := text_in(each, "content"))), "")

    def _finish(self, event: Said) -> None:
        outcome = map_in(event, "outcome")
        self.over = True
        if text_in(outcome, "type") == "cancelled":
            self.error = sentence("It says that the run was cancelled")
        asked = maps_in(outcome, "interrupts")
        self.questions = {text_in(each, "id"): text_in(each, "message", "reason") for each in asked}
        counted = [(each.get("inputTokens"), each.get("outputTokens")) for each in maps_in(event, "usage")]
        known = [(asked, told) for asked, told in counted if type(asked) is int and type(told) is int]
        if known:
            self.usage = Usage(sum(asked for asked, _ in known), sum(told for _, told in known))


HEADERS = {"Content-Type": "application/json", "Accept": "text/event-stream"}


class AGUIConnector(CalledConnector):
    """Starts a run with the task as its one message. Closing the stream is how this protocol gives a run up.

    The thread is the same over all tries of a task; an interrupt is a question, answered in the next run.
    """

    async def _conversation(self, config: dict[str, object], request: RunRequest) -> AsyncGenerator[RunEvent]:
        settings = AGUIConfig.model_validate(config)
        text = await read_off_loop(request, request_text)
        body = json.dumps(run_input(request, text)).encode()
        run = Run()
        async with for_agents().opened(
            "POST", settings.url, headers=HEADERS | settings.sent(), body=body, bounds=Bounds()
        ) as reply:
            await require_fine(reply)
            async for event in messages_of(reply):
                sign = run.take(event)
                if run.written:
                    yield run.written
                if sign:
                    yield Progress(sign[-SIGN_OF_LIFE:], run.sign)
                if run.over:
                    break
        if run.questions:
            yield Accepted(json.dumps({"interrupts": list(run.questions)})[:1000])
        yield _end(run, reply.place)


def run_input(request: RunRequest, text: str) -> Said:
    """Give the RunAgentInput of a request that is told as `text`; its `handle` names what its answer is for."""
    thread = str(uuid.uuid5(uuid.NAMESPACE_OID, request.key))
    known = load_json(request.handle) if request.handle else None
    asked = known.get("interrupts", []) if isinstance(known, dict) and request.answer is not None else []
    answers = [{"interruptId": each, "status": "resolved", "payload": request.answer} for each in asked]
    return {
        "threadId": thread,
        "runId": str(uuid.uuid4()),
        "state": {},
        "messages": [{"id": f"{thread}-1", "role": "user", "content": text}],
        "tools": [],
        "context": [],
        "forwardedProps": request_data(request),
        **({"resume": answers} if answers else {}),
    }


def _end(run: Run, place: str) -> RunEvent:
    if run.error:
        return AgentError(sentence("The agent failed: {error:bare}.", error=run.error), failure=Failure.SAID)
    if run.questions:
        return InputRequired(
            "\n\n".join(filter(None, run.questions.values())) or sentence("The agent needs an answer to go on.")
        )
    if not run.over:
        cut = sentence("{place} ended its stream before the run was over.", place=place)
        other = sentence("{place} did not answer with the events of a run.", place=place)
        failure = Failure.CUT if run.started else Failure.UNREADABLE
        raise Failed(cut if run.started else other, permanent=not run.started, failure=failure)
    if shows_nothing(run.text):
        return AgentError(sentence("{place} answered with nothing.", place=place), failure=Failure.UNREADABLE)
    return Result(run.text.strip(), run.usage or Usage())
