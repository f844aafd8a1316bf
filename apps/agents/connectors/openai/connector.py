"""The connector of agents behind any server of chat completions."""

import json
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, aclosing, suppress
from dataclasses import replace
from http import HTTPStatus

from pydantic import Field

from apps.agents.connectors.base import TEST, CalledConnector, before_the_work, probe_result
from apps.agents.connectors.model_settings import ModelConfig
from apps.agents.connectors.openai.transcript import WHOLE, Transcript, models_in
from apps.agents.connectors.replies import as_error, is_fine
from apps.agents.connectors.request_parts import question_in, system_and_text
from apps.agents.domain.calls import (
    AgentError,
    InputRequired,
    ProbeResult,
    Progress,
    Result,
    RunEvent,
    RunRequest,
    Usage,
)
from apps.agents.domain.failures import Failure
from apps.core.outbound import Bounds, OutboundError, Reply, for_agents


class OpenAIConfig(ModelConfig):
    """`url` is the base URL, which ends before /chat/completions."""

    stop_message: str = Field(default="", max_length=200, description="Sent when a call is given up; usually empty.")


REFUSALS = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNSUPPORTED_MEDIA_TYPE, HTTPStatus.UNPROCESSABLE_ENTITY, 501)
NO_STREAM = "It does not stream its answers."
NO_LIST = "It does not say which models it has."
ANY_MODEL = "default"  # for servers that have one model and no list; they ignore the name
STREAMED = {"stream": True, "stream_options": {"include_usage": True}}
WHOLE_AT_ONCE = {"stream": False}  # has a key of its own: servers refuse a known key with another body
BOUNDS = Bounds()
GLANCE = Bounds(silence=30.0, total=60.0)  # at the list of models
GOODBYE = Bounds(connect=3.0, silence=8.0, total=8.0)
SIGN_OF_LIFE = 80  # characters of an answer between two signs
CUT_OFF = "\n\n*The answer ends here because it reached the server's limit of length.*"


