"""An A2A agent, 1.0 or 0.3 over JSON-RPC: streamed, else asked for until it has ended; a tolerant reader."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any
from urllib.parse import urljoin
from uuid import uuid4

from ioa_connect.agents import Agent
from ioa_connect.tasks import Answer, Failed, File, NeedsAnswer, Progress, Task, Writing, told
from ioa_connect.wrapped.a2a_story import ErrorSaid, Heard, Place, kind_of, result_in, state_of, task_id_in
from ioa_connect.wrapped.reaching import Reach, Unusable

CARDS = (".well-known/agent-card.json", ".well-known/agent.json")
POLL = 1.0  # seconds between looks at a task
GOODBYE = 2.0  # seconds for telling an agent that its work is not wanted any more
OVER = ("completed", "failed", "canceled", "rejected", "input-required", "auth-required")


async def wrapped(url: str, reach: Reach) -> Agent:
    """The agent whose card is below `url`, described by it. Raises Unusable."""
    card = await _card(url, reach)
    talks = Talks(Speaks.of(card, url), reach)
    skills = tuple({**skill, "repeatable": False} for skill in card.get("skills") or ())
    return Agent(talks.work, str(card.get("name", ""))[:120], str(card.get("description", ""))[:4000], skills)


async def _card(url: str, reach: Reach) -> dict[str, Any]:
    for name in ("", *CARDS):
        try:
            card = await reach.json("GET", urljoin(url if not name else url.rstrip("/") + "/", name))
        except Failed:
            continue
        if isinstance(card, dict) and ("url" in card or "supportedInterfaces" in card):
            return card
    raise Unusable(f"There is no A2A agent card at {url}.")


class Speaks:
    """Where and how an agent is spoken to: `version` 1.0 or 0.3 decides about names."""

    def __init__(self, url: str, *, modern: bool, streams: bool) -> None:
        self.url, self.modern, self.streams = url, modern, streams

    @classmethod
    def of(cls, card: dict[str, Any], base: str) -> "Speaks":
        """As the card says."""
        streams = bool((card.get("capabilities") or {}).get("streaming"))
        for interface in card.get("supportedInterfaces") or ():
            if str(interface.get("protocolBinding", "")).upper() == "JSONRPC":
                modern = str(interface.get("protocolVersion", "1.0")).startswith("1")
                return cls(urljoin(base, str(interface["url"])), modern=modern, streams=streams)
        return cls(urljoin(base, str(card.get("url") or base)), modern=False, streams=streams)

    async def asked(self, reach: Reach, task: Task, at: Place | None) -> AsyncIterator[dict[str, Any]]:
        """Send the task and give what comes: tasks, messages and updates, until one has ended.

        `at`: the agent's own task that waits for an answer; then that is sent.
        """
        name = ("SendStreamingMessage", "message/stream") if self.streams else ("SendMessage", "message/send")
        body = self._request(name[0] if self.modern else name[1], {"message": self._message(task, at)})
        last: dict[str, Any] = {}
        try:
            async with reach.opened("POST", self.url, body, **self._version()) as response:
                if response.headers.get("content-type", "").startswith("text/event-stream"):
                    async for said in reach.events(response):
                        last = result_in(said)
                        yield last
                else:
                    last = result_in(await reach.json_of(response))
                    yield last
            async for event in self._until_over(reach, last):
                yield event
        except asyncio.CancelledError:
            await self._cancel(reach, last)
            raise

    def _version(self) -> dict[str, str]:
        return {"A2A-Version": "1.0"} if self.modern else {}

    async def _cancel(self, reach: Reach, last: dict[str, Any]) -> None:
        """Tell the agent that its work is not wanted any more; a dropped stream does not."""
        task_id = task_id_in(last)
        if task_id and state_of(kind_of(last)[1]) not in OVER:
            body = self._request("CancelTask" if self.modern else "tasks/cancel", {"id": task_id})
            with suppress(Failed, TimeoutError):
                async with asyncio.timeout(GOODBYE):
                    await reach.json("POST", self.url, body, **self._version())

    async def _until_over(self, reach: Reach, last: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        """Look at the task until it has ended, where neither the stream nor the answer waited for that."""
        task_id = task_id_in(last)
        while task_id and state_of(kind_of(last)[1]) not in OVER:
            await asyncio.sleep(POLL)
            name = "GetTask" if self.modern else "tasks/get"
            last = result_in(
                await reach.json("POST", self.url, self._request(name, {"id": task_id}), **self._version())
            )
            task_id = task_id_in(last)
            yield last

    def _request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        return {"jsonrpc": "2.0", "id": uuid4().hex, "method": method, "params": params}

    def _message(self, task: Task, at: Place | None) -> dict[str, Any]:
        part = {"text": told(task) if at is None else task.answer or ""}
        message = {"messageId": uuid4().hex, "contextId": task.key}
        if at is not None:
            message |= {"taskId": at.task, **({"contextId": at.context} if at.context else {})}
        if self.modern:
            return {**message, "role": "ROLE_USER", "parts": [part]}
        return {**message, "kind": "message", "role": "user", "parts": [{"kind": "text", **part}]}


class Talks:
    """The talks with one agent: tasks are given to it, and answers go to those that asked."""

    def __init__(self, speaks: Speaks, reach: Reach) -> None:
        self._speaks, self._reach = speaks, reach
        self._waiting: dict[str, Place] = {}  # key of a task -> the agent's own task, which waits for an answer

    async def work(self, task: Task) -> AsyncIterator[Progress | Writing | File | Answer]:
        """Have a task done. Raises Failed and NeedsAnswer."""
        at = self._waiting.pop(task.key, None) if task.answer is not None else None
        heard = Heard()
        try:
            async for told_ in self._followed(task, at, heard):
                yield told_
        except NeedsAnswer:
            self._waiting[task.key] = heard.place
            raise
        async for file in heard.linked(self._reach, self._speaks.url):
            yield file
        yield Answer(heard.answer())

    async def _followed(self, task: Task, at: Place | None, heard: Heard) -> AsyncIterator[Progress | Writing | File]:
        """What an agent tells of a task; one that does not know any more what it asked is given all of it anew."""
        try:
            async for told_ in self._told(task, at, heard):
                yield told_
        except ErrorSaid:
            if at is None or heard.place.task:
                raise
            async for told_ in self._told(task, None, heard):
                yield told_

    async def _told(self, task: Task, at: Place | None, heard: Heard) -> AsyncIterator[Progress | Writing | File]:
        shown = ""
        async for event in self._speaks.asked(self._reach, task, at):
            for told_ in heard.take(event):
                yield told_
            if heard.written != shown:
                shown = heard.written
                yield Writing(shown, anew=True)
