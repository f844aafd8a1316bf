"""One call of an A2A agent: streamed, else in one piece, else asked for again and again until it is over."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, suppress
from dataclasses import replace
from itertools import chain, repeat
from urllib.parse import urlsplit

from apps.agents.connectors.a2a import story as stories
from apps.agents.connectors.a2a.card import A2AConfig, Interface
from apps.agents.connectors.a2a.enclosures import Enclosures
from apps.agents.connectors.a2a.endings import end_of
from apps.agents.connectors.a2a.glimpses import Glimpses
from apps.agents.connectors.a2a.recogniser import card_of
from apps.agents.connectors.a2a.story import State, Story
from apps.agents.connectors.a2a.wire import FIRST, A2ARequest, Outgoing, message_request, result_in, task_request
from apps.agents.connectors.base import amid, before_the_work, shutting_down
from apps.agents.connectors.jsonrpc import INVALID_PARAMS, METHOD_NOT_FOUND, RPCError, messages_of, raise_error_in
from apps.agents.connectors.replies import Failed, as_failed
from apps.agents.connectors.request_parts import answer_text, hub_text, read_off_loop, request_data, request_text
from apps.agents.domain.calls import Accepted, ArtifactMade, Progress, RunEvent, RunRequest, Sign
from apps.agents.domain.failures import WORK, WorkFate
from apps.agents.domain.untrusted_json import load_json, text_in
from apps.core.outbound import Bounds, OutboundError, for_links
from apps.core.sentences import sentence

BOUNDS = Bounds(body=8 * 1024 * 1024)  # files come along inside the answer
GOODBYE = Bounds(connect=2.0, silence=2.0, total=2.0, body=64 * 1024)  # beyond the deadline
PAUSES = (0.2, 0.3, 0.5, 1.0, 2.0)  # seconds between two looks at a task; the last one for ever
LONGEST_WAIT = 10.0  # seconds that a busy server is waited for within a call; for longer the call is put off
PATIENCE = 5  # looks at a task that may fail one after the other
HUB_AWAY = 90.0  # seconds that another hub may not be reached: what it works on stands in its database
TASK_NOT_FOUND, UNSUPPORTED = -32001, -32004
TAKES_NO_MORE = (TASK_NOT_FOUND, UNSUPPORTED, INVALID_PARAMS)  # of a task that has ended; the last one in 0.3
NO_STREAMING = (METHOD_NOT_FOUND, UNSUPPORTED, 400, 404, 405, 501)  # the latter over plain HTTP
SIGN_OF_LIFE = 80  # characters


class A2AExchange:
    """The requests of one call, and the story they tell."""

    def __init__(self, settings: A2AConfig, request: RunRequest) -> None:
        self.story = Story()
        self.streamed = True  # the server did stream
        self._settings = settings
        self._request = request
        self._interface = Interface(settings.url, settings.binding, settings.version or "1.0", settings.tenant)
        self._streaming = settings.streaming
        self._known = ""  # the task that was told last
        self._glimpses = Glimpses() if settings.hub else None

    async def answers(self) -> AsyncGenerator[RunEvent]:
        """Yield signs of life, what the task is called, files and the end. Raises Failed and OutboundError."""
        done = False
        try:
            with before_the_work():
                await self._find_interface()
            async with aclosing(self._progressing()) as signs:
                async for sign in signs:
                    for event in self._events_of(sign):
                        yield event
            came = Enclosures(self._interface.url, self._settings.sent())
            async with aclosing(came.files_of(self.story)) as files:
                async for file in files:
                    yield ArtifactMade(file)
            done = True
            yield end_of(self.story, came.count, came.missing)
        except (Failed, OutboundError) as error:
            failed = as_failed(error)
            if self.story.task_id or self.story.over:
                failed.error = amid(failed.error, resumable=bool(self.story.task_id))
            done = failed.error.resumable  # it is asked again, and goes on with the task then
            raise failed from None
        finally:
            if not done:
                await self._cancel()

    def _events_of(self, sign: str | Accepted) -> Iterator[RunEvent]:
        """What a sign tells, with what it added to the story."""
        if isinstance(sign, Accepted):
            yield sign
            return
        if self.story.task_id != self._known:
            self._known = self.story.task_id
            yield self._accepted(self.story)
        if self._glimpses and (work := self._glimpses.news_of(self.story)):
            yield work
        if self.story.written:
            yield self.story.written
        if sign.strip():
            is_answer = self.story.written or self.story.over  # a piece of it, or what it ends with
            yield Progress(sign[-SIGN_OF_LIFE:], Sign.LIFE if is_answer else Sign.STEP)

    async def _find_interface(self) -> None:
        if not self._settings.version:
            card = await card_of(self._settings)
            self._interface, self._streaming = card.interface, card.streaming

    async def _progressing(self) -> AsyncGenerator[str | Accepted]:
        """Let the story go on until it is over; give what it adds."""
        earlier, answered = self._earlier()
        if earlier is not None and (answered or self._request.answer is None):
            self.story = earlier
            yield ""
        else:
            async with aclosing(self._sent(earlier)) as signs:
                async for sign in signs:
                    yield sign
        while not self.story.over:
            async with aclosing(self._looked_after()) as signs:
                async for sign in signs:
                    yield sign

    async def _told(self) -> str:
        told = hub_text if self._settings.hub else request_text
        return await read_off_loop(self._request, told)

    def _earlier(self) -> tuple[Story | None, bool]:
        """The task of an earlier try that was lost, or that asked; and whether it may have the answer already."""
        known = load_json(self._request.handle) if self._request.handle else None
        if not isinstance(known, dict) or not text_in(known, "task"):
            return None, False
        story = Story(text_in(known, "task"), text_in(known, "context"), State.SUBMITTED)
        return story, self._request.answer is not None and known.get("leg") == self._request.leg

    def _accepted(self, story: Story, *, answered: bool = True) -> Accepted:
        """What the task is called. Not `answered`: it surely has not got the answer that this call is for."""
        leg = {"leg": self._request.leg} if self._request.answer is not None and answered else {}
        return Accepted(json.dumps({"task": story.task_id, "context": story.context_id, **leg}))

    async def _sent(self, earlier: Story | None) -> AsyncGenerator[str | Accepted]:
        """Send the task, or the answer to what it asked; a task that takes no more is done again in its context."""
        metadata = tuple(request_data(self._request).items())
        outgoing = Outgoing(self._request.key, await self._told(), metadata=metadata)
        if earlier is not None and self._request.answer is not None:
            outgoing = replace(outgoing, context_id=earlier.context_id)
            answer = replace(outgoing, text=answer_text(self._request), task_id=earlier.task_id)
            yield self._accepted(earlier)  # before it has the answer: whoever comes next looks what became of it
            try:
                async with aclosing(self._posted(answer)) as signs:
                    async for sign in signs:
                        yield sign
                return
            except (Failed, OutboundError) as error:
                failed = as_failed(error)
                if not (isinstance(failed, RPCError) and failed.code in TAKES_NO_MORE):
                    if WORK[failed.error.failure] is WorkFate.NOT_BEGUN:
                        yield self._accepted(earlier, answered=False)
                    failed.error = replace(failed.error, resumable=not failed.permanent)
                    raise failed from None
        async with aclosing(self._posted(outgoing)) as signs:
            async for sign in signs:
                yield sign

    async def _posted(self, outgoing: Outgoing) -> AsyncGenerator[str]:
        """Send a message, streamed if that goes, else in one piece."""
        if self._streaming:
            try:
                async with aclosing(
                    self._streamed(message_request(self._interface, outgoing, streaming=True))
                ) as signs:
                    async for sign in signs:
                        yield sign
                return
            except Failed as failed:
                sure = isinstance(failed, RPCError) or self._request.repeatable  # that nothing was begun, or no matter
                if self.story.task_id or not (sure and _cannot_stream(failed)):
                    raise
        self.streamed = False
        try:
            async for event in self._asked(message_request(self._interface, outgoing, streaming=False)):
                yield self.story.take(event)
        except RPCError as error:
            if error.code != METHOD_NOT_FOUND or self._interface.version != "0.3":
                raise
            self._interface = replace(self._interface, version=FIRST)
            async for event in self._asked(message_request(self._interface, outgoing, streaming=False)):
                yield self.story.take(event)
        if not self.story.task_id and self.story.direct is None:
            raise Failed(
                sentence(
                    "{netloc} answered with something other than a task; check the URL.",
                    netloc=urlsplit(self._settings.url).netloc,
                )
            )

    async def _streamed(self, asking: A2ARequest) -> AsyncGenerator[str]:
        """Follow a stream; where it breaks off after the task is known, the task is looked after by other means."""
        try:
            async with aclosing(self._asked(asking)) as events:
                async for event in events:
                    yield self.story.take(event)
                    if self.story.over:
                        return
        except OutboundError:
            if not self.story.task_id:
                raise
        if not self.story.task_id and self.story.direct is None:
            raise _NoStream(sentence("{netloc} ended its stream without a task.", netloc=urlsplit(asking.url).netloc))

    async def _looked_after(self) -> AsyncGenerator[str]:
        """Follow a task whose stream is not there any more, or look at it until it is over."""
        if self._streaming and self.streamed:
            with suppress(Failed):
                async with aclosing(self._streamed(self._about("SubscribeToTask"))) as signs:
                    async for sign in signs:
                        yield sign
        self.streamed = False
        failures, heard = 0, time.monotonic()
        for pause in _pauses():
            if self.story.over:
                return
            wanted = 0.0
            try:
                told = False
                async for event in self._asked(self._about("GetTask")):
                    told = told or stories.is_news(event)
                    yield self.story.take(event)
                if not told:
                    raise Failed(
                        sentence(
                            "{netloc} answered with something other than the task.",
                            netloc=urlsplit(self._settings.url).netloc,
                        )
                    )
                failures, heard = 0, time.monotonic()
            except (OutboundError, Failed) as error:
                failures += 1
                yield self._missed(error)
                wanted = _wanted_pause(error)
                tried_enough = failures >= PATIENCE and not self._may_be_back(error, heard)
                if error.permanent or tried_enough or wanted > LONGEST_WAIT:
                    raise
            if not self.story.over:
                await asyncio.sleep(max(pause, wanted))

    def _missed(self, error: OutboundError | Failed) -> str:
        """That a hub can't be reached is shown; no sign of life."""
        if self._glimpses and isinstance(error, OutboundError):
            self._glimpses.miss()
        return ""

    def _may_be_back(self, error: OutboundError | Failed, heard: float) -> bool:
        """Whether this is a hub that was reached a moment ago and can't be now."""
        return self._settings.hub and isinstance(error, OutboundError) and time.monotonic() - heard < HUB_AWAY

    def _about(self, method: str) -> A2ARequest:
        return task_request(self._interface, method, self.story.task_id)

    async def _asked(self, asking: A2ARequest, bounds: Bounds = BOUNDS) -> AsyncGenerator[dict[str, object]]:
        headers = asking.headers | self._settings.sent()
        async with for_links(asking.url, self._settings.url).opened(
            asking.method, asking.url, headers=headers, body=asking.body, bounds=bounds
        ) as reply:
            async for message in messages_of(reply):
                raise_error_in(message, reply.place)
                yield dict(result_in(message, self._interface))

    async def _cancel(self) -> None:
        """Tell the agent that its work is not wanted any more; a dropped stream does not."""
        if not self.story.task_id or self.story.over or shutting_down.is_set():
            return
        with suppress(Failed, OutboundError):
            async for _ in self._asked(self._about("CancelTask"), GOODBYE):
                pass


class _NoStream(Failed):
    """The server was asked to stream and gave nothing."""


def _wanted_pause(error: OutboundError | Failed) -> float:
    """For how many seconds a busy server wants to be left alone; 0 where it said nothing of that."""
    return (error.error.retry_after or 0.0) if isinstance(error, Failed) else 0.0


def _cannot_stream(failed: Failed) -> bool:
    """Whether the server refused the streaming rather than the task."""
    return isinstance(failed, _NoStream) or (isinstance(failed, RPCError) and failed.code in NO_STREAMING)


def _pauses() -> Iterator[float]:
    return chain(PAUSES, repeat(PAUSES[-1]))