class Exchange:
    """The requests of one call, and what was noticed about the server."""

    def __init__(self, settings: OpenAIConfig) -> None:
        self.quirks: dict[str, None] = {}
        self._settings = settings
        self._models: tuple[str, ...] | None = None

    async def models(self) -> tuple[str, ...]:
        """Give the names of the server's models, asked for once; none where it keeps no list. Raises OutboundError."""
        if self._models is None:
            self._models = await self._listed()
        return self._models

    async def _listed(self) -> tuple[str, ...]:
        url = f"{self._settings.url}/models"
        async with for_agents().opened("GET", url, headers=self._settings.headers, bounds=GLANCE) as reply:
            names = models_in(await reply.body()) if is_fine(reply.status) else ()
        if not names:
            self.quirks[NO_LIST] = None
        return names

    async def answers(self, request: RunRequest) -> AsyncGenerator[RunEvent]:
        """Yield signs of life and the end. Raises OutboundError."""
        messages = self._messages(*await request.off_loop(lambda: system_and_text(request)))
        with before_the_work():
            model = self._settings.model or next(iter(await self.models()), ANY_MODEL)
        for form, key in ((STREAMED, request.work_key), (WHOLE_AT_ONCE, f"{request.work_key}:whole")):
            body = json.dumps({"model": model, "messages": messages, **form}).encode()
            async with self._posted(body, key=key) as reply:
                if reply.status in REFUSALS and form is STREAMED:
                    self.quirks[NO_STREAM] = None
                    continue
                async with aclosing(self._stoppable(self._heard(reply, messages), model)) as events:
                    async for event in events:
                        yield event
                return

    async def _stoppable(self, heard: AsyncGenerator[RunEvent], model: str) -> AsyncGenerator[RunEvent]:
        """Give what is heard. Closing the stream stops most servers; one that wants a word gets it."""
        ended = False
        try:
            async with aclosing(heard) as events:
                async for event in events:
                    ended = not isinstance(event, Progress)
                    yield event
        finally:
            if not ended and self._settings.stop_message:
                await self._stop(model)

    async def _stop(self, model: str) -> None:
        messages = [{"role": "user", "content": self._settings.stop_message}]
        with suppress(OutboundError):
            async with self._posted(json.dumps({"model": model, "messages": messages}).encode(), GOODBYE):
                pass

    def _posted(self, body: bytes, bounds: Bounds = BOUNDS, key: str = "") -> AbstractAsyncContextManager[Reply]:
        headers = {"Content-Type": "application/json", **self._settings.headers}
        if key:
            headers["Idempotency-Key"] = key
        url = f"{self._settings.url}/chat/completions"
        return for_agents().opened("POST", url, headers=headers, body=body, bounds=bounds)

    def _messages(self, standing: str, text: str) -> list[dict[str, str]]:
        """What its owner has it told first, then what the hub tells every agent, then the task."""
        system = "\n\n".join(filter(None, [self._settings.system_prompt, standing]))
        first = [{"role": "system", "content": system}] if system else []
        return [*first, {"role": "user", "content": text}]

    async def _heard(self, reply: Reply, messages: list[dict[str, str]]) -> AsyncGenerator[RunEvent]:
        if not is_fine(reply.status):
            yield await as_error(reply)
            return
        transcript, shown = Transcript(), 0
        async for line in reply.lines():
            transcript.hear(line)
            if transcript.length >= shown + SIGN_OF_LIFE:
                shown = transcript.length
                yield Progress(transcript.newest[-SIGN_OF_LIFE:])
            if transcript.ended:
                break
        transcript.close()
        self.quirks |= dict.fromkeys(self._noticed(transcript))
        yield self._end(transcript, reply.place, messages)

    def _noticed(self, transcript: Transcript) -> list[str]:
        """An answer in one piece is no quirk where it was asked for."""
        return [quirk for quirk in transcript.quirks if not (quirk == WHOLE and NO_STREAM in self.quirks)]

    def _end(self, transcript: Transcript, place: str, messages: list[dict[str, str]]) -> RunEvent:
        if transcript.error:
            return AgentError(f"{place} says: {transcript.error.rstrip('.')}.", failure=Failure.SAID)
        if not transcript.understood:
            words = f"{place} answered with something other than a chat completion; check the URL."
            return AgentError(words, failure=Failure.UNREADABLE)
        if transcript.finish == "content_filter":
            words = f"{place} withheld the answer by its content filter."
            return AgentError(words, permanent=True, failure=Failure.SAID)
        if transcript.refusal and not transcript.text:
            words = f"The agent refused: {transcript.refusal[:200]}"
            return AgentError(words, permanent=True, failure=Failure.SAID)
        if not transcript.text.strip():
            return AgentError(f"{place} answered with nothing.", failure=Failure.UNREADABLE)
        cut, usage = transcript.finish == "length", self._usage(transcript, messages)
        if not cut and (question := question_in(transcript.text)):
            return InputRequired(question, usage)
        return Result(transcript.text + CUT_OFF * cut, usage, cut=cut)

    def _usage(self, transcript: Transcript, messages: list[dict[str, str]]) -> Usage:
        asked = "".join(message["content"] for message in messages)
        return self._settings.usage(transcript.tokens, asked, transcript.text, money=transcript.money)


class OpenAIConnector(CalledConnector):
    """Sends a task as one message and takes the answer for the result; files go along as text.

    It speaks HTTP itself, not through the openai package, which insists on more than servers send and repeats
    requests on its own: here the engine decides whether a failed call is made again.
    """

    def _conversation(self, config: dict[str, object], request: RunRequest) -> AsyncGenerator[RunEvent]:
        return Exchange(OpenAIConfig.model_validate(config)).answers(request)

    async def _tried(self, config: dict[str, object]) -> ProbeResult:
        exchange = Exchange(OpenAIConfig.model_validate(config))
        models = await exchange.models()
        card = await probe_result(exchange.answers(TEST))
        return replace(card, models=models, quirks=tuple(exchange.quirks))
