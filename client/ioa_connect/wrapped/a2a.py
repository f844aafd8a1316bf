"""An A2A agent, 1.0 or 0.3 over JSON-RPC: streamed, else asked for until it has ended; a tolerant reader."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any
from urllib.parse import urljoin
from uuid import uuid4

import httpx

from ioa_connect.agents import Agent
from ioa_connect.tasks import Answer, Failed, File, NeedsAnswer, Progress, Task, Writing, told
from ioa_connect.wrapped.reaching import Reach, Unusable

CARDS = (".well-known/agent-card.json", ".well-known/agent.json")
POLL = 1.0  # seconds between looks at a task
GOODBYE = 2.0  # seconds for telling an agent that its work is not wanted any more
OVER = ("completed", "failed", "canceled", "rejected", "input-required", "auth-required")


async def wrapped(url: str, reach: Reach) -> Agent:
    """The agent whose card is below `url`, described by it. Raises Unusable."""
    card = await _card(url, reach)
    speaks = Speaks.of(card, url)

    async def run(task: Task) -> AsyncIterator[Progress | Writing | File | Answer]:
        heard, shown = Heard(), ""
        async for event in speaks.asked(reach, task):
            for told_ in heard.take(event):
                yield told_
            if heard.written != shown:
                shown = heard.written
                yield Writing(shown, anew=True)
        async for file in heard.linked(reach, speaks.url):
            yield file
        yield Answer(heard.answer())

    skills = tuple({**skill, "repeatable": False} for skill in card.get("skills") or ())
    return Agent(run, str(card.get("name", ""))[:120], str(card.get("description", ""))[:4000], skills)


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

    async def asked(self, reach: Reach, task: Task) -> AsyncIterator[dict[str, Any]]:
        """Send the task and give what comes: tasks, messages and updates, until one has ended."""
        name = ("SendStreamingMessage", "message/stream") if self.streams else ("SendMessage", "message/send")
        body = self._request(name[0] if self.modern else name[1], {"message": self._message(task)})
        last: dict[str, Any] = {}
        try:
            async with reach.opened("POST", self.url, body, **self._version()) as response:
                if response.headers.get("content-type", "").startswith("text/event-stream"):
                    async for said in reach.events(response):
                        last = _result(said)
                        yield last
                else:
                    last = _result(await reach.json_of(response))
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
        task_id = _task_id(last)
        if task_id and _state(_kind(last)[1]) not in OVER:
            body = self._request("CancelTask" if self.modern else "tasks/cancel", {"id": task_id})
            with suppress(Failed, TimeoutError):
                async with asyncio.timeout(GOODBYE):
                    await reach.json("POST", self.url, body, **self._version())

    async def _until_over(self, reach: Reach, last: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        """Look at the task until it has ended, where neither the stream nor the answer waited for that."""
        task_id = _task_id(last)
        while task_id and _state(_kind(last)[1]) not in OVER:
            await asyncio.sleep(POLL)
            name = "GetTask" if self.modern else "tasks/get"
            last = _result(await reach.json("POST", self.url, self._request(name, {"id": task_id}), **self._version()))
            task_id = _task_id(last)
            yield last

    def _request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        return {"jsonrpc": "2.0", "id": uuid4().hex, "method": method, "params": params}

    def _message(self, task: Task) -> dict[str, Any]:
        part = {"text": told(task)}
        message = {"messageId": uuid4().hex, "contextId": task.key}
        if self.modern:
            return {**message, "role": "ROLE_USER", "parts": [part]}
        return {**message, "kind": "message", "role": "user", "parts": [{"kind": "text", **part}]}


class Heard:
    """What an agent told: the newest text of each artifact, and the last message."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._message = ""
        self._files: set[str] = set()
        self._links: dict[str, str] = {}  # address of a file -> its name
        self._missing: list[str] = []

    def take(self, event: dict[str, Any]) -> list[Progress | File]:
        """Take an event in; gives signs of life and files. Raises Failed and NeedsAnswer."""
        kind, what = _kind(event)
        if kind == "message":
            self._message = _text(what)
            return self._new_files("", what)
        if kind == "artifact":
            return self._artifact(what.get("artifact") or {}, append=bool(what.get("append")))
        told_ = [file for artifact in what.get("artifacts") or () for file in self._artifact(artifact, append=False)]
        return [*told_, *self._status(what)]

    @property
    def written(self) -> str:
        """The texts of its artifacts so far."""
        return "\n\n".join(text for text in self._texts.values() if text.strip())

    def answer(self) -> str:
        """The whole answer: the artifacts, else the message; never both, since many agents send it twice.

        Files that are missing are named below it.
        """
        texts = (self.written or self._message).strip() or ("Done." if self._files else "")
        if not (texts or self._missing):
            raise Failed("The agent ended without an answer.")
        return "\n\n".join(filter(None, [texts, *self._missing]))

    async def linked(self, reach: Reach, server: str) -> AsyncIterator[File]:
        """Fetch the files that it points to, from its own server alone: others' addresses are left to the reader."""
        for url, name in self._links.items():
            if not _is_at(url, server):
                self._missing.append(f"The file “{name}” is at {url}")
                continue
            try:
                content = await reach.content(url)
            except Failed as failure:
                self._missing.append(f"The file “{name}” is missing: {failure}")
            else:
                self._files.add(url)
                yield File(name, content)

    def _status(self, what: dict[str, Any]) -> list[Progress | File]:
        words = _text((what.get("status") or {}).get("message") or {})
        match _state(what):
            case "failed" | "rejected" | "canceled" as state:
                raise Failed(words or f"The agent's task is {state}.", permanent=state == "rejected")
            case "input-required" | "auth-required":
                raise NeedsAnswer(words or "The agent needs an answer.")
            case "completed":
                self._message = words or self._message
                return []
        return [Progress(words)] if words else []

    def _artifact(self, artifact: dict[str, Any], *, append: bool) -> list[Progress | File]:
        identifier = str(artifact.get("artifactId") or "")
        text = _text(artifact)
        self._texts[identifier] = self._texts.get(identifier, "") + text if append else text
        return self._new_files(identifier, artifact)

    def _new_files(self, identifier: str, holder: dict[str, Any]) -> list[Progress | File]:
        """The files in an artifact or a message that were not there before."""
        files = [file for part in holder.get("parts") or () if (file := self._file(part)) is not None]
        new = [file for file in files if f"{identifier}/{file.name}" not in self._files]
        self._files |= {f"{identifier}/{file.name}" for file in new}
        return list(new)

    def _file(self, part: dict[str, Any]) -> File | None:
        """The file in a part; one that is elsewhere, or can't be read, is taken note of."""
        held = part.get("file") or part
        name = str(held.get("filename") or held.get("name") or "file")
        raw, url = held.get("raw") or held.get("bytes"), held.get("url") or held.get("uri")
        if isinstance(raw, str):
            try:
                return File(name, _unpacked(raw), str(held.get("mediaType") or held.get("mimeType") or ""))
            except ValueError:
                self._missing.append(f"The file “{name}” is missing: what the agent sent of it can't be read.")
        elif isinstance(url, str):
            self._links[url] = name
        return None


