"""The connector of agents behind any server of chat completions."""

import json
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, aclosing, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from http import HTTPStatus

from pydantic import Field

from apps.agents.connectors.base import TEST, CalledConnector, before_the_work, probe_result
from apps.agents.connectors.model_replies import end_of, hear
from apps.agents.connectors.model_settings import ModelConfig
from apps.agents.connectors.openai.tool_talk import Message, ToolTalk
from apps.agents.connectors.openai.transcript import WHOLE, Transcript, models_in
from apps.agents.connectors.replies import as_error, is_fine
from apps.agents.connectors.request_parts import read_off_loop, system_and_text
from apps.agents.domain.calls import InputRequired, ProbeResult, Progress, RunEvent, RunRequest, Usage, Writing
from apps.core.outbound import Bounds, OutboundError, Reply, for_agents


class OpenAIConfig(ModelConfig):
    """`url` is the base URL, which ends before /chat/completions."""

    stop_message: str = Field(default="", max_length=200, description="Sent when a call is given up; usually empty.")


Sign = Progress | Writing
"""What comes before the end."""

REFUSALS = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNSUPPORTED_MEDIA_TYPE, HTTPStatus.UNPROCESSABLE_ENTITY, 501)
NO_STREAM = "It does not stream its answers."
NO_LIST = "It does not say which models it has."
ANY_MODEL = "default"  # for servers that have one model and no list; they ignore the name
STREAMED: dict[str, object] = {"stream": True, "stream_options": {"include_usage": True}}
WHOLE_AT_ONCE: dict[str, object] = {"stream": False}
BOUNDS = Bounds()
GLANCE = Bounds(silence=30.0, total=60.0)  # at the list of models
GOODBYE = Bounds(connect=3.0, silence=8.0, total=8.0)


@dataclass
class ModelTraits:
    """What was seen of a model at a server. `takes_tools`: none was refused with tools and taken without."""

    takes_tools: bool = True


@lru_cache(maxsize=1000)
def traits_of(url: str, model: str) -> ModelTraits:
    """Give what this process knows of a model."""
    return ModelTraits()


@dataclass
class HeardAnswer:
    """What one request brought. `error`: the call ends with it."""

    said: Transcript = field(default_factory=Transcript)
    place: str = ""
    error: RunEvent | None = None


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
        talk = ToolTalk(request, self._messages(*await read_off_loop(request, system_and_text)))
        with before_the_work():
            model = self._settings.model or next(iter(await self.models()), ANY_MODEL)
        while True:
            heard = HeardAnswer()
            async with aclosing(self._stoppable(self._heard(talk, model, heard), model)) as signs:
                async for sign in signs:
                    yield sign
            if end := heard.error or self._end(talk, heard):
                yield end
                return
            async with aclosing(talk.answer(heard.said)) as signs:
                async for sign in signs:
                    yield sign

    async def _stoppable(self, heard: AsyncGenerator[Sign], model: str) -> AsyncGenerator[Sign]:
        """Give what is heard. Closing the stream stops most servers; one that wants a word gets it."""
        ended = False
        try:
            async with aclosing(heard) as signs:
                async for sign in signs:
                    yield sign
            ended = True
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

    def _messages(self, standing: str, text: str) -> list[Message]:
        """What its owner has it told first, then what the hub tells every agent, then the task."""
        system = "\n\n".join(filter(None, [self._settings.system_prompt, standing]))
        first: list[Message] = [{"role": "system", "content": system}] if system else []
        return [*first, {"role": "user", "content": text}]

    async def _heard(self, talk: ToolTalk, model: str, heard: HeardAnswer) -> AsyncGenerator[Sign]:
        """Send what is next in the first form that the server takes, and hear its answer."""
        traits = traits_of(self._settings.url, model)
        offered = talk.offered if traits.takes_tools else {}
        forms: list[tuple[dict[str, object], str]] = [(STREAMED, ""), (WHOLE_AT_ONCE, ":whole")]
        if offered:  # each form has a key of its own: servers refuse a known key with another body
            forms = [({**STREAMED, **offered}, ""), (STREAMED, ":plain"), forms[1]]
        for form, suffix in forms:
            body = json.dumps({"model": model, "messages": talk.messages, **form}).encode()
            async with self._posted(body, key=f"{talk.key}{suffix}") as reply:
                if reply.status in REFUSALS and form is not WHOLE_AT_ONCE:
                    self.quirks |= dict.fromkeys([NO_STREAM] if form is STREAMED else [])
                    continue
                heard.place = reply.place
                if not is_fine(reply.status):
                    heard.error = await as_error(reply)
                    return
                traits.takes_tools = traits.takes_tools and ("tools" in form or not offered)
                async with aclosing(hear(reply, heard.said)) as signs:
                    async for sign in signs:
                        yield sign
                return

    def _end(self, talk: ToolTalk, heard: HeardAnswer) -> RunEvent | None:
        """The end of the call; None: the model called tools, and goes on with what they give."""
        self.quirks |= dict.fromkeys(self._noticed(heard.said))
        talk.usage += self._usage(heard.said, talk.messages)
        if question := talk.question(heard.said):
            return InputRequired(question, talk.usage)
        if talk.heeded(heard.said):
            return None
        return end_of(heard.said, heard.place, "a chat completion", talk.usage)

    def _noticed(self, transcript: Transcript) -> list[str]:
        """An answer in one piece is no quirk where it was asked for."""
        return [quirk for quirk in transcript.quirks if not (quirk == WHOLE and NO_STREAM in self.quirks)]

    def _usage(self, transcript: Transcript, messages: list[Message]) -> Usage:
        asked = "".join(str(message["content"]) for message in messages)
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