def _unpacked(raw: str) -> bytes:
    """Read base64, in either alphabet, with or without padding and line ends. Raises ValueError."""
    packed = "".join(raw.split()).replace("-", "+").replace("_", "/")
    return base64.b64decode(packed + "=" * (-len(packed) % 4), validate=True)


def _is_at(url: str, server: str) -> bool:
    """Whether an address is one of a server."""
    try:
        return httpx.URL(url).netloc == httpx.URL(server).netloc
    except httpx.InvalidURL:
        return False


def _task_id(said: dict[str, Any]) -> str:
    """What a task is called; "" for a message, which is all that comes."""
    kind, what = _kind(said)
    return "" if kind == "message" else str(what.get("taskId") or what.get("id") or "")


def _result(said: Any) -> dict[str, Any]:
    match said:
        case {"error": {"message": str(words)}}:
            raise Failed(f"The agent says: {words}")
        case {"result": dict() as result}:
            return result
    return {}


def _kind(event: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """What an event is, wrapped as in 1.0 or bare as in 0.3."""
    for name, kind in (
        ("task", "task"),
        ("message", "message"),
        ("statusUpdate", "status"),
        ("artifactUpdate", "artifact"),
    ):
        if isinstance(event.get(name), dict) and "status" not in event:
            return kind, event[name]
    named = {"message": "message", "artifact-update": "artifact"}.get(str(event.get("kind")))
    return named or ("message" if "parts" in event else "task"), event


def _state(what: dict[str, Any]) -> str:
    state = str((what.get("status") or {}).get("state") or "")
    return state.removeprefix("TASK_STATE_").lower().replace("_", "-")


def _text(holder: dict[str, Any]) -> str:
    return "".join(map(_words, holder.get("parts") or ()))


def _words(part: dict[str, Any]) -> str:
    if "data" in part:
        return f"\n\n```json\n{json.dumps(part['data'], ensure_ascii=False, indent=2)}\n```\n\n"
    return part["text"] if isinstance(part.get("text"), str) else ""
